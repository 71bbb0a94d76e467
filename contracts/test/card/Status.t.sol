// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {ICardHolds} from "../../src/card/ICardHolds.sol";
import {ICards} from "../../src/card/ICards.sol";
import {CardTest} from "../support/CardTest.sol";

/// @dev Opening, freezing, and closing cards, and what earlier approvals can still do.
contract CardStatusTest is CardTest {
    function test_OwnersOpenCards() public {
        vm.expectEmit(address(cards));
        emit ICards.CardOpened(2, BOB, address(token));
        vm.expectEmit(address(cards));
        emit ICards.LimitsSet(2, standardLimits());
        vm.assertEq(openCard(BOB, standardLimits()), 2);
        ICards.Card memory opened = cards.cardOf(2);
        vm.assertEq(opened.owner, BOB);
        vm.assertEq(opened.token, address(token));
        vm.assertTrue(opened.status == ICards.CardStatus.Active);
        vm.assertEq(opened.frozenAt, 0);
        vm.assertEq(abi.encode(opened.limits), abi.encode(standardLimits()));
        vm.assertTrue(cards.cardOf(3).status == ICards.CardStatus.None);
        vm.assertEq(cards.cardOf(3).owner, address(0));
    }

    function test_CardsOfOneOwnerShareTheAccount() public {
        uint32 second = openCard(ALICE, standardLimits());
        place("a", 100);
        assertDone(place(ICardHolds.Placement("b", second, 300, uint40(NOW), expiryIn(1))));
        assertAlice(1_000, 400, 0);
        assertUsed(100, 100);
        vm.assertEq(cards.cardOf(second).usedPerDay, 300);
    }

    function test_PausingStopsNewCardsAlone() public {
        vm.prank(OWNER);
        cards.pause();
        ICards.Limits memory limits = standardLimits();
        bytes memory paused = abi.encodeWithSelector(Pausable.EnforcedPause.selector);
        tryAs(ALICE, abi.encodeCall(ICards.openCard, (address(token), limits)), paused);
        setLimits(1, 2, 3, 4);
        setStatus(ICards.CardStatus.Frozen);
        setStatus(ICards.CardStatus.Active);
        setStatus(ICards.CardStatus.Closed);
    }

    function test_OnlyTheOwnerChangesACardAndTheOperatorFreezesIt() public {
        bytes memory reason = abi.encodeWithSelector(ICards.NotCardOwner.selector, BOB);
        tryAs(BOB, abi.encodeCall(ICards.setLimits, (card, standardLimits())), reason);
        for (uint8 i = 1; i < 4; i++) {
            tryAs(BOB, abi.encodeCall(ICards.setStatus, (card, ICards.CardStatus(i))), reason);
        }
        reason = abi.encodeWithSelector(ICards.NotCardOwner.selector, OPERATOR);
        tryAs(OPERATOR, abi.encodeCall(ICards.setLimits, (card, standardLimits())), reason);
        tryAs(OPERATOR, abi.encodeCall(ICards.setStatus, (card, ICards.CardStatus.Closed)), reason);
        tryAs(OPERATOR, abi.encodeCall(ICards.setStatus, (card, ICards.CardStatus.Frozen)), "");
        tryAs(OPERATOR, abi.encodeCall(ICards.setStatus, (card, ICards.CardStatus.Active)), reason);
        reason = abi.encodeWithSelector(ICards.UnknownCard.selector);
        tryAs(ALICE, abi.encodeCall(ICards.setStatus, (2, ICards.CardStatus.Frozen)), reason);
        tryAs(ALICE, abi.encodeCall(ICards.setLimits, (2, standardLimits())), reason);
        tryAs(OPERATOR, abi.encodeCall(ICards.setStatus, (2, ICards.CardStatus.Frozen)), reason);
    }

    function test_StatusChangesAreRealAndClosedIsForGood() public {
        refuseStatus(ICards.CardStatus.Active, ICards.CardStatus.Active);
        refuseStatus(ICards.CardStatus.None, ICards.CardStatus.Active);
        vm.expectEmit(address(cards));
        emit ICards.StatusSet(card, ICards.CardStatus.Frozen);
        setStatus(ICards.CardStatus.Frozen);
        vm.assertEq(cards.cardOf(card).frozenAt, NOW);
        refuseStatus(ICards.CardStatus.Frozen, ICards.CardStatus.Frozen);
        setStatus(ICards.CardStatus.Active);
        vm.assertEq(cards.cardOf(card).frozenAt, 0);
        setStatus(ICards.CardStatus.Closed);
        for (uint8 i = 0; i < 4; i++) refuseStatus(ICards.CardStatus(i), ICards.CardStatus.Closed);
        bytes memory closed = abi.encodeWithSelector(ICards.WrongStatus.selector, ICards.CardStatus.Closed);
        tryAs(ALICE, abi.encodeCall(ICards.setLimits, (card, standardLimits())), closed);
    }

    function test_TimestampEdgeOfApprovalsBeforeAFreeze() public {
        setStatus(ICards.CardStatus.Frozen);
        assertReason(place("a", 10, NOW), ICardHolds.CardNotActive.selector);
        assertDone(place("a", 10, NOW - 1));
        pass(GRACE - 1);
        assertDone(raise("a", 2, 10, NOW - 1));
        assertReason(raise("a", 3, 10, NOW), ICardHolds.CardNotActive.selector);
        pass(1);
        assertReason(place("b", 10, NOW - 1), ICardHolds.ApprovalTooOld.selector);
        assertReason(place("b", 10), ICardHolds.CardNotActive.selector);
        setStatus(ICards.CardStatus.Active);
        assertDone(place("b", 10));
    }

    /// @dev Closing a frozen card, or having the operator freeze a frozen one, moves no freeze to a later time.
    function test_FreezesNeverMoveToALaterTime() public {
        setStatus(ICards.CardStatus.Frozen);
        pass(60);
        vm.prank(OPERATOR);
        (bool done,) = address(cards).call(abi.encodeCall(ICards.setStatus, (card, ICards.CardStatus.Frozen)));
        vm.assertFalse(done);
        setStatus(ICards.CardStatus.Closed);
        vm.assertEq(cards.cardOf(card).frozenAt, NOW);
        assertReason(place("a", 10, NOW + 30), ICardHolds.CardNotActive.selector);
        assertDone(place("a", 10, NOW - 1));
    }

    function test_ApprovalsDuringAFreezeAreRefusedAfterIt() public {
        setStatus(ICards.CardStatus.Frozen);
        pass(60);
        setStatus(ICards.CardStatus.Active);
        assertReason(place("a", 10, NOW), ICardHolds.CardNotActive.selector);
        assertReason(place("a", 10, NOW + 59), ICardHolds.CardNotActive.selector);
        assertDone(place("a", 10, NOW - 1));
        assertDone(raise("a", 2, 10, NOW + 60));
        assertReason(raise("a", 3, 10, NOW + 59), ICardHolds.CardNotActive.selector);
        setStatus(ICards.CardStatus.Closed);
        assertReason(raise("a", 3, 10, NOW + 59), ICardHolds.CardNotActive.selector);
        assertDone(raise("a", 3, 10, NOW - 1));
    }

    /// @dev After each, a purchase approved before it or between them can still be posted, so that an owner can't get one
    /// for free by freezing.
    function test_SecondFreezeWithinGraceReplacesTheFirst() public {
        for (uint256 i = 0; i < 2; i++) {
            setStatus(ICards.CardStatus.Frozen);
            pass(60);
            setStatus(ICards.CardStatus.Active);
            pass(60);
        }
        assertReason(place("a", 1, NOW + 120), ICardHolds.CardNotActive.selector);
        assertReason(place("a", 1, NOW + 179), ICardHolds.CardNotActive.selector);
        assertDone(place("a", 1, NOW + 180));
        assertDone(place("b", 1, NOW + 60));
        assertDone(place("c", 1, NOW - 1));
        // Only a freeze before the latest one is forgotten.
        assertDone(place("d", 1, NOW + 30));
    }

    function test_FirstFreezeIsRememberedDuringTheSecond() public {
        setStatus(ICards.CardStatus.Frozen);
        pass(60);
        setStatus(ICards.CardStatus.Active);
        pass(60);
        setStatus(ICards.CardStatus.Frozen);
        assertReason(place("a", 1, NOW + 30), ICardHolds.CardNotActive.selector);
        assertReason(place("a", 1, NOW + 120), ICardHolds.CardNotActive.selector);
        assertDone(place("a", 1, NOW + 119));
        assertDone(place("b", 1, NOW - 1));
    }

    function test_PurchasesApprovedBeforeACardIsOpenedAreRefused() public {
        card = openCard(ALICE, standardLimits());
        assertReason(place("a", 10, NOW - 1), ICardHolds.CardNotActive.selector);
        assertDone(place("a", 10, NOW));
        pass(60);
        assertReason(raise("a", 2, 10, NOW - 1), ICardHolds.CardNotActive.selector);
    }

    function refuseStatus(ICards.CardStatus status, ICards.CardStatus current) private {
        bytes memory reason = abi.encodeWithSelector(ICards.WrongStatus.selector, current);
        tryAs(ALICE, abi.encodeCall(ICards.setStatus, (card, status)), reason);
    }
}
