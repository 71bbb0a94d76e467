// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {ICardFunds} from "../../src/card/ICardFunds.sol";
import {ICardHolds} from "../../src/card/ICardHolds.sol";
import {ICards} from "../../src/card/ICards.sol";
import {ICustody} from "../../src/ICustody.sol";
import {CardTest} from "../support/CardTest.sol";

contract CardWithdrawTest is CardTest {
    bytes private constant INSUFFICIENT = abi.encodeWithSelector(ICardFunds.InsufficientBalance.selector);
    bytes private constant ZERO = abi.encodeWithSelector(ICustody.ZeroAmount.selector);
    bytes private constant NO_REQUEST = abi.encodeWithSelector(ICardFunds.NoWithdrawalRequest.selector);

    function withdrawCall() private view returns (bytes memory) {
        return abi.encodeCall(ICardFunds.withdraw, (address(token), BOB));
    }

    function requestCall(uint256 amount) private view returns (bytes memory) {
        return abi.encodeCall(ICardFunds.requestWithdrawal, (address(token), amount));
    }

    function test_RequestIsPaidAfterTheDelay() public {
        vm.expectEmit(address(cards));
        emit ICardFunds.WithdrawalRequested(ALICE, address(token), 400, NOW + DELAY);
        request(400);
        assertAlice(1_000, 0, 400);
        vm.assertEq(accountOf(ALICE).leavingSince, NOW);
        vm.assertEq(cards.spendable(ALICE, address(token)), 600);
        pass(DELAY - 1);
        tryAs(ALICE, withdrawCall(), abi.encodeWithSelector(ICardFunds.WithdrawalNotReady.selector, NOW + DELAY));
        pass(1);
        vm.expectEmit(address(cards));
        emit ICardFunds.Withdrawn(ALICE, address(token), BOB, 400, 0, 0);
        withdraw();
        assertAlice(600, 0, 0);
        vm.assertEq(token.balanceOf(BOB), 400);
        vm.assertEq(accountOf(ALICE).taken, 0);
        tryAs(ALICE, withdrawCall(), NO_REQUEST);
    }

    function test_RequestsAreWithinTheBalance() public {
        tryAs(ALICE, requestCall(0), ZERO);
        tryAs(ALICE, requestCall(1_001), INSUFFICIENT);
        tryAs(BOB, requestCall(1), INSUFFICIENT);
        tryAs(ALICE, requestCall(uint256(type(uint96).max) + 2), INSUFFICIENT);
        request(1_000);
    }

    function test_NewRequestReplacesTheOldOneAndWaitsAnew() public {
        request(400);
        pass(DELAY);
        request(300);
        assertAlice(1_000, 0, 300);
        uint256 readyAt = NOW + 2 * uint256(DELAY);
        tryAs(ALICE, withdrawCall(), abi.encodeWithSelector(ICardFunds.WithdrawalNotReady.selector, readyAt));
    }

    function test_CanceledRequestIsSpendableAgain() public {
        bytes memory call = abi.encodeCall(ICardFunds.cancelWithdrawal, (address(token)));
        tryAs(ALICE, call, NO_REQUEST);
        request(1_000);
        assertReason(place("a", 1), ICardFunds.InsufficientBalance.selector);
        vm.expectEmit(address(cards));
        emit ICardFunds.WithdrawalCanceled(ALICE, address(token));
        tryAs(ALICE, call, "");
        assertAlice(1_000, 0, 0);
        assertDone(place("a", 100));
    }

    function test_OnlyEarlierApprovalsUseMoneyThatIsLeaving() public {
        request(1_000);
        assertReason(place("a", 1, NOW), ICardFunds.InsufficientBalance.selector);
        pass(GRACE - 1);
        assertDone(place("a", 200, NOW - 1));
        pass(1);
        assertReason(place("b", 1, NOW - 1), ICardHolds.ApprovalTooOld.selector);
        pass(DELAY - GRACE);
        vm.expectEmit(address(cards));
        emit ICardFunds.Withdrawn(ALICE, address(token), BOB, 800, 200, 0);
        withdraw();
        assertAlice(200, 200, 200);
        tryAs(ALICE, withdrawCall(), ZERO);
        release("a", 2, 200);
        withdraw();
        assertAlice(0, 0, 0);
        vm.assertEq(token.balanceOf(BOB), 1_000);
    }

    function test_HeldMoneyIsPaidOnceAnyoneReleasesIt() public {
        place("a", 300);
        request(1_000);
        pass(DELAY);
        withdraw();
        assertAlice(300, 300, 300);
        pass(7 days);
        releaseExpired("a");
        withdraw();
        assertAlice(0, 0, 0);
    }

    function test_TopUpsAfterARequestAreSpendable() public {
        request(1_000);
        topUp(ALICE, 100);
        assertReason(place("a", 101), ICardFunds.InsufficientBalance.selector);
        assertDone(place("a", 100));
        assertAlice(1_100, 100, 1_000);
    }

    function test_WithdrawalsGoOnWhilePausedAndWithoutOperator() public {
        vm.prank(OWNER);
        cards.pause();
        vm.prank(OWNER);
        cards.setOperator(address(0));
        request(1_000);
        pass(DELAY);
        withdraw();
        assertAlice(0, 0, 0);
    }

    function test_RecipientIsNeitherZeroNorTheContract() public {
        request(1_000);
        pass(DELAY);
        address[2] memory recipients = [address(0), address(cards)];
        for (uint256 i = 0; i < 2; i++) {
            bytes memory call = abi.encodeCall(ICardFunds.withdraw, (address(token), recipients[i]));
            tryAs(ALICE, call, abi.encodeWithSelector(ICustody.InvalidRecipient.selector, recipients[i]));
        }
        assertAlice(1_000, 0, 1_000);
    }

    function test_OperatorsSignatureWithdrawsAtOnceAndOnce() public {
        uint256 deadline = NOW + 60;
        bytes32 digest =
            cardDigest(address(cards), withdrawNowHash(ALICE, address(token), 400, BOB, 7, deadline));
        bytes memory call = withdrawNowCall(OPERATOR_KEY, 400, 7);
        vm.expectEmit(address(cards));
        emit ICardFunds.Withdrawn(ALICE, address(token), BOB, 400, 0, digest);
        tryAs(ALICE, call, "");
        assertAlice(600, 0, 0);
        vm.assertEq(token.balanceOf(BOB), 400);
        vm.assertEq(cards.nonceBitmap(ALICE, 0), 1 << 7);
        tryAs(ALICE, call, abi.encodeWithSelector(ICards.NonceUsed.selector));
    }

    function test_SignatureIsForItsOwnerOperatorAndTime() public {
        bytes memory invalid = abi.encodeWithSelector(ICards.InvalidSignature.selector);
        bytes memory call = withdrawNowCall(OPERATOR_KEY, 400, 1);
        tryAs(BOB, call, invalid);
        tryAs(ALICE, withdrawNowCall(ALICE_KEY, 400, 1), invalid);
        pass(60);
        tryAs(ALICE, withdrawNowCall(OPERATOR_KEY, 400, 2), "");
        pass(1);
        tryAs(ALICE, call, abi.encodeWithSelector(ICards.ExpiredSignature.selector));
        vm.prank(OWNER);
        cards.setOperator(address(0));
        tryAs(ALICE, withdrawNowCall(OPERATOR_KEY, 400, 3), invalid);
        assertAlice(600, 0, 0);
    }

    function test_TimestampEdgeOfTheDeadline() public {
        bytes memory call = withdrawNowCall(OPERATOR_KEY, 400, 1);
        pass(60);
        tryAs(ALICE, call, "");
    }

    function test_InstantWithdrawalsNeedFreeMoney() public {
        place("a", 300);
        tryAs(ALICE, withdrawNowCall(OPERATOR_KEY, 701, 1), INSUFFICIENT);
        tryAs(ALICE, withdrawNowCall(OPERATOR_KEY, 0, 1), ZERO);
        tryAs(ALICE, withdrawNowCall(OPERATOR_KEY, 700, 1), "");
        assertAlice(300, 300, 0);
    }

    function test_InstantWithdrawalLowersARequestForMoreThanTheRest() public {
        request(900);
        tryAs(ALICE, withdrawNowCall(OPERATOR_KEY, 400, 1), "");
        assertAlice(600, 0, 600);
        tryAs(ALICE, withdrawNowCall(OPERATOR_KEY, 600, 2), "");
        assertAlice(0, 0, 0);
    }

    function test_OwnersCancelTheOperatorsSignatures() public {
        vm.expectEmit(address(cards));
        emit ICards.NonceCanceled(ALICE, 257);
        vm.prank(ALICE);
        cards.cancelNonce(257);
        vm.assertEq(cards.nonceBitmap(ALICE, 1), 2);
        tryAs(ALICE, withdrawNowCall(OPERATOR_KEY, 400, 257), abi.encodeWithSelector(ICards.NonceUsed.selector));
        bytes memory call = abi.encodeCall(ICards.cancelNonce, (257));
        tryAs(ALICE, call, abi.encodeWithSelector(ICards.NonceUsed.selector));
        tryAs(BOB, call, "");
    }
}
