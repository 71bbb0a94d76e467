// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {Calendar} from "../../src/card/Calendar.sol";
import {ICardHolds} from "../../src/card/ICardHolds.sol";
import {ICards} from "../../src/card/ICards.sol";
import {CardTest} from "../support/CardTest.sol";

/// @dev Limits of days and months, and what applies to purchases that were approved before limits changed.
contract CardLimitsTest is CardTest {
    uint256 private constant NOVEMBER_15 = 1_700_006_400;
    uint256 private constant DECEMBER = 1_701_388_800;

    function test_DayLimitStartsAnewAtMidnight() public {
        vm.warp(NOVEMBER_15 - 1);
        assertDone(place("a", 300));
        assertReason(place("b", 1), ICardHolds.AboveDayLimit.selector);
        vm.warp(NOVEMBER_15);
        assertDone(place("b", 100));
        assertUsed(100, 400);
        assertReason(place("c", 201), ICardHolds.AboveDayLimit.selector);
        assertReason(place("c", 201, NOVEMBER_15 - 1), ICardHolds.AboveDayLimit.selector);
    }

    function test_ApprovalOfYesterdayCountsForYesterdayUnlessTodayWasUsed() public {
        vm.warp(NOVEMBER_15 - 60);
        place("a", 200);
        vm.warp(NOVEMBER_15 + 60);
        assertReason(place("b", 101, NOVEMBER_15 - 1), ICardHolds.AboveDayLimit.selector);
        assertDone(place("b", 100, NOVEMBER_15 - 1));
        vm.assertEq(cards.holdOf("b").day, NOVEMBER_15 / 1 days - 1);
        assertDone(place("c", 50));
        assertDone(place("d", 50, NOVEMBER_15 - 1));
        vm.assertEq(cards.holdOf("d").day, NOVEMBER_15 / 1 days);
        assertUsed(100, 400);
    }

    function test_MonthLimitStartsAnewWithTheMonth() public {
        vm.warp(DECEMBER - 1 days);
        place("a", 300);
        vm.warp(DECEMBER - 1);
        assertReason(place("b", 301), ICardHolds.AboveDayLimit.selector);
        setLimits(1_000, 400, 0, 0);
        assertReason(place("b", 101), ICardHolds.AboveMonthLimit.selector);
        assertDone(place("b", 100));
        vm.warp(DECEMBER);
        assertReason(place("c", 401), ICardHolds.AboveMonthLimit.selector);
        assertDone(place("c", 400));
        assertUsed(400, 400);
    }

    function test_ReleaseFreesTheLimitsOfItsOwnDayAndMonthAlone() public {
        vm.warp(DECEMBER - 1 days - 1);
        place("a", 100);
        place("b", 100);
        release("a", 2, 40);
        assertUsed(160, 160);
        vm.warp(DECEMBER - 1 days);
        place("c", 100);
        release("a", 3, 30);
        assertUsed(100, 230);
        vm.warp(DECEMBER);
        release("a", 4, 10);
        assertUsed(100, 220);
        place("d", 100);
        release("a", 5, 20);
        release("c", 2, 100);
        assertUsed(100, 100);
        assertAlice(1_000, 200, 0);
    }

    /// @dev An increment counts on its own day, but its hold stays one of the first day.
    function test_RaisedHoldsFreeTheLimitsOfTheirFirstDay() public {
        vm.warp(NOVEMBER_15 - 1);
        place("a", 100);
        vm.warp(NOVEMBER_15);
        raise("a", 2, 200);
        assertUsed(200, 300);
        release("a", 3, 300);
        assertUsed(200, 0);
        assertReason(place("b", 101), ICardHolds.AboveDayLimit.selector);
    }

    function test_LoweredLimitsApplyToLaterApprovals() public {
        setLimits(100, 600, 100, 2_000);
        assertReason(place("a", 101, NOW), ICardHolds.AboveDayLimit.selector);
        assertDone(place("a", 300, NOW - 1));
        setLimits(100, 200, 100, 2_000);
        assertReason(place("b", 101), ICardHolds.AboveDayLimit.selector);
        pass(GRACE + 1);
        assertReason(place("b", 1, NOW - 1), ICardHolds.ApprovalTooOld.selector);
    }

    function test_RaisedLimitsApplyAtOnce() public {
        setLimits(500, 600, 100, 0);
        assertDone(place("a", 500, NOW - 1));
        vm.assertEq(cards.holdOf("a").overCaptureBps, 2_000);
    }

    /// @dev Lowering limits twice refuses no purchase that was approved before, for `GRACE`.
    function test_LoweringTwiceKeepsTheHighestForEarlierApprovals() public {
        pass(1 days);
        uint256 first = vm.getBlockTimestamp();
        setLimits(200, 600, 100, 1_000);
        pass(GRACE);
        setLimits(100, 600, 100, 0);
        assertDone(place("a", 300, first));
        pass(1 days);
        setLimits(50, 600, 100, 0);
        assertReason(place("b", 101, vm.getBlockTimestamp() - 1), ICardHolds.AboveDayLimit.selector);
        assertDone(place("b", 100, vm.getBlockTimestamp() - 1));
    }

    function test_PreviousLimitsAreForgottenAfterGrace() public {
        pass(1 days);
        setLimits(200, 600, 100, 0);
        pass(GRACE + 1);
        setLimits(100, 600, 100, 0);
        assertReason(place("a", 201, vm.getBlockTimestamp() - 1), ICardHolds.AboveDayLimit.selector);
        assertDone(place("a", 200, vm.getBlockTimestamp() - 1));
        vm.assertEq(cards.holdOf("a").overCaptureBps, 0);
    }

    function test_OverCaptureHasACap() public {
        ICards.Limits memory limits = ICards.Limits(1, 1, 1, 2_501);
        bytes memory reason = abi.encodeWithSelector(ICards.OverCaptureAboveCap.selector, 2_501);
        tryAs(ALICE, abi.encodeCall(ICards.setLimits, (card, limits)), reason);
        tryAs(ALICE, abi.encodeCall(ICards.openCard, (address(token), limits)), reason);
        setLimits(1, 1, 1, 2_500);
        vm.assertEq(cards.MAX_OVER_CAPTURE_BPS(), 2_500);
    }

    function test_LimitsAreReplacedAndUseStays() public {
        place("a", 100);
        debit("a", 10);
        vm.expectEmit(address(cards));
        emit ICards.LimitsSet(card, ICards.Limits(11, 12, 13, 14));
        setLimits(11, 12, 13, 14);
        ICards.Card memory state = cards.cardOf(card);
        vm.assertEq(abi.encode(state.limits), abi.encode(ICards.Limits(11, 12, 13, 14)));
        vm.assertEq(state.usedOffline, 10);
        assertUsed(100, 100);
    }

    /// @dev Counts months day by day from 1970 to 2410, by the rules of leap years.
    function test_MonthsChangeOnTheirFirstDays() public pure {
        uint8[12] memory lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
        uint24 first = Calendar.monthOf(0);
        uint24 day = 0;
        for (uint24 month = 0; month < 440 * 12; month++) {
            uint256 year = 1970 + month / 12;
            bool isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
            uint24 length = lengths[month % 12] + (month % 12 == 1 && isLeap ? 1 : 0);
            vm.assertEq(Calendar.monthOf(day), first + month);
            vm.assertEq(Calendar.monthOf(day + length - 1), first + month);
            day += length;
        }
    }

    function testFuzz_DaysAndMonthsNeverDecrease(uint40 time) public pure {
        time = uint40(bound(time, 1 days, type(uint40).max));
        (uint24 day, uint24 before) = (Calendar.dayOf(time), Calendar.dayOf(time - 1 days));
        vm.assertEq(day, time / 1 days);
        vm.assertEq(day - before, 1);
        vm.assertLe(Calendar.monthOf(day) - Calendar.monthOf(before), 1);
    }
}
