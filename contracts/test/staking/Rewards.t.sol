// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {ICustody} from "../../src/ICustody.sol";
import {IStakingPool} from "../../src/IStakingPool.sol";
import {StakingPool} from "../../src/StakingPool.sol";
import {StakingTest} from "./StakingTest.sol";

contract StakingRewardsTest is StakingTest {
    function test_OneStakerEarnsTheWholeStream() public {
        stake(ALICE, 8);
        fundRewards(1_000, 100);
        pass(33);
        vm.assertEq(pool.earned(ALICE), 330);
        pass(67);
        vm.assertEq(pool.earned(ALICE), 1_000);
        pass(1);
        vm.assertEq(pool.earned(ALICE), 1_000);
    }

    function test_StakersShareByTheirStakes() public {
        stake(ALICE, 3);
        stake(BOB, 1);
        fundRewards(1_000, 100);
        pass(100);
        vm.assertEq(pool.earned(ALICE), 750);
        vm.assertEq(pool.earned(BOB), 250);
    }

    function test_LateStakerEarnsFromThenOnAlone() public {
        stake(ALICE, 5);
        fundRewards(1_000, 100);
        pass(50);
        stake(BOB, 5);
        vm.assertEq(pool.earned(BOB), 0);
        pass(50);
        vm.assertEq(pool.earned(ALICE), 750);
        vm.assertEq(pool.earned(BOB), 250);
    }

    function testFuzz_ZeroStakersUseUpNoRewardsBeforeTheFirst(uint32 wait) public {
        fundRewards(1_000, 100);
        pass(wait);
        vm.assertEq(pool.remainingRewards(), 1_000);
        stake(ALICE, 5);
        pass(100);
        vm.assertEq(pool.earned(ALICE), 1_000);
    }

    function testFuzz_ZeroStakersUseUpNoRewardsInBetween(uint32 wait) public {
        stake(ALICE, 5);
        fundRewards(1_000, 100);
        pass(40);
        unstake(ALICE, 5);
        pass(wait);
        vm.assertEq(pool.remainingRewards(), 600);
        stake(BOB, 1);
        pass(60);
        vm.assertEq(pool.earned(BOB), 600);
        vm.assertEq(pool.earned(ALICE), 400);
    }

    function test_ClaimPaysAndEmits() public {
        stake(ALICE, 5);
        fundRewards(1_000, 100);
        pass(10);
        vm.expectEmit(address(pool));
        emit IStakingPool.RewardClaimed(ALICE, address(reward), ALICE, 100);
        claim(ALICE);
        vm.assertEq(reward.balanceOf(ALICE), 100);
        vm.assertEq(pool.paid(), 100);
        vm.assertEq(pool.earned(ALICE), 0);
    }

    function test_ClaimOnceOnly() public {
        stake(ALICE, 5);
        fundRewards(1_000, 100);
        pass(10);
        claim(ALICE);
        vm.expectRevert(ICustody.ZeroAmount.selector);
        claim(ALICE);
    }

    function test_ClaimOfNothingIsRefused() public {
        vm.expectRevert(ICustody.ZeroAmount.selector);
        pool.claim(ALICE);
    }

    /// @dev A stake of 5 units divides the reward of 1 unit without a remainder.
    function test_ClaimOfExactlyOneUnitPaysIt() public {
        stake(ALICE, 5);
        fundRewards(1, 100);
        pass(99);
        vm.expectRevert(ICustody.ZeroAmount.selector);
        claim(ALICE);
        pass(1);
        vm.assertEq(pool.earned(ALICE), 1);
        claim(ALICE);
        vm.assertEq(reward.balanceOf(ALICE), 1);
        vm.assertEq(pool.paid(), 1);
    }

    function test_ExitWithExactlyOneUnitEarnedPaysIt() public {
        stake(ALICE, 5);
        fundRewards(1, 100);
        pass(100);
        exit(ALICE);
        vm.assertEq(token.balanceOf(ALICE), 5);
        vm.assertEq(reward.balanceOf(ALICE), 1);
    }

    function test_ExitWithLessThanOneUnitEarnedSendsTheStakeOnly() public {
        stake(ALICE, 5);
        fundRewards(1, 100);
        pass(99);
        exit(ALICE);
        vm.assertEq(token.balanceOf(ALICE), 5);
        vm.assertEq(reward.balanceOf(ALICE), 0);
        vm.assertEq(pool.paid(), 0);
    }

    function test_TimestampEdgeStreamOfTheLastUnit() public {
        stake(ALICE, 5);
        fundRewards(1, 100);
        vm.assertEq(pool.streamEndsAt(), block.timestamp + 100);
        vm.assertEq(pool.rewardPerYear(), uint256(365 days) / 100);
        vm.assertEq(pool.remainingRewards(), 1);
        pass(1);
        vm.assertEq(pool.streamEndsAt(), vm.getBlockTimestamp());
        vm.assertEq(pool.rewardPerYear(), 0);
        vm.assertEq(pool.remainingRewards(), 0);
    }

    function test_TimestampEdgeStakingWithinOneBlockEarnsNothing() public {
        stake(BOB, 5);
        fundRewards(1_000, 100);
        pass(10);
        stake(ALICE, 1e30);
        unstake(ALICE, 1e30);
        vm.assertEq(pool.earned(ALICE), 0);
        vm.assertEq(pool.earned(BOB), 100);
    }

    function test_TimestampEdgeLastSecondOfTheStream() public {
        stake(ALICE, 5);
        fundRewards(1_000, 100);
        vm.assertEq(pool.streamEndsAt(), block.timestamp + 100);
        pass(99);
        vm.assertEq(pool.earned(ALICE), 990);
        vm.assertEq(pool.remainingRewards(), 10);
        pass(1);
        vm.assertEq(pool.remainingRewards(), 0);
        vm.assertEq(pool.rewardPerYear(), 0);
        vm.assertEq(pool.streamEndsAt(), vm.getBlockTimestamp());
    }

    function test_TimestampEdgeCenturiesLaterNothingOverflows() public {
        stake(ALICE, 5);
        fundRewards(1e41, 1);
        pass(1e12);
        exit(ALICE);
        vm.assertEq(token.balanceOf(ALICE), 5);
        vm.assertEq(reward.balanceOf(ALICE), 1e41);
    }

    /// @dev No matter how often the pool settles, a staker loses less than one unit to rounding in total.
    function testFuzz_RoundingOfManySmallStepsLosesNothing(uint8 steps, uint96 staked, uint96 amount) public {
        stake(ALICE, bound(staked, 1, type(uint96).max));
        uint256 rewards = bound(amount, 1_000, type(uint96).max);
        uint256 count = bound(steps, 2, 40);
        fundRewards(rewards, 1_000);
        for (uint256 i = 0; i < count; i++) {
            pass(1_000 / count + 1);
            stake(ALICE, 1);
            if (pool.earned(ALICE) > 0) claim(ALICE);
        }
        pass(1);
        if (pool.earned(ALICE) > 0) claim(ALICE);
        vm.assertGe(reward.balanceOf(ALICE), rewards - 1);
        vm.assertLe(reward.balanceOf(ALICE), rewards);
    }

    function test_RoundingDoesNotStrandASmallRewardAmongHugeStakes() public {
        stake(ALICE, 1e30);
        stake(BOB, 2e30);
        fundRewards(3, 365 days);
        pass(365 days);
        // The stakers' shares of 1 and 2 units are each rounded down by less than one unit, which stays owed.
        vm.assertGe(pool.earned(ALICE) + pool.earned(BOB), 2);
        fundRewards(3, 365 days);
        pass(365 days);
        vm.assertGe(pool.earned(ALICE) + pool.earned(BOB), 5);
        vm.assertLe(pool.earned(ALICE) + pool.earned(BOB), 6);
    }

    function testFuzz_DonationOfTheRewardTokenIsNoReward(uint96 donation) public {
        stake(ALICE, 5);
        fundRewards(1_000, 100);
        reward.transfer(address(pool), donation);
        pass(1_000);
        vm.assertEq(pool.earned(ALICE), 1_000);
        vm.assertEq(pool.funded(), 1_000);
    }

    function test_SameTokenForBothNeverPaysRewardsFromStakes() public {
        pool = new StakingPool(address(token), address(token), OWNER);
        stake(ALICE, 1_000);
        stake(BOB, 1_000);
        fund(token, OWNER, address(pool), 100);
        vm.prank(OWNER);
        pool.fund(100, 10);
        pass(1_000);
        exit(ALICE);
        vm.assertEq(token.balanceOf(ALICE), 1_050);
        vm.assertEq(token.balanceOf(address(pool)), 1_050);
        exit(BOB);
        vm.assertEq(token.balanceOf(address(pool)), 0);
    }

    function test_AprFollowsStreamAndStakes() public {
        vm.assertEq(pool.aprBps(), 0);
        fundRewards(80e18, 365 days);
        vm.assertEq(pool.aprBps(), 0);
        stake(ALICE, 1_000e18);
        vm.assertEq(pool.aprBps(), 800);
        vm.assertEq(pool.rewardPerYear(), 80e18);
        stake(BOB, 1_000e18);
        vm.assertEq(pool.aprBps(), 400);
        pass(366 days);
        vm.assertEq(pool.aprBps(), 0);
    }
}
