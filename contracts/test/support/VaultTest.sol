// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IVault} from "../../src/IVault.sol";
import {Vault} from "../../src/Vault.sol";
import {DemoPermitToken} from "../../src/demo/DemoPermitToken.sol";
import {DemoToken} from "../../src/demo/DemoToken.sol";
import {PeopleTest} from "./PeopleTest.sol";

/// @dev Base for vault tests: a vault, a 6-decimal token and an 18-decimal permit token.
abstract contract VaultTest is PeopleTest {
    Vault internal vault;
    DemoToken internal token;
    DemoPermitToken internal permitToken;

    function setUp() public virtual {
        vault = new Vault(OWNER);
        token = new DemoToken("Test USDT", "tUSDT", 6, address(this), 1e15);
        permitToken = new DemoPermitToken("Test DAI", "tDAI", 18, address(this), 1e30);
    }

    function fund(IERC20 asset, address user, uint256 amount) internal {
        fund(asset, user, address(vault), amount);
    }

    function deposit(IERC20 asset, address user, uint256 amount) internal {
        fund(asset, user, amount);
        vm.prank(user);
        vault.deposit(address(asset), amount);
    }

    function depositNative(address user, uint256 amount) internal {
        vm.deal(user, amount);
        vm.prank(user);
        vault.depositNative{value: amount}();
    }

    function withdraw(address asset, address user, uint256 amount, address to) internal {
        vm.prank(user);
        vault.withdraw(asset, amount, to, type(uint256).max);
    }

    function setTerms(address asset, uint16 feeBps, uint128 flatFee, uint128 minAmount, uint128 maxAmount) internal {
        vm.prank(OWNER);
        vault.setWithdrawalTerms(asset, IVault.WithdrawalTerms(feeBps, flatFee, minAmount, maxAmount));
    }

    function pause() internal {
        vm.prank(OWNER);
        vault.pause();
    }
}
