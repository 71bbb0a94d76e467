// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {ICardFunds} from "../../src/card/ICardFunds.sol";
import {ICards} from "../../src/card/ICards.sol";
import {CardTest} from "../support/CardTest.sol";

/// @dev A user who wants a purchase and its money: every purchase that was possible when it was approved can be posted
/// within `GRACE`, whatever the user does.
contract CardRaceTest is CardTest {
    function withdrawCall() private view returns (bytes memory) {
        return abi.encodeCall(ICardFunds.withdraw, (address(token), BOB));
    }

    /// @dev Does in any order what a user can do to a card and its money, without the operator's signature.
    function testFuzz_NoActStopsAnEarlierApproval(uint256[12] memory seeds, uint96 amount) public {
        amount = uint96(bound(amount, 1, 300));
        for (uint256 i = 0; i < seeds.length; i++) {
            uint256 seed = seeds[i];
            if (seed % 7 == 0) setLimits(0, 0, 0, 0);
            else if (seed % 7 == 1) setStatusIfPossible(ICards.CardStatus.Frozen);
            else if (seed % 7 == 2) setStatusIfPossible(ICards.CardStatus.Active);
            else if (seed % 7 == 3) request(bound(seed, 1, 1_000));
            else if (seed % 7 == 4 && accountOf(ALICE).leaving != 0) cancelRequest();
            else if (seed % 7 == 5) openCard(ALICE, standardLimits());
            else tryWithdrawal();
            pass(bound(seed, 0, GRACE / seeds.length - 1));
        }
        if (seeds[0] % 2 == 0) setStatus(ICards.CardStatus.Closed);
        assertDone(place("a", amount, NOW - 1));
        vm.assertEq(cards.holdOf("a").overCaptureBps, 2_000);
    }

    function setStatusIfPossible(ICards.CardStatus status) private {
        if (cards.cardOf(card).status != status) setStatus(status);
    }

    function cancelRequest() private {
        vm.prank(ALICE);
        cards.cancelWithdrawal(address(token));
    }

    function tryWithdrawal() private {
        vm.prank(ALICE);
        (bool done,) = address(cards).call(withdrawCall());
        vm.assertFalse(done);
    }

    /// @dev So a withdrawal that is ready takes nothing from a purchase.
    function test_MoneyThatIsReadyToLeaveIsNeverSpendable() public {
        request(1_000);
        pass(DELAY);
        for (uint256 i = 0; i < 3; i++) {
            uint256 approvedAt = vm.getBlockTimestamp() - i * GRACE / 2;
            assertReason(place("a", 1, approvedAt), ICardFunds.InsufficientBalance.selector);
        }
        topUp(ALICE, 100);
        uint256 approved = vm.getBlockTimestamp();
        withdraw();
        assertDone(place("a", 100, approved));
        assertAlice(100, 100, 0);
        tryAs(ALICE, withdrawCall(), abi.encodeWithSelector(ICardFunds.NoWithdrawalRequest.selector));
    }

    function test_CanceledAndRepeatedRequestsWaitAgain() public {
        request(1_000);
        pass(DELAY - 1);
        cancelRequest();
        uint256 approved = vm.getBlockTimestamp();
        pass(1);
        request(1_000);
        tryWithdrawal();
        pass(GRACE - 1);
        tryWithdrawal();
        assertDone(place("a", 300, approved));
    }
}
