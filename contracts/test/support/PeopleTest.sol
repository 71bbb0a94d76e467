// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";
import {TestBase} from "./TestBase.sol";

/// @dev Base for tests with user accounts and token approvals. The test contract holds the token supplies.
abstract contract PeopleTest is TestBase {
    address internal constant NATIVE = address(0);
    address internal constant OWNER = address(0x1001);
    address internal constant BOB = address(0x1002);
    address internal constant CAROL = address(0x1003);
    uint256 internal constant ALICE_KEY = 0xa11ce;
    address internal immutable ALICE = vm.addr(ALICE_KEY);

    /// @dev Sends `amount` to `user`, who approves it for `spender`.
    function fund(IERC20 asset, address user, address spender, uint256 amount) internal {
        asset.transfer(user, amount);
        vm.prank(user);
        asset.approve(spender, amount);
    }

    /// @dev Returns an EIP-2612 permit signed by Alice.
    function signPermit(ERC20Permit asset, address spender, uint256 amount, uint256 deadline)
        internal
        view
        returns (uint8 v, bytes32 r, bytes32 s)
    {
        return signPermit(ALICE_KEY, asset, spender, amount, deadline);
    }

    function expectUnauthorized(address caller) internal {
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, caller));
        vm.prank(caller);
    }
}
