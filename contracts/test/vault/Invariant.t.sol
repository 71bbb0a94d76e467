// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {Vault} from "../../src/Vault.sol";
import {TestBase} from "../support/TestBase.sol";
import {VaultHandler} from "./VaultHandler.sol";

contract VaultInvariantTest is TestBase {
    VaultHandler private handler;
    Vault private vault;

    function setUp() public {
        handler = new VaultHandler();
        vault = handler.vault();
    }

    /// @dev Read by forge: the contracts to call.
    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    function userSum(address token) private view returns (uint256 sum) {
        for (uint256 i = 0; i < handler.userCount(); i++) sum += vault.balanceOf(handler.users(i), token);
    }

    function invariant_HoldsAtLeastBalancesAndFees() public view {
        for (uint256 i = 0; i < handler.tokenCount(); i++) {
            address token = handler.tokens(i);
            vm.assertGe(handler.held_(token), userSum(token) + vault.accruedFees(token));
        }
    }

    function invariant_SurplusIsExactlyTheDonations() public view {
        for (uint256 i = 0; i < handler.tokenCount(); i++) {
            address token = handler.tokens(i);
            vm.assertEq(handler.held_(token), userSum(token) + vault.accruedFees(token) + handler.donated(token));
        }
    }

    function invariant_BalancesAreDepositsLessWithdrawals() public view {
        for (uint256 i = 0; i < handler.tokenCount(); i++) {
            address token = handler.tokens(i);
            vm.assertEq(userSum(token), handler.credited(token) - handler.debited(token));
        }
    }

    function invariant_EachBalanceMovesByItsOwnersActsAlone() public view {
        for (uint256 i = 0; i < handler.tokenCount(); i++) {
            for (uint256 j = 0; j < handler.userCount(); j++) {
                (address token, address user) = (handler.tokens(i), handler.users(j));
                vm.assertEq(vault.balanceOf(user, token), handler.balances(keccak256(abi.encode(user, token))));
            }
        }
    }

    function invariant_FeesAreChargedLessCollected() public view {
        for (uint256 i = 0; i < handler.tokenCount(); i++) {
            address token = handler.tokens(i);
            vm.assertEq(vault.accruedFees(token), handler.charged(token) - handler.collected(token));
        }
    }

    function invariant_FeesStayWithinTheCap() public view {
        for (uint256 i = 0; i < handler.tokenCount(); i++) {
            address token = handler.tokens(i);
            vm.assertLe(handler.charged(token) * 10_000, handler.debited(token) * vault.MAX_FEE_BPS());
        }
    }

    function invariant_NoExitIsEverBlocked() public view {
        vm.assertFalse(handler.exitFailed());
    }

    function invariant_OwnerHoldsNoBalance() public view {
        for (uint256 i = 0; i < handler.tokenCount(); i++) {
            vm.assertEq(vault.balanceOf(handler.owner(), handler.tokens(i)), 0);
        }
    }
}
