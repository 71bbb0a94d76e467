// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {ICardFunds} from "../../src/card/ICardFunds.sol";
import {ICardHolds} from "../../src/card/ICardHolds.sol";
import {ICards} from "../../src/card/ICards.sol";
import {CardTest} from "../support/CardTest.sol";

/// @dev A thief has the operator's key. All days are of one month.
contract CardStolenKeyTest is CardTest {
    /// @dev The limit per month with its over-capture, and the limit for debits without a hold.
    uint256 private constant MOST = 600 * 12_000 / 10_000 + 100;
    address private constant NEW_OPERATOR = address(0x4001);

    function takeAll(bytes32 id) private {
        assertDone(place(id, 300));
        assertReason(place("more", 1), ICardHolds.AboveDayLimit.selector);
        assertDone(capture(id, 2, 360, true));
        pass(1 days);
    }

    function test_MostThatAThiefMovesInAMonthIsKnown() public {
        takeAll("a");
        takeAll("b");
        assertReason(place("more", 1), ICardHolds.AboveMonthLimit.selector);
        assertDone(debit("c", 100));
        assertReason(debit("d", 1), ICardHolds.AboveOfflineLimit.selector);
        assertAlice(1_000 - MOST, 0, 0);
        vm.assertEq(cards.settled(address(token)), MOST);
        vm.assertEq(token.balanceOf(address(cards)), 1_000);
    }

    /// @dev The money never left the contract, so the next operator credits it.
    function test_NextOperatorReturnsWhatAThiefMoved() public {
        takeAll("a");
        debit("b", 100);
        vm.prank(OWNER);
        cards.setOperator(address(0));
        request(540);
        pass(DELAY);
        withdraw();
        vm.prank(OWNER);
        cards.setOperator(NEW_OPERATOR);
        pass(1 days);
        vm.prank(NEW_OPERATOR);
        assertDone(cards.credit(posting("c", card, 460))[0]);
        assertAlice(460, 0, 0);
    }

    /// @dev The accomplice is a user, for whom the thief posts and signs anything. They take out what the accomplice brought,
    /// at most.
    function testFuzz_AccompliceTakesOutNoMoreThanBroughtIn(uint256[24] memory seeds) public {
        uint256 brought = 2_000;
        topUp(CAROL, brought);
        uint32 other = openCard(CAROL, ICards.Limits(5_000, 5_000, 5_000, 2_500));
        uint32 own = card;
        for (uint256 i = 0; i < seeds.length; i++) {
            uint256 seed = seeds[i];
            card = seed % 2 == 0 ? own : other;
            act(bytes32(1 + (seed >> 8) % 6), seed >> 16, uint96(1 + (seed >> 64) % 400));
            if (seed % 3 == 0) pass(1 hours);
            if (seed % 5 == 0) withdrawForCarol((seed >> 64) % 2_000 + 1, i);
        }
        uint256 takenOut = token.balanceOf(CAROL);
        vm.assertLe(takenOut, brought);
        vm.assertEq(token.balanceOf(address(cards)), 1_000 + brought - takenOut);
        ICardFunds.Account memory alice = accountOf(ALICE);
        vm.assertEq(uint256(alice.balance) + alice.taken, 1_000);
        vm.assertLe(alice.taken, MOST);
    }

    function act(bytes32 id, uint256 kind, uint96 amount) private {
        uint16 next = cards.holdOf(id).sequence + 1;
        if (kind % 6 == 0) place(id, amount);
        else if (kind % 6 == 1) raise(id, next, amount);
        else if (kind % 6 == 2) release(id, next, amount);
        else if (kind % 6 == 3) capture(id, next, amount, amount % 2 == 0);
        else if (kind % 6 == 4) debit(keccak256(abi.encode(id, amount)), amount);
        else credit(keccak256(abi.encode(id, amount)), amount);
    }

    function withdrawForCarol(uint256 amount, uint256 nonce) private {
        uint256 deadline = vm.getBlockTimestamp();
        bytes32 message = withdrawNowHash(CAROL, address(token), amount, CAROL, nonce, deadline);
        bytes memory signature = signMessage(OPERATOR_KEY, address(cards), message);
        bytes memory call = abi.encodeCall(
            ICardFunds.withdrawNow, (address(token), amount, CAROL, nonce, deadline, signature)
        );
        uint256 free = accountOf(CAROL).balance - accountOf(CAROL).held;
        bytes memory refusal = abi.encodeWithSelector(ICardFunds.InsufficientBalance.selector);
        tryAs(CAROL, call, amount > free ? refusal : bytes(""));
    }

    /// @dev Every minute, the thief posts whatever is possible.
    function test_ThiefCannotStopAWithdrawal() public {
        request(1_000);
        for (uint256 i = 0; i < 60; i++) {
            place(bytes32(i + 1), 100, NOW - 1);
            raise(bytes32(uint256(1)), 2, 100, NOW - 1);
            debit(bytes32(i + 1), 1);
            pass(1 minutes);
        }
        assertReason(capture(bytes32(uint256(2)), 2, 101, true), ICardFunds.InsufficientBalance.selector);
        // Only what a day's limit allowed to purchases from before the request.
        assertAlice(1_000, 300, 1_000);
        withdraw();
        vm.assertEq(token.balanceOf(BOB), 700);
        vm.warp(NOW + 36 days);
        for (uint256 i = 0; i < 60; i++) releaseExpired(bytes32(i + 1));
        withdraw();
        vm.assertEq(token.balanceOf(BOB), 1_000);
    }

    function test_FreezingLeavesAThiefOpenHoldsAndDebitsWithoutHold() public {
        place("a", 100);
        setStatus(ICards.CardStatus.Frozen);
        pass(GRACE + 1);
        uint256[4] memory times = [NOW - 1, NOW, NOW + GRACE + 1, NOW + 365 days];
        for (uint256 i = 0; i < 4; i++) {
            vm.assertTrue(place("b", 1, times[i]) != 0);
            vm.assertTrue(raise("a", 2, 1, times[i]) != 0);
        }
        assertDone(capture("a", 2, 120, true));
        assertDone(debit("c", 100));
        setStatus(ICards.CardStatus.Closed);
        pass(40 days);
        assertReason(debit("d", 1), ICardHolds.CardNotActive.selector);
        assertAlice(780, 0, 0);
    }

    function test_EveryFieldOfAnInstantWithdrawalIsSigned() public {
        uint256 deadline = NOW + 60;
        bytes32 message = withdrawNowHash(ALICE, address(token), 100, BOB, 1, deadline);
        bytes memory signature = signMessage(OPERATOR_KEY, address(cards), message);
        bytes memory invalid = abi.encodeWithSelector(ICards.InvalidSignature.selector);
        bytes[5] memory changed = [
            abi.encodeCall(ICardFunds.withdrawNow, (BOB, 100, BOB, 1, deadline, signature)),
            abi.encodeCall(ICardFunds.withdrawNow, (address(token), 101, BOB, 1, deadline, signature)),
            abi.encodeCall(ICardFunds.withdrawNow, (address(token), 100, CAROL, 1, deadline, signature)),
            abi.encodeCall(ICardFunds.withdrawNow, (address(token), 100, BOB, 2, deadline, signature)),
            abi.encodeCall(ICardFunds.withdrawNow, (address(token), 100, BOB, 1, deadline + 1, signature))
        ];
        for (uint256 i = 0; i < 5; i++) tryAs(ALICE, changed[i], invalid);
        bytes memory signed =
            abi.encodeCall(ICardFunds.withdrawNow, (address(token), 100, BOB, 1, deadline, signature));
        tryAs(ALICE, signed, "");
    }
}
