// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";
import {VaultTest} from "./support/VaultTest.sol";

contract DemoTokensTest is VaultTest {
    function test_NamesAndDecimalsAreTheArguments() public view {
        vm.assertEq(token.name(), "Test USDT");
        vm.assertEq(token.symbol(), "tUSDT");
        vm.assertEq(token.decimals(), 6);
        vm.assertEq(permitToken.name(), "Test DAI");
        vm.assertEq(permitToken.symbol(), "tDAI");
        vm.assertEq(permitToken.decimals(), 18);
    }

    function test_WholeSupplyGoesToTheSupplyOwner() public view {
        vm.assertEq(token.totalSupply(), 1e15);
        vm.assertEq(token.balanceOf(address(this)), 1e15);
        vm.assertEq(permitToken.balanceOf(address(this)), permitToken.totalSupply());
    }

    function test_PlainTokenHasNoPermit() public {
        (bool answered,) = address(token).call(abi.encodeCall(ERC20Permit.nonces, (address(this))));
        vm.assertFalse(answered);
    }

    function test_PermitDomainNamesTokenVersionAndChain() public view {
        (, string memory name, string memory version, uint256 chainId, address verifyingContract,,) =
            permitToken.eip712Domain();
        vm.assertEq(name, "Test DAI");
        vm.assertEq(version, "1");
        vm.assertEq(chainId, block.chainid);
        vm.assertEq(verifyingContract, address(permitToken));
    }
}
