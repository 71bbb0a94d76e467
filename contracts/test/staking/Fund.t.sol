// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {ICustody} from "../../src/ICustody.sol";
import {IStakingPool} from "../../src/IStakingPool.sol";
import {StakingPool} from "../../src/StakingPool.sol";
import {FeeOnTransferToken} from "../support/AwkwardTokens.sol";
import {StakingTest} from "./StakingTest.sol";

contract StakingFundTest is StakingTest {
    function test_FundingEmitsTheStream() public {
        fund(reward, OWNER, address(pool), 1_000);
        vm.expectEmit(address(pool));
        emit IStakingPool.RewardsFunded(OWNER, address(reward), 1_000, 10 * 365 days);
        vm.prank(OWNER);
        pool.fund(1_000, 100);
        vm.assertEq(pool.funded(), 1_000);
        vm.assertEq(pool.remainingRewards(), 1_000);
    }

    function test_OnlyTheOwnerFunds() public {
        expectUnauthorized(BOB);
        pool.fund(1, 1);
    }

    function test_ZeroDurationIsRefused() public {
        vm.expectRevert(abi.encodeWithSelector(IStakingPool.InvalidDuration.selector, 0));
        vm.prank(OWNER);
        pool.fund(1, 0);
    }

    function test_DurationOfMoreThanTenYearsIsRefused() public {
        vm.expectRevert(abi.encodeWithSelector(IStakingPool.InvalidDuration.selector, 3650 days + 1));
        vm.prank(OWNER);
        pool.fund(1, 3650 days + 1);
    }

    function test_DurationOfTenYearsIsAccepted() public {
        stake(ALICE, 5);
        fundRewards(1_000, 3650 days);
        vm.assertEq(pool.streamEndsAt(), block.timestamp + 3650 days);
        vm.assertEq(pool.rewardPerYear(), 100);
        pass(3650 days);
        vm.assertEq(pool.earned(ALICE), 1_000);
    }

    /// @dev One base unit left is a running stream, which funding must not slow down. Less than one unit is not.
    function test_FundingCannotSlowAStreamOfTheLastUnit() public {
        stake(ALICE, 1);
        fundRewards(1, 100);
        fund(reward, OWNER, address(pool), 2);
        vm.expectRevert(
            abi.encodeWithSelector(
                IStakingPool.StreamSlowed.selector, uint256(2 * 365 days) / 201, uint256(365 days) / 100
            )
        );
        vm.prank(OWNER);
        pool.fund(1, 201);
        pass(1);
        vm.prank(OWNER);
        pool.fund(1, 3650 days);
        vm.assertEq(pool.funded(), 2);
    }

    function test_ZeroFundingIsRefused() public {
        vm.expectRevert(ICustody.ZeroAmount.selector);
        vm.prank(OWNER);
        pool.fund(0, 1);
    }

    function test_FundingAgainAddsAndMaySpeedUp() public {
        stake(ALICE, 5);
        fundRewards(1_000, 100);
        pass(50);
        fundRewards(500, 50);
        pass(50);
        vm.assertEq(pool.earned(ALICE), 1_500);
    }

    function test_FundingCannotSlowTheStream() public {
        stake(ALICE, 5);
        fundRewards(1_000, 100);
        fund(reward, OWNER, address(pool), 100);
        vm.expectRevert(
            abi.encodeWithSelector(
                IStakingPool.StreamSlowed.selector, uint256(1_100 * 365 days) / 111, 10 * 365 days
            )
        );
        vm.prank(OWNER);
        pool.fund(100, 111);
        vm.prank(OWNER);
        pool.fund(100, 110);
        vm.assertEq(pool.rewardPerYear(), 10 * 365 days);
    }

    function test_FundingADryStreamMaySlowIt() public {
        stake(ALICE, 5);
        fundRewards(1_000, 100);
        pass(100);
        fundRewards(1_000, 1_000);
        pass(1_000);
        vm.assertEq(pool.earned(ALICE), 2_000);
    }

    function expectShortened(uint256 endsAt, uint256 promised) private {
        vm.expectRevert(abi.encodeWithSelector(IStakingPool.StreamShortened.selector, endsAt, promised));
    }

    function test_TimestampEdgeFundingCannotShortenTheStream() public {
        stake(ALICE, 5);
        fundRewards(1_000, 100);
        pass(40);
        uint256 promised = pool.streamEndsAt();
        vm.assertEq(promised, vm.getBlockTimestamp() + 60);
        fund(reward, OWNER, address(pool), 600);
        expectShortened(promised - 1, promised);
        vm.prank(OWNER);
        pool.fund(600, 59);
        vm.prank(OWNER);
        pool.fund(600, 60);
        vm.assertEq(pool.streamEndsAt(), promised);
        vm.assertEq(pool.rewardPerYear(), 20 * 365 days);
        pass(60);
        vm.assertEq(pool.earned(ALICE), 1_600);
    }

    function test_FundingCannotShortenAStreamThatWaitsForStakers() public {
        fundRewards(1_000, 100);
        pass(1_000);
        fund(reward, OWNER, address(pool), 1_000);
        expectShortened(vm.getBlockTimestamp() + 99, vm.getBlockTimestamp() + 100);
        vm.prank(OWNER);
        pool.fund(1_000, 99);
        vm.prank(OWNER);
        pool.fund(1_000, 100);
        stake(ALICE, 5);
        pass(100);
        vm.assertEq(pool.earned(ALICE), 2_000);
    }

    function test_FundingADryStreamMayBeOfAnyLength() public {
        stake(ALICE, 5);
        fundRewards(1_000, 100);
        pass(100);
        fundRewards(1_000, 1);
        pass(1);
        vm.assertEq(pool.earned(ALICE), 2_000);
    }

    /// @dev After funding with any amount and duration, a staker always earns at least as much as promised before.
    function testFuzz_FundingNeverTakesFromWhatWasPromised(uint64 added, uint32 time, uint16 before, uint16 later) public {
        stake(ALICE, 7);
        fundRewards(1e12, 10_000);
        pass(bound(before, 0, 9_999));
        uint256 promisedEnd = pool.streamEndsAt();
        (uint256 earned, uint256 remaining) = (pool.earned(ALICE), pool.remainingRewards());
        uint256 left = promisedEnd - vm.getBlockTimestamp();
        uint256 amount = bound(added, 1, type(uint64).max);
        fund(reward, OWNER, address(pool), amount);
        vm.prank(OWNER);
        try pool.fund(amount, bound(time, 1, 3650 days)) {} catch {}
        vm.assertGe(pool.streamEndsAt(), promisedEnd);
        uint256 wait = bound(later, 0, left);
        pass(wait);
        // `earned` rounds down, so allow a difference of one unit.
        vm.assertGe(pool.earned(ALICE) + 1, earned + remaining * wait / left);
    }

    function test_FundingBeyondTheArithmeticIsRefused() public {
        uint256 max = type(uint256).max / 1e36;
        fundRewards(max, 100);
        fund(reward, OWNER, address(pool), 1);
        vm.expectRevert(abi.encodeWithSelector(IStakingPool.FundingTooLarge.selector, max + 1, max));
        vm.prank(OWNER);
        pool.fund(1, 100);
    }

    function test_FeeOnTransferFundingCountsWhatArrived() public {
        FeeOnTransferToken fee = new FeeOnTransferToken(1_000);
        pool = new StakingPool(address(token), address(fee), OWNER);
        stake(ALICE, 5);
        fee.transfer(OWNER, 1_000);
        vm.prank(OWNER);
        fee.approve(address(pool), 990);
        vm.prank(OWNER);
        pool.fund(990, 10);
        vm.assertEq(pool.funded(), 981);
        pass(10);
        vm.assertEq(pool.earned(ALICE), 981);
        claim(ALICE);
        vm.assertEq(fee.balanceOf(address(pool)), 0);
    }
}
