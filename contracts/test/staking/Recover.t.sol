// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {ICustody} from "../../src/ICustody.sol";
import {IRecovery} from "../../src/IRecovery.sol";
import {IStakingPool} from "../../src/IStakingPool.sol";
import {RecoverTest} from "../support/RecoverTest.sol";
import {StakingTest} from "./StakingTest.sol";

contract StakingRecoverTest is StakingTest, RecoverTest {
    function custody() internal view override returns (IRecovery) {
        return pool;
    }

    function recoverCall() internal view override returns (bytes memory) {
        return abi.encodeCall(IStakingPool.recover, (ALICE));
    }

    function test_RulesOfRecoveryApply() public {
        stake(ALICE, 1_000);
        assertRulesApply();
    }

    function test_MovesStakeAndRewardsWithoutUnstaking() public {
        stake(ALICE, 3_000);
        stake(BOB, 1_000);
        fundRewards(1_000e18, 100 days);
        waitForRecovery();
        (uint256 hers, uint256 his) = (pool.earned(ALICE), pool.earned(BOB));
        vm.expectEmit(address(pool));
        emit IStakingPool.StakeRecovered(ALICE, BOB, 3_000, hers);
        recover();
        vm.assertEq(pool.stakeOf(ALICE), 0);
        vm.assertEq(pool.stakeOf(BOB), 4_000);
        vm.assertEq(pool.totalStaked(), 4_000);
        vm.assertEq(token.balanceOf(address(pool)), 4_000);
        vm.assertEq(pool.earned(ALICE), 0);
        vm.assertEq(pool.earned(BOB), hers + his);
        vm.assertEq(hers + his, 70e18);
        // From now on, Bob earns on all of it.
        pass(93 days);
        vm.assertEq(pool.earned(ALICE), 0);
        vm.assertEq(pool.earned(BOB), 1_000e18);
        exit(BOB);
        vm.assertEq(token.balanceOf(BOB), 4_000);
        vm.assertEq(reward.balanceOf(BOB), 1_000e18);
    }

    function test_MovesToAnAddressThatNeverStaked() public {
        fundRewards(1_000e18, 100 days);
        stake(CAROL, 1_000);
        pass(50 days);
        stake(ALICE, 1_000);
        waitForRecovery();
        recover();
        vm.assertEq(pool.earned(BOB), 35e18);
    }

    function test_MovesRewardsOfAStakeThatIsGone() public {
        stake(ALICE, 1_000);
        fundRewards(1_000e18, 100 days);
        pass(10 days);
        unstake(ALICE, 1_000);
        waitForRecovery();
        recover();
        vm.assertEq(pool.earned(BOB), 100e18);
        tryRecover(BOB, abi.encodeWithSelector(ICustody.ZeroAmount.selector));
    }

    function test_MovesAStakeWithoutRewards() public {
        stake(ALICE, 1_000);
        waitForRecovery();
        recover();
        vm.assertEq(pool.stakeOf(BOB), 1_000);
    }

    function test_MovesOneUnitOfRewardsButNoFraction() public {
        stake(ALICE, 1);
        // Exactly one unit per second.
        fundRewards(100, 100);
        pass(1);
        unstake(ALICE, 1);
        vm.assertEq(pool.earned(ALICE), 1);
        waitForRecovery();
        uint256 start = vm.snapshotState();
        recover();
        vm.assertEq(pool.earned(BOB), 1);
        vm.revertToState(start);
        claim(ALICE);
        tryRecover(BOB, abi.encodeWithSelector(ICustody.ZeroAmount.selector));
    }

    function test_NeverBlockedByAPauseOrAFailingToken() public {
        stake(ALICE, 1_000);
        fundRewards(1_000e18, 100 days);
        pause();
        reward.setStopped(true);
        waitForRecovery();
        recover();
        unstake(BOB, 1_000);
        vm.assertEq(token.balanceOf(BOB), 1_000);
    }

    function test_OwnerCanStakeAgain() public {
        stake(ALICE, 1_000);
        waitForRecovery();
        recover();
        stake(ALICE, 5);
        vm.assertEq(pool.stakeOf(ALICE), 5);
        vm.assertEq(pool.totalStaked(), 1_005);
    }
}
