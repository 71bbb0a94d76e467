// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {CardAccount} from "../../src/CardAccount.sol";
import {DemoPermitToken} from "../../src/demo/DemoPermitToken.sol";
import {ICardFunds} from "../../src/card/ICardFunds.sol";
import {ICardHolds} from "../../src/card/ICardHolds.sol";
import {ICards} from "../../src/card/ICards.sol";
import {CardSigner} from "./CardSigner.sol";
import {PeopleTest} from "./PeopleTest.sol";

/// @dev Base for card tests. Alice has 1,000 units and a card with limits of 300 a day, 600 a month, 100 offline, and an
/// over-capture of 20%. The operator is an account with a key.
abstract contract CardTest is PeopleTest, CardSigner {
    uint256 internal constant NOW = 1_700_000_000;
    /// @dev When Alice opened the card.
    uint256 internal constant OPENED = NOW - 1 days;
    uint256 internal constant OPERATOR_KEY = 0x0be7a;
    address internal immutable OPERATOR = vm.addr(OPERATOR_KEY);
    uint40 internal constant DELAY = 1 hours;
    uint40 internal constant GRACE = DELAY / 2;

    CardAccount internal cards;
    DemoPermitToken internal token;
    uint32 internal card;

    function setUp() public virtual {
        vm.warp(OPENED);
        cards = new CardAccount(OWNER, OPERATOR, DELAY);
        token = new DemoPermitToken("Test USDT", "tUSDT", 6, address(this), 1e40);
        topUp(ALICE, 1_000);
        card = openCard(ALICE, standardLimits());
        vm.warp(NOW);
    }

    function standardLimits() internal pure returns (ICards.Limits memory) {
        return ICards.Limits(300, 600, 100, 2_000);
    }

    function topUp(address user, uint256 amount) internal {
        fund(token, user, address(cards), amount);
        vm.prank(user);
        cards.topUp(address(token), amount);
    }

    function openCard(address user, ICards.Limits memory limits) internal returns (uint32) {
        vm.prank(user);
        return cards.openCard(address(token), limits);
    }

    function setLimits(uint96 perDay, uint96 perMonth, uint96 offline, uint16 overCaptureBps) internal {
        vm.prank(ALICE);
        cards.setLimits(card, ICards.Limits(perDay, perMonth, offline, overCaptureBps));
    }

    function setStatus(ICards.CardStatus status) internal {
        vm.prank(ALICE);
        cards.setStatus(card, status);
    }

    function pass(uint256 time) internal {
        vm.warp(vm.getBlockTimestamp() + time);
    }

    /// @dev Places a hold on Alice's card, approved now, for a week.
    function place(bytes32 id, uint96 amount) internal returns (bytes4) {
        return place(id, amount, vm.getBlockTimestamp());
    }

    function place(bytes32 id, uint96 amount, uint256 approvedAt) internal returns (bytes4) {
        return place(ICardHolds.Placement(id, card, amount, uint40(approvedAt), expiryIn(7 days)));
    }

    function place(ICardHolds.Placement memory item) internal returns (bytes4) {
        ICardHolds.Placement[] memory items = new ICardHolds.Placement[](1);
        items[0] = item;
        vm.prank(OPERATOR);
        return cards.placeHolds(items)[0];
    }

    function raise(bytes32 id, uint16 sequence, uint96 amount) internal returns (bytes4) {
        return raise(id, sequence, amount, vm.getBlockTimestamp());
    }

    function raise(bytes32 id, uint16 sequence, uint96 amount, uint256 approvedAt) internal returns (bytes4) {
        ICardHolds.Raise[] memory items = new ICardHolds.Raise[](1);
        items[0] = ICardHolds.Raise(id, sequence, amount, uint40(approvedAt));
        vm.prank(OPERATOR);
        return cards.raiseHolds(items)[0];
    }

    function release(bytes32 id, uint16 sequence, uint96 amount) internal returns (bytes4) {
        ICardHolds.Release[] memory items = new ICardHolds.Release[](1);
        items[0] = ICardHolds.Release(id, sequence, amount);
        vm.prank(OPERATOR);
        return cards.releaseHolds(items)[0];
    }

    function capture(bytes32 id, uint16 sequence, uint96 amount, bool last) internal returns (bytes4) {
        ICardHolds.Capture[] memory items = new ICardHolds.Capture[](1);
        items[0] = ICardHolds.Capture(id, sequence, amount, last);
        vm.prank(OPERATOR);
        return cards.captureHolds(items)[0];
    }

    function debit(bytes32 id, uint96 amount) internal returns (bytes4) {
        vm.prank(OPERATOR);
        return cards.debitWithoutHold(posting(id, card, amount))[0];
    }

    function credit(bytes32 id, uint96 amount) internal returns (bytes4) {
        vm.prank(OPERATOR);
        return cards.credit(posting(id, card, amount))[0];
    }

    function posting(bytes32 id, uint32 card_, uint96 amount)
        internal
        pure
        returns (ICardHolds.Posting[] memory items)
    {
        items = new ICardHolds.Posting[](1);
        items[0] = ICardHolds.Posting(id, card_, amount);
    }

    function releaseExpired(bytes32 id) internal returns (uint256) {
        bytes32[] memory ids = new bytes32[](1);
        ids[0] = id;
        vm.prank(CAROL);
        return cards.releaseExpired(ids);
    }

    function request(uint256 amount) internal {
        vm.prank(ALICE);
        cards.requestWithdrawal(address(token), amount);
    }

    function withdraw() internal {
        vm.prank(ALICE);
        cards.withdraw(address(token), BOB);
    }

    /// @dev Returns the call that withdraws `amount` from Alice's account to Bob at once, as `key` signed.
    function withdrawNowCall(uint256 key, uint256 amount, uint256 nonce) internal view returns (bytes memory) {
        uint256 deadline = vm.getBlockTimestamp() + 60;
        bytes32 message = withdrawNowHash(ALICE, address(token), amount, BOB, nonce, deadline);
        bytes memory signature = signMessage(key, address(cards), message);
        return abi.encodeCall(ICardFunds.withdrawNow, (address(token), amount, BOB, nonce, deadline, signature));
    }

    function expiryIn(uint256 time) internal view returns (uint40) {
        return uint40(vm.getBlockTimestamp() + time);
    }

    function accountOf(address user) internal view returns (ICardFunds.Account memory) {
        return cards.accountOf(user, address(token));
    }

    function assertDone(bytes4 refusal) internal pure {
        assertReason(refusal, 0);
    }

    function assertReason(bytes4 refusal, bytes4 expected) internal pure {
        vm.assertEq(uint256(uint32(refusal)), uint256(uint32(expected)));
    }

    function assertAlice(uint256 balance, uint256 held, uint256 leaving) internal view {
        ICardFunds.Account memory account = accountOf(ALICE);
        vm.assertEq(account.balance, balance);
        vm.assertEq(account.held, held);
        vm.assertEq(account.leaving, leaving);
        vm.assertTrue((account.leavingSince != 0) == (leaving != 0));
    }

    function assertUsed(uint256 perDay, uint256 perMonth) internal view {
        ICards.Card memory state = cards.cardOf(card);
        vm.assertEq(state.usedPerDay, perDay);
        vm.assertEq(state.usedPerMonth, perMonth);
    }

    function assertHold(bytes32 id, uint256 remaining, uint256 sequence) internal view {
        vm.assertEq(cards.holdOf(id).remaining, remaining);
        vm.assertEq(cards.holdOf(id).sequence, sequence);
    }

    /// @dev Makes the call as Alice, and expects the revert `reason`, or none if it is empty.
    function tryAs(address user, bytes memory call, bytes memory reason) internal {
        vm.prank(user);
        (bool done, bytes memory answer) = address(cards).call(call);
        vm.assertTrue(done == (reason.length == 0));
        if (!done) vm.assertEq(answer, reason);
    }
}
