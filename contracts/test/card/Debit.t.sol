// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {ICardAccount} from "../../src/ICardAccount.sol";
import {ICardFunds} from "../../src/card/ICardFunds.sol";
import {ICardHolds} from "../../src/card/ICardHolds.sol";
import {ICards} from "../../src/card/ICards.sol";
import {ICustody} from "../../src/ICustody.sol";
import {CardTest} from "../support/CardTest.sol";

/// @dev Debits without a hold, and credits.
contract CardDebitTest is CardTest {
    uint256 private constant DECEMBER = 1_701_388_800;

    function test_DebitMovesMoneyToSettledOncePerId() public {
        vm.expectEmit(address(cards));
        emit ICardHolds.Debited("a", card, 60);
        assertDone(debit("a", 60));
        assertAlice(940, 0, 0);
        assertUsed(0, 0);
        vm.assertTrue(cards.isDebited("a"));
        vm.assertEq(cards.cardOf(card).usedOffline, 60);
        vm.assertEq(cards.settled(address(token)), 60);
        vm.assertEq(accountOf(ALICE).taken, 60);
        vm.expectEmit(address(cards));
        emit ICardHolds.ItemRefused("a", 0, ICardHolds.IdUsed.selector);
        assertReason(debit("a", 1), ICardHolds.IdUsed.selector);
        assertAlice(940, 0, 0);
    }

    function test_RefusedDebitsChangeNothing() public {
        assertReason(debit("a", 0), ICustody.ZeroAmount.selector);
        assertReason(debit("a", 101), ICardHolds.AboveOfflineLimit.selector);
        vm.prank(OPERATOR);
        assertReason(cards.debitWithoutHold(posting("a", 7, 1))[0], ICards.UnknownCard.selector);
        setLimits(300, 600, 5_000, 0);
        assertReason(debit("a", 1_001), ICardFunds.InsufficientBalance.selector);
        vm.assertFalse(cards.isDebited("a"));
        vm.assertEq(cards.cardOf(card).usedOffline, 0);
        assertAlice(1_000, 0, 0);
        assertDone(debit("a", 1_000));
    }

    function test_AllowanceIsPerCalendarMonth() public {
        assertDone(debit("a", 60));
        assertReason(debit("b", 41), ICardHolds.AboveOfflineLimit.selector);
        assertDone(debit("b", 40));
        vm.warp(DECEMBER - 1);
        assertReason(debit("c", 1), ICardHolds.AboveOfflineLimit.selector);
        vm.warp(DECEMBER);
        assertReason(debit("c", 101), ICardHolds.AboveOfflineLimit.selector);
        assertDone(debit("c", 100));
        vm.assertEq(cards.cardOf(card).usedOffline, 100);
        assertReason(debit("d", 1), ICardHolds.AboveOfflineLimit.selector);
    }

    function test_AllowanceOfZeroAllowsNone() public {
        setLimits(300, 600, 0, 0);
        assertReason(debit("a", 1), ICardHolds.AboveOfflineLimit.selector);
    }

    function test_DebitsUseNeitherHeldNorLeavingMoney() public {
        place("a", 300);
        request(650);
        assertReason(debit("b", 51), ICardFunds.InsufficientBalance.selector);
        assertDone(debit("b", 50));
        assertAlice(950, 300, 650);
    }

    function test_FrozenCardsAreDebitedAndClosedOnesWithinGrace() public {
        setStatus(ICards.CardStatus.Frozen);
        pass(30 days);
        assertDone(debit("a", 10));
        setStatus(ICards.CardStatus.Active);
        setStatus(ICards.CardStatus.Closed);
        pass(GRACE);
        assertDone(debit("b", 10));
        pass(1);
        assertReason(debit("c", 10), ICardHolds.CardNotActive.selector);
    }

    function test_CreditReturnsWhatWasTakenOncePerId() public {
        debit("a", 60);
        vm.expectEmit(address(cards));
        emit ICardHolds.Credited("a", card, 40);
        assertDone(credit("a", 40));
        assertAlice(980, 0, 0);
        vm.assertTrue(cards.isCredited("a"));
        vm.assertEq(cards.settled(address(token)), 20);
        vm.assertEq(accountOf(ALICE).taken, 20);
        assertReason(credit("a", 1), ICardHolds.IdUsed.selector);
        assertReason(credit("b", 0), ICustody.ZeroAmount.selector);
        assertReason(credit("b", 21), ICardHolds.AboveTaken.selector);
        assertDone(credit("b", 20));
        assertAlice(1_000, 0, 0);
        assertReason(credit("c", 1), ICardHolds.AboveTaken.selector);
        vm.assertFalse(cards.isCredited("c"));
        vm.assertEq(cards.cardOf(card).usedOffline, 60);
    }

    function test_CreditsNeedSettledMoney() public {
        debit("a", 60);
        vm.prank(OWNER);
        cards.collect(address(token), 50, BOB);
        assertReason(credit("a", 11), ICardAccount.InsufficientSettled.selector);
        assertDone(credit("a", 10));
        vm.prank(OPERATOR);
        assertReason(cards.credit(posting("b", 7, 1))[0], ICards.UnknownCard.selector);
    }

    function test_ClosedCardsAreCredited() public {
        debit("a", 60);
        setStatus(ICards.CardStatus.Closed);
        pass(60 days);
        assertDone(credit("a", 60));
        assertAlice(1_000, 0, 0);
    }

    /// @dev Withdrawing and topping up change nothing about what can be credited.
    function test_OnlyCapturesAndDebitsCanBeCredited() public {
        debit("a", 60);
        request(500);
        pass(DELAY);
        withdraw();
        topUp(ALICE, 200);
        vm.assertEq(accountOf(ALICE).taken, 60);
        assertReason(credit("a", 61), ICardHolds.AboveTaken.selector);
        assertDone(credit("a", 60));
        assertAlice(700, 0, 0);
    }

    /// @dev After deposits of more than 96 bits in total, less can be credited, and everything else still works.
    function test_DepositsBeyondTheirBitsOnlyLimitCredits() public {
        topUp(ALICE, type(uint96).max - 1_000);
        setLimits(type(uint96).max, type(uint96).max, 0, 0);
        place("a", type(uint96).max - 10);
        capture("a", 2, type(uint96).max - 10, true);
        vm.assertEq(accountOf(ALICE).taken, type(uint96).max - 10);
        topUp(ALICE, 500);
        assertAlice(510, 0, 0);
        vm.assertEq(accountOf(ALICE).taken, type(uint96).max - 510);
        request(510);
        pass(DELAY);
        withdraw();
        assertAlice(0, 0, 0);
        assertDone(credit("a", type(uint96).max - 510));
        assertReason(credit("b", 1), ICardHolds.AboveTaken.selector);
    }
}
