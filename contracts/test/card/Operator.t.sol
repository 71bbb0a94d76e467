// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {CardAccount} from "../../src/CardAccount.sol";
import {ICardAccount} from "../../src/ICardAccount.sol";
import {ICardFunds} from "../../src/card/ICardFunds.sol";
import {ICustody} from "../../src/ICustody.sol";
import {IRecovery} from "../../src/IRecovery.sol";
import {CardTest} from "../support/CardTest.sol";

/// @dev The contract's owner, operators, and what was earned. Recoveries.
contract CardOperatorTest is CardTest {
    function setOperator(address operator) private {
        vm.prank(OWNER);
        cards.setOperator(operator);
    }

    function assertNext(address operator, uint256 from) private view {
        (address next, uint40 time) = cards.nextOperator();
        vm.assertEq(next, operator);
        vm.assertEq(time, from);
    }

    function test_NewOperatorWaitsForADayWhileTheCurrentOneStays() public {
        vm.expectEmit(address(cards));
        emit ICardAccount.OperatorSet(BOB, NOW + 1 days);
        setOperator(BOB);
        assertNext(BOB, NOW + 1 days);
        pass(1 days - 1);
        vm.assertEq(cards.operator(), OPERATOR);
        assertDone(place("a", 1));
        pass(1);
        vm.assertEq(cards.operator(), BOB);
        vm.assertEq(cards.OPERATOR_DELAY(), 1 days);
    }

    function test_TheFirstOperatorIsSetAtOnce() public {
        vm.expectEmit();
        emit ICardAccount.OperatorSet(OPERATOR, NOW);
        CardAccount created = new CardAccount(OWNER, OPERATOR, DELAY);
        vm.assertEq(created.operator(), OPERATOR);
    }

    function test_RemovalIsImmediateAndIsNoShortcut() public {
        setOperator(BOB);
        pass(1 days - 1);
        vm.expectEmit(address(cards));
        emit ICardAccount.OperatorSet(address(0), NOW + 1 days - 1);
        setOperator(address(0));
        vm.assertEq(cards.operator(), address(0));
        setOperator(BOB);
        vm.assertEq(cards.operator(), address(0));
        pass(1 days);
        vm.assertEq(cards.operator(), BOB);
    }

    function test_ChangingTheNextOperatorWaitsAnew() public {
        setOperator(BOB);
        pass(1 days - 1);
        setOperator(CAROL);
        pass(1);
        vm.assertEq(cards.operator(), OPERATOR);
        pass(1 days - 1);
        vm.assertEq(cards.operator(), CAROL);
    }

    function test_OnlyTheOwnerSetsOperatorsAndCollects() public {
        expectUnauthorized(OPERATOR);
        cards.setOperator(OPERATOR);
        expectUnauthorized(OPERATOR);
        cards.collect(address(token), 1, OPERATOR);
        expectUnauthorized(OPERATOR);
        cards.pause();
    }

    function test_OwnerCollectsWhatIsSettledAndNoMore() public {
        place("a", 100);
        capture("a", 2, 100, true);
        bytes memory call = abi.encodeCall(ICardAccount.collect, (address(token), 101, CAROL));
        tryAs(OWNER, call, abi.encodeWithSelector(ICardAccount.InsufficientSettled.selector));
        call = abi.encodeCall(ICardAccount.collect, (address(token), 0, CAROL));
        tryAs(OWNER, call, abi.encodeWithSelector(ICustody.ZeroAmount.selector));
        call = abi.encodeCall(ICardAccount.collect, (address(token), 60, address(cards)));
        tryAs(OWNER, call, abi.encodeWithSelector(ICustody.InvalidRecipient.selector, address(cards)));
        vm.expectEmit(address(cards));
        emit ICardAccount.SettledCollected(address(token), CAROL, 60);
        tryAs(OWNER, abi.encodeCall(ICardAccount.collect, (address(token), 60, CAROL)), "");
        vm.assertEq(cards.settled(address(token)), 40);
        vm.assertEq(token.balanceOf(CAROL), 60);
    }

    function test_AnyoneFundsCredits() public {
        fund(token, CAROL, address(cards), 70);
        vm.expectEmit(address(cards));
        emit ICardAccount.SettledFunded(CAROL, address(token), 70);
        tryAs(CAROL, abi.encodeCall(ICardAccount.fund, (address(token), 70)), "");
        vm.assertEq(cards.settled(address(token)), 70);
        vm.assertEq(accountOf(CAROL).balance, 0);
        // Later money comes on top.
        fund(token, CAROL, address(cards), 5);
        tryAs(CAROL, abi.encodeCall(ICardAccount.fund, (address(token), 5)), "");
        vm.assertEq(cards.settled(address(token)), 75);
        bytes memory zero = abi.encodeWithSelector(ICustody.ZeroAmount.selector);
        tryAs(CAROL, abi.encodeCall(ICardAccount.fund, (address(token), 0)), zero);
    }

    function recoverCall() private view returns (bytes memory) {
        return abi.encodeCall(ICardFunds.recover, (ALICE, address(token)));
    }

    /// @dev Waits `GRACE` longer than other contracts, so that purchases approved before can be posted.
    function test_RecoveryMovesTheFreeBalanceAfterGrace() public {
        place("a", 300);
        capture("a", 2, 100, false);
        request(500);
        vm.prank(ALICE);
        cards.setRecovery(BOB, 1 days);
        vm.prank(BOB);
        cards.requestRecovery(ALICE);
        uint256 readyAt = NOW + 1 days;
        tryAs(BOB, recoverCall(), abi.encodeWithSelector(IRecovery.RecoveryNotReady.selector, readyAt));
        vm.warp(readyAt + GRACE - 1);
        tryAs(BOB, recoverCall(), abi.encodeWithSelector(IRecovery.RecoveryNotReady.selector, readyAt + GRACE));
        pass(1);
        tryAs(CAROL, recoverCall(), abi.encodeWithSelector(IRecovery.NotRecoveryAddress.selector, ALICE, CAROL));
        vm.expectEmit(address(cards));
        emit ICardFunds.AccountRecovered(ALICE, address(token), BOB, 700);
        tryAs(BOB, recoverCall(), "");
        assertAlice(200, 200, 200);
        vm.assertEq(accountOf(BOB).balance, 700);
        vm.assertEq(accountOf(BOB).taken, 0);
        vm.assertEq(accountOf(ALICE).taken, 100);
        tryAs(BOB, recoverCall(), abi.encodeWithSelector(ICustody.ZeroAmount.selector));
        release("a", 3, 200);
        tryAs(BOB, recoverCall(), "");
        assertAlice(0, 0, 0);
        vm.assertEq(accountOf(BOB).balance, 900);
        assertDone(credit("c", 100));
        assertAlice(100, 0, 0);
    }

    function test_ConstantsAreReadable() public view {
        vm.assertEq(cards.SIGNATURE_GAS(), 200_000);
        vm.assertEq(cards.owner(), OWNER);
        assertNext(OPERATOR, 0);
    }
}
