// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {ICardFunds} from "../../src/card/ICardFunds.sol";
import {ICardHolds} from "../../src/card/ICardHolds.sol";
import {ICards} from "../../src/card/ICards.sol";
import {ICustody} from "../../src/ICustody.sol";
import {CardTest} from "../support/CardTest.sol";

contract CardHoldTest is CardTest {
    function test_HoldReservesMoneyAndCountsAgainstLimits() public {
        vm.expectEmit(address(cards));
        emit ICardHolds.HoldPlaced("a", card, 100, NOW, NOW + 7 days);
        assertDone(place("a", 100));
        assertAlice(1_000, 100, 0);
        assertUsed(100, 100);
        ICardHolds.Hold memory hold = cards.holdOf("a");
        vm.assertEq(hold.card, card);
        vm.assertEq(hold.account, 1);
        vm.assertEq(hold.expiry, NOW + 7 days);
        vm.assertEq(hold.day, NOW / 1 days);
        vm.assertEq(hold.overCaptureBps, 2_000);
        assertHold("a", 100, 1);
        vm.assertEq(cards.spendable(ALICE, address(token)), 900);
        vm.assertEq(cards.cardOf(card).usedOn, NOW / 1 days);
    }

    function test_RefusedHoldEmitsAnEventAndChangesNothing() public {
        vm.expectEmit(address(cards));
        emit ICardHolds.ItemRefused("a", 1, ICards.UnknownCard.selector);
        assertReason(place(ICardHolds.Placement("a", 7, 100, uint40(NOW), expiryIn(1))), ICards.UnknownCard.selector);
        assertReason(place("a", 0), ICustody.ZeroAmount.selector);
        assertReason(place("a", 301), ICardHolds.AboveDayLimit.selector);
        setLimits(1_000, 250, 0, 0);
        assertReason(place("a", 251), ICardHolds.AboveMonthLimit.selector);
        setLimits(2_000, 2_000, 0, 0);
        assertReason(place("a", 1_001), ICardFunds.InsufficientBalance.selector);
        assertAlice(1_000, 0, 0);
        assertUsed(0, 0);
        assertHold("a", 0, 0);
        assertDone(place("a", 1_000));
    }

    function test_RefusedItemsDoNotAffectTheOthers() public {
        ICardHolds.Placement[] memory items = new ICardHolds.Placement[](4);
        items[0] = ICardHolds.Placement("a", card, 200, uint40(NOW), expiryIn(1));
        items[1] = ICardHolds.Placement("b", card, 200, uint40(NOW), expiryIn(1));
        items[2] = ICardHolds.Placement("a", card, 50, uint40(NOW), expiryIn(1));
        items[3] = ICardHolds.Placement("c", card, 100, uint40(NOW), expiryIn(1));
        vm.prank(OPERATOR);
        bytes4[] memory refusals = cards.placeHolds(items);
        assertDone(refusals[0]);
        assertReason(refusals[1], ICardHolds.AboveDayLimit.selector);
        assertReason(refusals[2], ICardHolds.IdUsed.selector);
        assertDone(refusals[3]);
        assertAlice(1_000, 300, 0);
        assertUsed(300, 300);
    }

    function test_ExpiryIsAtMostThirtyFiveDaysAhead() public {
        bytes4 invalid = ICardHolds.InvalidExpiry.selector;
        assertReason(place(ICardHolds.Placement("a", card, 1, uint40(NOW), uint40(NOW))), invalid);
        assertReason(place(ICardHolds.Placement("a", card, 1, uint40(NOW), expiryIn(35 days + 1))), invalid);
        assertDone(place(ICardHolds.Placement("a", card, 1, uint40(NOW), expiryIn(35 days))));
        assertDone(place(ICardHolds.Placement("b", card, 1, uint40(NOW), expiryIn(1))));
        vm.assertEq(cards.MAX_HOLD(), 35 days);
    }

    function test_TimestampEdgeOfOldApprovals() public {
        assertReason(place("a", 1, NOW - GRACE - 1), ICardHolds.ApprovalTooOld.selector);
        assertDone(place("a", 1, NOW - GRACE));
    }

    function test_ApprovalsInTheFutureCountAsNow() public {
        assertDone(place("a", 100, NOW + 10 days));
        vm.assertEq(cards.holdOf("a").day, NOW / 1 days);
        setStatus(ICards.CardStatus.Frozen);
        assertReason(place("b", 100, NOW + 10 days), ICardHolds.CardNotActive.selector);
    }

    function test_IdentifiersOfClosedHoldsAreNeverUsedAgain() public {
        place("a", 100);
        assertDone(release("a", 2, 100));
        assertReason(place("a", 100), ICardHolds.IdUsed.selector);
        place("b", 100);
        assertDone(capture("b", 2, 100, true));
        assertReason(place("b", 100), ICardHolds.IdUsed.selector);
        place("c", 100);
        pass(7 days);
        vm.assertEq(releaseExpired("c"), 1);
        assertReason(place("c", 100), ICardHolds.IdUsed.selector);
    }

    function test_RaiseAddsToAHold() public {
        place("a", 100);
        vm.expectEmit(address(cards));
        emit ICardHolds.HoldRaised("a", card, 2, 50, 150);
        assertDone(raise("a", 2, 50));
        assertHold("a", 150, 2);
        assertAlice(1_000, 150, 0);
        assertUsed(150, 150);
        assertReason(raise("a", 3, 151), ICardHolds.AboveDayLimit.selector);
        assertReason(raise("b", 1, 10), ICardHolds.HoldNotOpen.selector);
        assertReason(raise("a", 3, 1, NOW - GRACE - 1), ICardHolds.ApprovalTooOld.selector);
        assertReason(raise("a", 3, 0), ICustody.ZeroAmount.selector);
        assertHold("a", 150, 2);
    }

    /// @dev Increment, reversal of a part, and the same increment again: amounts alone can't tell the copy.
    function test_EachChangeAppliesOnce() public {
        place("a", 100);
        assertDone(raise("a", 2, 50));
        assertDone(release("a", 3, 50));
        assertReason(raise("a", 2, 50), ICardHolds.WrongSequence.selector);
        assertReason(release("a", 3, 50), ICardHolds.WrongSequence.selector);
        assertReason(capture("a", 3, 50, false), ICardHolds.WrongSequence.selector);
        assertReason(raise("a", 5, 50), ICardHolds.WrongSequence.selector);
        assertDone(raise("a", 4, 50));
        assertHold("a", 150, 4);
    }

    function test_ReleaseFreesAPartOrAll() public {
        place("a", 100);
        vm.expectEmit(address(cards));
        emit ICardHolds.HoldReleased("a", card, 2, 30, 70);
        assertDone(release("a", 2, 30));
        assertAlice(1_000, 70, 0);
        assertUsed(70, 70);
        assertReason(release("a", 3, 71), ICardHolds.AboveHold.selector);
        assertReason(release("a", 3, 0), ICustody.ZeroAmount.selector);
        assertDone(release("a", 3, 70));
        assertHold("a", 0, 3);
        assertAlice(1_000, 0, 0);
        assertReason(release("a", 4, 1), ICardHolds.HoldNotOpen.selector);
    }

    function test_AnyoneReleasesExpiredHoldsOnce() public {
        place("a", 100);
        pass(7 days - 1);
        vm.assertEq(releaseExpired("a"), 0);
        assertAlice(1_000, 100, 0);
        pass(1);
        bytes32[] memory ids = new bytes32[](3);
        (ids[0], ids[1], ids[2]) = ("a", "a", "unknown");
        vm.expectEmit(address(cards));
        emit ICardHolds.HoldExpired("a", card, 100);
        vm.assertEq(cards.releaseExpired(ids), 1);
        assertHold("a", 0, 1);
        assertAlice(1_000, 0, 0);
        assertReason(capture("a", 2, 1, true), ICardHolds.HoldNotOpen.selector);
    }

    function test_ExpiredHoldThatNobodyReleasedCanStillBeCaptured() public {
        place("a", 100);
        pass(8 days);
        assertDone(capture("a", 2, 100, true));
        vm.assertEq(releaseExpired("a"), 0);
    }

    function test_OnlyTheOperatorPosts() public {
        bytes memory reason = abi.encodeWithSelector(ICardHolds.NotOperator.selector, OWNER);
        bytes memory aliceReason = abi.encodeWithSelector(ICardHolds.NotOperator.selector, ALICE);
        bytes[6] memory calls = [
            abi.encodeCall(ICardHolds.placeHolds, (new ICardHolds.Placement[](0))),
            abi.encodeCall(ICardHolds.raiseHolds, (new ICardHolds.Raise[](0))),
            abi.encodeCall(ICardHolds.releaseHolds, (new ICardHolds.Release[](0))),
            abi.encodeCall(ICardHolds.captureHolds, (new ICardHolds.Capture[](0))),
            abi.encodeCall(ICardHolds.debitWithoutHold, (new ICardHolds.Posting[](0))),
            abi.encodeCall(ICardHolds.credit, (new ICardHolds.Posting[](0)))
        ];
        for (uint256 i = 0; i < 6; i++) {
            tryAs(OWNER, calls[i], reason);
            tryAs(ALICE, calls[i], aliceReason);
        }
        vm.prank(OWNER);
        cards.pause();
        for (uint256 i = 0; i < 6; i++) {
            tryAs(OPERATOR, calls[i], i < 2 ? abi.encodeWithSelector(Pausable.EnforcedPause.selector) : bytes(""));
        }
    }
}
