// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {StakingPool} from "../../src/StakingPool.sol";
import {TestBase} from "../support/TestBase.sol";
import {StakingHandler} from "./StakingHandler.sol";

contract StakingInvariantTest is TestBase {
    StakingHandler private handler;
    StakingPool private pool;

    function setUp() public {
        handler = new StakingHandler();
        pool = handler.pool();
    }

    /// @dev Read by forge: the contracts to call.
    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    function invariant_EveryStakeIsItsOwnersAndIsThere() public view {
        uint256 sum;
        for (uint256 i = 0; i < handler.userCount(); i++) {
            address user = handler.users(i);
            vm.assertEq(pool.stakeOf(user), handler.staked(user));
            sum += pool.stakeOf(user);
        }
        vm.assertEq(pool.totalStaked(), sum);
        vm.assertEq(handler.token().balanceOf(address(pool)), sum);
    }

    /// @dev Paid, owed and remaining rewards add up to the funding, except for less than one base unit each.
    function invariant_RewardsAreNeitherOverPromisedNorStranded() public view {
        uint256 sum = pool.paid() + pool.remainingRewards();
        for (uint256 i = 0; i < handler.userCount(); i++) sum += pool.earned(handler.users(i));
        vm.assertLe(sum, handler.funded());
        vm.assertGe(sum + handler.userCount() + 1, handler.funded());
    }

    function invariant_RewardsHeldAreWhatWasFundedLessPaid() public view {
        vm.assertEq(
            handler.reward().balanceOf(address(pool)), handler.funded() - pool.paid() + handler.donated()
        );
    }

    function invariant_PaidIsWhatStakersGot() public view {
        uint256 sum;
        for (uint256 i = 0; i < handler.userCount(); i++) {
            vm.assertEq(handler.reward().balanceOf(handler.users(i)), handler.claimed(handler.users(i)));
            sum += handler.claimed(handler.users(i));
        }
        vm.assertEq(pool.paid(), sum);
    }

    function invariant_NothingFlowsWithoutStakers() public view {
        vm.assertFalse(handler.flowedWithoutStakers());
    }

    /// @dev While rewards stream, further funding can only move the promised end later.
    function invariant_TheEndNeverMovesEarlierWhileRewardsStream() public view {
        vm.assertFalse(handler.endMovedEarlier());
        if (pool.remainingRewards() > 0) vm.assertGe(pool.streamEndsAt(), handler.promisedEnd());
    }

    function invariant_TheStreamNeverSlowsDown() public view {
        vm.assertFalse(handler.slowedDown());
    }

    function invariant_NoExitIsEverBlocked() public view {
        vm.assertFalse(handler.exitFailed());
    }
}
