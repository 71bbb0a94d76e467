// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {ICustody} from "../../src/ICustody.sol";
import {IStakingPool} from "../../src/IStakingPool.sol";
import {StakingPool} from "../../src/StakingPool.sol";
import {SenderChargeToken, StoppableToken} from "../support/AwkwardTokens.sol";
import {StakingTest} from "./StakingTest.sol";

contract StakingUnstakeTest is StakingTest {
    function test_UnstakeSendsAndEmits() public {
        stake(ALICE, 5);
        vm.expectEmit(address(pool));
        emit IStakingPool.Unstaked(ALICE, address(token), ALICE, 2);
        unstake(ALICE, 2);
        vm.assertEq(token.balanceOf(ALICE), 2);
        vm.assertEq(pool.stakeOf(ALICE), 3);
        vm.assertEq(pool.totalStaked(), 3);
    }

    function test_StakeAndRewardsGoToTheRecipient() public {
        stake(ALICE, 5);
        fundRewards(1_000, 100);
        pass(50);
        vm.expectEmit(address(pool));
        emit IStakingPool.Unstaked(ALICE, address(token), BOB, 2);
        vm.prank(ALICE);
        pool.unstake(2, BOB);
        vm.expectEmit(address(pool));
        emit IStakingPool.RewardClaimed(ALICE, address(reward), CAROL, 500);
        vm.prank(ALICE);
        pool.claim(CAROL);
        pass(50);
        vm.prank(ALICE);
        pool.exit(BOB);
        vm.assertEq(token.balanceOf(BOB), 5);
        vm.assertEq(reward.balanceOf(CAROL), 500);
        vm.assertGe(reward.balanceOf(BOB), 499);
        vm.assertEq(token.balanceOf(ALICE) + reward.balanceOf(ALICE), 0);
    }

    function expectInvalidRecipient(address to) private {
        vm.expectRevert(abi.encodeWithSelector(ICustody.InvalidRecipient.selector, to));
        vm.prank(ALICE);
    }

    function test_NobodyAndThePoolAreNoRecipients() public {
        stake(ALICE, 5);
        fundRewards(1_000, 100);
        pass(100);
        address[2] memory wrong = [address(0), address(pool)];
        for (uint256 i = 0; i < 2; i++) {
            expectInvalidRecipient(wrong[i]);
            pool.unstake(5, wrong[i]);
            expectInvalidRecipient(wrong[i]);
            pool.claim(wrong[i]);
            expectInvalidRecipient(wrong[i]);
            pool.exit(wrong[i]);
        }
        vm.assertEq(pool.stakeOf(ALICE), 5);
        vm.assertEq(pool.earned(ALICE), 1_000);
    }

    function test_ZeroUnstakeIsRefused() public {
        vm.expectRevert(ICustody.ZeroAmount.selector);
        pool.unstake(0, ALICE);
    }

    function testFuzz_NobodyUnstakesMoreThanTheirOwn(uint96 own, uint96 extra) public {
        uint256 staked = bound(own, 1, type(uint96).max);
        uint256 asked = staked + bound(extra, 1, type(uint96).max);
        stake(ALICE, staked);
        stake(BOB, type(uint128).max);
        vm.expectRevert(abi.encodeWithSelector(IStakingPool.InsufficientStake.selector, staked, asked));
        unstake(ALICE, asked);
    }

    function test_OwnerHasNoWayToAStake() public {
        stake(ALICE, 5);
        vm.expectRevert(abi.encodeWithSelector(IStakingPool.InsufficientStake.selector, 0, 5));
        unstake(OWNER, 5);
    }

    function test_UnstakingKeepsWhatWasEarned() public {
        stake(ALICE, 5);
        fundRewards(1_000, 100);
        pass(50);
        unstake(ALICE, 5);
        pass(1_000);
        vm.assertEq(pool.earned(ALICE), 500);
        claim(ALICE);
        vm.assertEq(reward.balanceOf(ALICE), 500);
    }

    function testFuzz_PauseNeverBlocksExit(uint96 given) public {
        uint256 amount = bound(given, 1, type(uint96).max);
        stake(ALICE, amount);
        fundRewards(1_000, 100);
        pass(10);
        pause();
        exit(ALICE);
        vm.assertEq(token.balanceOf(ALICE), amount);
        vm.assertGe(reward.balanceOf(ALICE), 99);
    }

    function test_RenouncingWhilePausedIsRefused() public {
        pause();
        vm.expectRevert(Pausable.EnforcedPause.selector);
        vm.prank(OWNER);
        pool.renounceOwnership();
        vm.assertEq(pool.owner(), OWNER);
    }

    function test_RenouncingNeverBlocksEntryNorExit() public {
        fundRewards(1_000, 100);
        vm.prank(OWNER);
        pool.renounceOwnership();
        vm.assertEq(pool.owner(), address(0));
        stake(ALICE, 5);
        pass(100);
        exit(ALICE);
        vm.assertEq(token.balanceOf(ALICE), 5);
        vm.assertEq(reward.balanceOf(ALICE), 1_000);
    }

    function test_RewardTokenFailingNeverBlocksUnstaking() public {
        stake(ALICE, 5);
        fundRewards(1_000, 100);
        pass(100);
        reward.setStopped(true);
        vm.expectRevert(StoppableToken.Stopped.selector);
        exit(ALICE);
        unstake(ALICE, 5);
        vm.assertEq(token.balanceOf(ALICE), 5);
        reward.setStopped(false);
        claim(ALICE);
        vm.assertEq(reward.balanceOf(ALICE), 1_000);
    }

    function test_RewardTokenThatIsNoContractNeverBlocksUnstaking() public {
        pool = new StakingPool(address(token), BOB, OWNER);
        stake(ALICE, 5);
        unstake(ALICE, 5);
        vm.assertEq(token.balanceOf(ALICE), 5);
    }

    function test_ExitSendsStakeAndReward() public {
        stake(ALICE, 5);
        fundRewards(1_000, 100);
        pass(100);
        vm.expectEmit(address(pool));
        emit IStakingPool.RewardClaimed(ALICE, address(reward), ALICE, 1_000);
        exit(ALICE);
        vm.assertEq(token.balanceOf(ALICE), 5);
        vm.assertEq(reward.balanceOf(ALICE), 1_000);
    }

    function test_ExitWithoutRewardSendsTheStake() public {
        stake(ALICE, 5);
        exit(ALICE);
        vm.assertEq(token.balanceOf(ALICE), 5);
    }

    function test_ExitWithoutStakeIsRefused() public {
        vm.expectRevert(ICustody.ZeroAmount.selector);
        pool.exit(ALICE);
    }

    function test_TokenChargingThePoolCannotTouchOtherStakes() public {
        SenderChargeToken charge = new SenderChargeToken(3_000);
        pool = new StakingPool(address(charge), address(reward), OWNER);
        fund(IERC20(charge), ALICE, address(pool), 1_000);
        vm.prank(ALICE);
        pool.stake(1_000);
        charge.approve(address(pool), 1_000);
        pool.stake(1_000);
        charge.setCharging(true);
        vm.expectRevert(abi.encodeWithSelector(ICustody.UnexpectedDebit.selector, address(charge), 1_000, 1_010));
        unstake(ALICE, 1_000);
    }
}
