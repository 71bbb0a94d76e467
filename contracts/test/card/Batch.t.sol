// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {ICardHolds} from "../../src/card/ICardHolds.sol";
import {ICustody} from "../../src/ICustody.sol";
import {CardTest} from "../support/CardTest.sol";

/// @dev Batches of three with one item that is refused.
contract CardBatchTest is CardTest {
    bytes32[3] private ids = [bytes32("a"), "b", "c"];

    /// @dev Expects `reason` for the item `bad` and no refusal of the others.
    function assertRefused(bytes4[] memory refusals, uint256 bad, bytes4 reason) private pure {
        for (uint256 i = 0; i < 3; i++) assertReason(refusals[i], i == bad ? reason : bytes4(0));
    }

    function test_RefusedItemInAnyPositionAffectsNoOther() public {
        for (uint256 bad = 0; bad < 3; bad++) {
            uint256 start = vm.snapshotState();
            placeAll(bad);
            changeAll(bad);
            captureAll(bad);
            postAll(bad);
            vm.revertToState(start);
        }
    }

    function placeAll(uint256 bad) private {
        ICardHolds.Placement[] memory items = new ICardHolds.Placement[](3);
        for (uint256 i = 0; i < 3; i++) {
            items[i] = ICardHolds.Placement(ids[i], card, i == bad ? 0 : 50, uint40(NOW), expiryIn(7 days));
        }
        vm.prank(OPERATOR);
        assertRefused(cards.placeHolds(items), bad, ICustody.ZeroAmount.selector);
        assertAlice(1_000, 100, 0);
        assertDone(place(ids[bad], 50));
    }

    function changeAll(uint256 bad) private {
        ICardHolds.Raise[] memory raises = new ICardHolds.Raise[](3);
        ICardHolds.Release[] memory releases = new ICardHolds.Release[](3);
        for (uint256 i = 0; i < 3; i++) {
            raises[i] = ICardHolds.Raise(ids[i], i == bad ? 3 : 2, 20, uint40(NOW));
            releases[i] = ICardHolds.Release(ids[i], i == bad ? 2 : 3, i == bad ? 51 : 30);
        }
        vm.prank(OPERATOR);
        assertRefused(cards.raiseHolds(raises), bad, ICardHolds.WrongSequence.selector);
        assertAlice(1_000, 190, 0);
        vm.prank(OPERATOR);
        assertRefused(cards.releaseHolds(releases), bad, ICardHolds.AboveHold.selector);
        assertAlice(1_000, 130, 0);
        assertUsed(130, 130);
    }

    function captureAll(uint256 bad) private {
        ICardHolds.Capture[] memory items = new ICardHolds.Capture[](3);
        for (uint256 i = 0; i < 3; i++) {
            items[i] = ICardHolds.Capture(ids[i], i == bad ? 2 : 4, i == bad ? 61 : 30, true);
        }
        vm.prank(OPERATOR);
        assertRefused(cards.captureHolds(items), bad, ICardHolds.AboveHold.selector);
        assertAlice(940, 50, 0);
        vm.assertEq(cards.settled(address(token)), 60);
    }

    function postAll(uint256 bad) private {
        ICardHolds.Posting[] memory items = new ICardHolds.Posting[](3);
        for (uint256 i = 0; i < 3; i++) items[i] = ICardHolds.Posting(ids[i], card, i == bad ? 101 : 40);
        vm.prank(OPERATOR);
        assertRefused(cards.debitWithoutHold(items), bad, ICardHolds.AboveOfflineLimit.selector);
        assertAlice(860, 50, 0);
        items[bad].amount = 141;
        vm.prank(OPERATOR);
        assertRefused(cards.credit(items), bad, ICardHolds.AboveTaken.selector);
        assertAlice(940, 50, 0);
        vm.assertEq(cards.settled(address(token)), 60);
    }

    function test_CopiesInABatchApplyOnce() public {
        ICardHolds.Placement[] memory holds = new ICardHolds.Placement[](3);
        ICardHolds.Raise[] memory raises = new ICardHolds.Raise[](3);
        ICardHolds.Release[] memory releases = new ICardHolds.Release[](3);
        ICardHolds.Capture[] memory captures = new ICardHolds.Capture[](3);
        ICardHolds.Posting[] memory postings = new ICardHolds.Posting[](3);
        for (uint256 i = 0; i < 3; i++) {
            holds[i] = ICardHolds.Placement("a", card, 60, uint40(NOW), expiryIn(7 days));
            raises[i] = ICardHolds.Raise("a", 2, 30, uint40(NOW));
            releases[i] = ICardHolds.Release("a", 3, 20);
            captures[i] = ICardHolds.Capture("a", 4, 10, false);
            postings[i] = ICardHolds.Posting("a", card, 5);
        }
        assertOnce(abi.encodeCall(ICardHolds.placeHolds, (holds)), ICardHolds.IdUsed.selector);
        assertOnce(abi.encodeCall(ICardHolds.raiseHolds, (raises)), ICardHolds.WrongSequence.selector);
        assertOnce(abi.encodeCall(ICardHolds.releaseHolds, (releases)), ICardHolds.WrongSequence.selector);
        assertOnce(abi.encodeCall(ICardHolds.captureHolds, (captures)), ICardHolds.WrongSequence.selector);
        assertOnce(abi.encodeCall(ICardHolds.debitWithoutHold, (postings)), ICardHolds.IdUsed.selector);
        assertOnce(abi.encodeCall(ICardHolds.credit, (postings)), ICardHolds.IdUsed.selector);
        assertAlice(990, 60, 0);
        assertHold("a", 60, 4);
    }

    function assertOnce(bytes memory call, bytes4 reason) private {
        vm.prank(OPERATOR);
        (bool done, bytes memory answer) = address(cards).call(call);
        vm.assertTrue(done);
        bytes4[] memory refusals = abi.decode(answer, (bytes4[]));
        assertDone(refusals[0]);
        assertReason(refusals[1], reason);
        assertReason(refusals[2], reason);
    }
}
