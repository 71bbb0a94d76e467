// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {ICardFunds} from "../../src/card/ICardFunds.sol";
import {ICardHolds} from "../../src/card/ICardHolds.sol";
import {ICards} from "../../src/card/ICards.sol";
import {ICustody} from "../../src/ICustody.sol";
import {CardTest} from "../support/CardTest.sol";

contract CardCaptureTest is CardTest {
    function test_CaptureMovesTheWholeHoldToSettled() public {
        place("a", 100);
        vm.expectEmit(address(cards));
        emit ICardHolds.HoldCaptured("a", card, 2, 100, 0);
        assertDone(capture("a", 2, 100, true));
        assertAlice(900, 0, 0);
        assertHold("a", 0, 2);
        assertUsed(100, 100);
        vm.assertEq(cards.settled(address(token)), 100);
        vm.assertEq(accountOf(ALICE).taken, 100);
        vm.assertEq(token.balanceOf(address(cards)), 1_000);
        assertReason(capture("a", 3, 1, true), ICardHolds.HoldNotOpen.selector);
    }

    function test_PartialCaptureKeepsTheRemainder() public {
        place("a", 100);
        vm.expectEmit(address(cards));
        emit ICardHolds.HoldCaptured("a", card, 2, 30, 70);
        assertDone(capture("a", 2, 30, false));
        assertHold("a", 70, 2);
        assertAlice(970, 70, 0);
        assertUsed(100, 100);
        assertDone(capture("a", 3, 70, false));
        assertHold("a", 0, 3);
        assertAlice(900, 0, 0);
        assertReason(capture("a", 4, 1, false), ICardHolds.HoldNotOpen.selector);
    }

    function test_LastCaptureReleasesTheRemainder() public {
        place("a", 100);
        vm.expectEmit(address(cards));
        emit ICardHolds.HoldCaptured("a", card, 2, 30, 0);
        assertDone(capture("a", 2, 30, true));
        assertHold("a", 0, 2);
        assertAlice(970, 0, 0);
        assertUsed(30, 30);
        assertReason(capture("a", 3, 1, true), ICardHolds.HoldNotOpen.selector);
    }

    function test_RemainderReleasedOnALaterDayStillCountsInItsMonth() public {
        place("a", 100);
        pass(1 days);
        place("b", 50);
        assertDone(capture("a", 2, 30, true));
        assertUsed(50, 80);
    }

    function test_CaptureExceedsTheHoldByTheAgreedMargin() public {
        place("a", 100);
        assertReason(capture("a", 2, 121, true), ICardHolds.AboveHold.selector);
        assertHold("a", 100, 1);
        assertDone(capture("a", 2, 120, false));
        assertHold("a", 0, 2);
        assertAlice(880, 0, 0);
        vm.assertEq(cards.settled(address(token)), 120);
        assertUsed(100, 100);
    }

    function test_MarginIsThatOfTheApproval() public {
        place("a", 100);
        setLimits(300, 600, 0, 0);
        place("b", 100, NOW - 1);
        place("c", 100);
        assertReason(capture("c", 2, 101, true), ICardHolds.AboveHold.selector);
        assertDone(capture("c", 2, 100, true));
        assertDone(capture("a", 2, 120, true));
        assertDone(capture("b", 2, 120, true));
    }

    function test_MarginOnARemainderIsOfTheRemainder() public {
        place("a", 100);
        capture("a", 2, 50, false);
        assertReason(capture("a", 3, 61, true), ICardHolds.AboveHold.selector);
        assertDone(capture("a", 3, 60, true));
        vm.assertEq(cards.settled(address(token)), 110);
    }

    function test_ExcessComesFromWhatIsSpendable() public {
        setLimits(2_000, 2_000, 0, 2_000);
        place("a", 900);
        request(60);
        assertReason(capture("a", 2, 941, true), ICardFunds.InsufficientBalance.selector);
        assertAlice(1_000, 900, 60);
        assertDone(capture("a", 2, 940, true));
        assertAlice(60, 0, 60);
    }

    /// @dev Also for captures that happen within `GRACE` of the request: the purchase was agreed on without the excess.
    function test_ExcessNeverComesFromMoneyThatIsLeaving() public {
        setLimits(2_000, 2_000, 0, 2_000);
        place("a", 500);
        request(500);
        assertReason(capture("a", 2, 501, true), ICardFunds.InsufficientBalance.selector);
        assertDone(capture("a", 2, 500, true));
        assertAlice(500, 0, 500);
    }

    function test_EachCaptureAppliesOnceAndInOrder() public {
        place("a", 100);
        assertReason(capture("a", 1, 10, false), ICardHolds.WrongSequence.selector);
        assertReason(capture("a", 3, 10, false), ICardHolds.WrongSequence.selector);
        assertDone(capture("a", 2, 10, false));
        vm.expectEmit(address(cards));
        emit ICardHolds.ItemRefused("a", 2, ICardHolds.WrongSequence.selector);
        assertReason(capture("a", 2, 10, false), ICardHolds.WrongSequence.selector);
        assertReason(capture("a", 3, 0, false), ICustody.ZeroAmount.selector);
        assertReason(capture("b", 1, 10, false), ICardHolds.HoldNotOpen.selector);
        assertAlice(990, 90, 0);
        vm.assertEq(cards.settled(address(token)), 10);
    }

    function test_FrozenAndClosedCardsAreCaptured() public {
        place("a", 100);
        setStatus(ICards.CardStatus.Frozen);
        pass(GRACE + 1);
        assertDone(capture("a", 2, 50, false));
        setStatus(ICards.CardStatus.Closed);
        assertDone(capture("a", 3, 50, false));
        assertAlice(900, 0, 0);
    }

    function test_CaptureLowersARequestForMoreThanTheBalance() public {
        place("a", 300);
        request(900);
        assertDone(capture("a", 2, 300, true));
        assertAlice(700, 0, 700);
        vm.assertEq(accountOf(ALICE).leavingSince, NOW);
    }

    /// @dev Captures in any order take at most the hold and its margin, and `held` is the sum of what remains.
    function testFuzz_CapturesStayWithinTheHoldAndItsMargin(uint96[6] memory amounts, uint96 placed, uint16 margin)
        public
    {
        topUp(ALICE, type(uint96).max / 2);
        placed = uint96(bound(placed, 1, type(uint96).max / 4));
        margin = uint16(bound(margin, 0, 2_500));
        setLimits(type(uint96).max, type(uint96).max, 0, margin);
        place("a", placed);
        uint16 sequence = 2;
        uint256 taken = 0;
        for (uint256 i = 0; i < amounts.length; i++) {
            uint96 amount = uint96(bound(amounts[i], 0, placed));
            uint256 remaining = cards.holdOf("a").remaining;
            bytes4 refusal = capture("a", sequence, amount, amounts[i] % 5 == 0);
            bool isPossible = remaining > 0 && amount > 0 && amount <= remaining + remaining * margin / 10_000;
            vm.assertTrue((refusal == 0) == isPossible);
            if (refusal == 0) (sequence, taken) = (sequence + 1, taken + amount);
            vm.assertEq(accountOf(ALICE).held, cards.holdOf("a").remaining);
        }
        vm.assertLe(taken, placed + uint256(placed) * margin / 10_000);
        vm.assertEq(cards.settled(address(token)), taken);
    }
}
