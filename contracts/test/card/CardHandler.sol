// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {CardAccount} from "../../src/CardAccount.sol";
import {Calendar} from "../../src/card/Calendar.sol";
import {ICardFunds} from "../../src/card/ICardFunds.sol";
import {ICardHolds} from "../../src/card/ICardHolds.sol";
import {ICards} from "../../src/card/ICards.sol";
import {CardTest} from "../support/CardTest.sol";

/// @dev Acts as three users with a card each, the operator, and the owner, in any order. Records what may not happen.
contract CardHandler is CardTest {
    uint256 public constant PER_DAY = 3_000;
    uint256 public constant PER_MONTH = 9_000;
    uint256 public constant OFFLINE = 700;
    uint256 public constant MARGIN = 2_000;

    /// @dev What `requestWithdrawal` promised: `amount`, less what was held and what earlier approvals took since.
    struct Promise {
        uint256 amount;
        uint256 since;
    }

    /// @dev The latest freeze of a card that ended.
    struct Freeze {
        uint256 from;
        uint256 until;
    }

    bytes32[] public ids;
    address[] public users;
    mapping(address => uint256) public deposited;
    mapping(address => Promise) private promises;
    mapping(bytes32 => uint256) public placed;
    mapping(bytes32 => uint256) public captured;
    mapping(bytes32 => uint256) private counted;
    mapping(uint32 => Freeze) private ended;
    uint256 public donated;
    string public broken;
    uint256 public done;

    constructor() {
        setUp();
        users = [ALICE, BOB, CAROL];
        deposited[ALICE] = 1_000;
        setLimits(uint96(PER_DAY), uint96(PER_MONTH), uint96(OFFLINE), uint16(MARGIN));
        for (uint256 i = 1; i < 3; i++) {
            openCard(users[i], ICards.Limits(uint96(PER_DAY), uint96(PER_MONTH), uint96(OFFLINE), uint16(MARGIN)));
        }
        // So that no purchase is judged by Alice's first limits.
        pass(1 days);
    }

    /// @dev Once: the fuzzer calls this function too.
    function setUp() public override {
        if (address(cards) == address(0)) super.setUp();
    }

    function asset() external view returns (address) {
        return address(token);
    }

    function account() external view returns (CardAccount) {
        return cards;
    }

    function idCount() external view returns (uint256) {
        return ids.length;
    }

    function held() external view returns (uint256) {
        return token.balanceOf(address(cards));
    }

    function moneyOf(address user) external view returns (ICardFunds.Account memory) {
        return accountOf(user);
    }

    function settled() external view returns (uint256) {
        return cards.settled(address(token));
    }

    function expect(bool condition, string memory what) private {
        if (!condition) broken = what;
    }

    function addMoney(uint256 seed, uint256 amount) external {
        amount = bound(amount, 1, 5_000);
        topUp(users[seed % 3], amount);
        deposited[users[seed % 3]] += amount;
    }

    function donate(uint256 amount) external {
        donated += amount = bound(amount, 1, 100);
        token.transfer(address(cards), amount);
    }

    function wait(uint256 time) external {
        pass(time % 3 == 0 ? bound(time, 1, 2 days) : bound(time, 1, GRACE));
    }

    function hold(uint256 seed, uint96 amount, uint256 age) external {
        card = uint32(1 + seed % 3);
        amount = uint96(bound(amount, 1, 1_500));
        uint256 approvedAt = vm.getBlockTimestamp() - bound(age, 0, GRACE + 2);
        bytes32 id = bytes32(ids.length + 1);
        bytes4 refusal = byOperator(1, id, 0, amount, approvedAt, false);
        if (refusal != 0) return;
        ids.push(id);
        onReserved(id, amount, approvedAt);
        expect(byOperator(1, id, 0, amount, approvedAt, false) != 0, "placed twice");
    }

    function increase(uint256 seed, uint96 amount, uint256 age) external {
        if (ids.length == 0) return;
        (bytes32 id, uint16 sequence) = pick(seed);
        amount = uint96(bound(amount, 1, 800));
        uint256 approvedAt = vm.getBlockTimestamp() - bound(age, 0, GRACE + 2);
        if (byOperator(2, id, sequence, amount, approvedAt, false) != 0) return;
        onReserved(id, amount, approvedAt);
        expect(byOperator(2, id, sequence, amount, approvedAt, false) != 0, "raised twice");
    }

    function reduce(uint256 seed, uint96 amount) external {
        if (ids.length == 0) return;
        (bytes32 id, uint16 sequence) = pick(seed);
        amount = uint96(bound(amount, 1, 800));
        ICards.Card memory before = cards.cardOf(card);
        if (byOperator(3, id, sequence, amount, 0, false) != 0) return;
        onReleased(id, before);
        expect(byOperator(3, id, sequence, amount, 0, false) != 0, "released twice");
    }

    function settle(uint256 seed, uint96 amount, bool last) external {
        if (ids.length == 0) return;
        (bytes32 id, uint16 sequence) = pick(seed);
        amount = uint96(bound(amount, 1, 1_500));
        ICards.Card memory before = cards.cardOf(card);
        if (byOperator(4, id, sequence, amount, 0, last) != 0) return;
        onReleased(id, before);
        captured[id] += amount;
        expect(byOperator(4, id, sequence, amount, 0, last) != 0, "captured twice");
    }

    function debitOffline(uint256 seed, uint96 amount) external {
        card = uint32(1 + seed % 3);
        amount = uint96(bound(amount, 1, 400));
        bytes32 id = keccak256(abi.encode("debit", done++));
        if (byOperator(5, id, 0, amount, 0, false) != 0) return;
        uint256 month = Calendar.monthOf(Calendar.dayOf(vm.getBlockTimestamp()));
        bytes32 key = keccak256(abi.encode("offline", card, month));
        counted[key] += amount;
        expect(counted[key] <= OFFLINE, "above the offline limit");
        expect(byOperator(5, id, 0, amount, 0, false) != 0, "debited twice");
    }

    function refund(uint256 seed, uint96 amount) external {
        card = uint32(1 + seed % 3);
        uint256 taken = accountOf(users[seed % 3]).taken;
        amount = uint96(bound(amount, 1, 1_000));
        bytes32 id = keccak256(abi.encode("credit", done++));
        if (byOperator(6, id, 0, amount, 0, false) != 0) return;
        expect(amount <= taken, "credited more than was taken");
        expect(byOperator(6, id, 0, amount, 0, false) != 0, "credited twice");
    }

    function toggle(uint256 seed) external {
        card = uint32(1 + seed % 3);
        bool isActive = cards.cardOf(card).status == ICards.CardStatus.Active;
        if (!isActive) ended[card] = Freeze(cards.cardOf(card).frozenAt, vm.getBlockTimestamp());
        vm.prank(users[card - 1]);
        cards.setStatus(card, isActive ? ICards.CardStatus.Frozen : ICards.CardStatus.Active);
    }

    function collect(uint256 amount) external {
        uint256 available = cards.settled(address(token));
        if (available == 0) return;
        vm.prank(OWNER);
        cards.collect(address(token), bound(amount, 1, available), address(0x3002));
    }

    function requestMoney(uint256 seed, uint256 amount) external {
        address user = users[seed % 3];
        ICardFunds.Account memory money = accountOf(user);
        if (money.balance == 0) return;
        amount = bound(amount, 1, money.balance);
        vm.prank(user);
        cards.requestWithdrawal(address(token), amount);
        uint256 free = money.balance - money.held;
        promises[user] = Promise(amount < free ? amount : free, vm.getBlockTimestamp());
    }

    function cancelRequest(uint256 seed) external {
        address user = users[seed % 3];
        if (accountOf(user).leaving == 0 || seed % 5 != 0) return;
        vm.prank(user);
        cards.cancelWithdrawal(address(token));
        delete promises[user];
    }

    /// @dev Half of the times as soon as it is possible.
    function takeOut(uint256 seed) external {
        address user = users[seed % 3];
        ICardFunds.Account memory money = accountOf(user);
        if (money.leaving == 0) return;
        uint256 readyAt = money.leavingSince + DELAY;
        if (vm.getBlockTimestamp() < readyAt && seed % 2 == 0) vm.warp(readyAt);
        uint256 before = token.balanceOf(user);
        vm.prank(user);
        (bool paid,) = address(cards).call(abi.encodeCall(ICardFunds.withdraw, (address(token), user)));
        uint256 amount = token.balanceOf(user) - before;
        bool isReady = vm.getBlockTimestamp() >= readyAt;
        expect(paid == (isReady && money.balance > money.held), "a withdrawal was blocked, or too early");
        if (isReady) expect(amount >= promises[user].amount, "less than promised");
        if (paid) delete promises[user];
        deposited[user] -= amount;
    }

    function takeOutNow(uint256 amount, bool isSigned) external {
        amount = bound(amount, 1, 800);
        ICardFunds.Account memory money = accountOf(ALICE);
        bytes memory call = withdrawNowCall(isSigned ? OPERATOR_KEY : ALICE_KEY, amount, done++);
        vm.prank(ALICE);
        (bool paid,) = address(cards).call(call);
        expect(paid == (isSigned && amount <= money.balance - money.held), "instant withdrawal");
        if (!paid) return;
        deposited[ALICE] -= amount;
        uint256 rest = promises[ALICE].amount;
        promises[ALICE].amount = rest > amount ? rest - amount : 0;
    }

    function expire(uint256 seed) external {
        if (ids.length == 0) return;
        (bytes32 id,) = pick(seed);
        ICards.Card memory before = cards.cardOf(card);
        if (releaseExpired(id) == 1) onReleased(id, before);
    }

    /// @dev One call of the operator, which may not move a token. Afterwards, what is left of a hold is known.
    function byOperator(uint256 kind, bytes32 id, uint16 sequence, uint96 amount, uint256 approvedAt, bool last)
        private
        returns (bytes4 refusal)
    {
        uint256 before = token.balanceOf(address(cards));
        bytes32 state = fingerprint(id);
        if (kind == 1) refusal = place(id, amount, approvedAt);
        else if (kind == 2) refusal = raise(id, sequence, amount, approvedAt);
        else if (kind == 3) refusal = release(id, sequence, amount);
        else if (kind == 4) refusal = capture(id, sequence, amount, last);
        else if (kind == 5) refusal = debit(id, amount);
        else refusal = credit(id, amount);
        expect(token.balanceOf(address(cards)) == before, "the operator moved tokens");
        expect((refusal == 0) == (fingerprint(id) != state), "a refusal changed something");
    }

    function fingerprint(bytes32 id) private view returns (bytes32) {
        ICardFunds.Account memory money = accountOf(users[card - 1]);
        return keccak256(abi.encode(cards.holdOf(id), money, cards.cardOf(card), cards.settled(address(token))));
    }

    /// @dev After `amount` was reserved for a purchase: limits, freezes, and withdrawal requests allowed it.
    function onReserved(bytes32 id, uint256 amount, uint256 approvedAt) private {
        placed[id] += amount;
        ICards.Card memory state = cards.cardOf(card);
        expect(approvedAt + GRACE >= vm.getBlockTimestamp(), "an old approval");
        expect(state.frozenAt == 0 || approvedAt < state.frozenAt, "approved after the freeze");
        Freeze memory freeze = ended[card];
        expect(approvedAt < freeze.from || approvedAt >= freeze.until, "approved during a freeze");
        bytes32 day = keccak256(abi.encode("day", card, state.usedOn));
        bytes32 month = keccak256(abi.encode("month", card, Calendar.monthOf(state.usedOn)));
        (counted[day], counted[month]) = (counted[day] + amount, counted[month] + amount);
        expect(counted[day] <= PER_DAY && counted[month] <= PER_MONTH, "above a limit");
        address user = users[card - 1];
        Promise storage promised = promises[user];
        if (promised.amount == 0) return;
        if (approvedAt < promised.since) promised.amount = promised.amount > amount ? promised.amount - amount : 0;
        else {
            ICardFunds.Account memory money = accountOf(user);
            expect(money.balance - money.held >= promised.amount, "a later approval used leaving money");
        }
    }

    /// @dev After a release: it lowers what counts on the hold's own day and month, and nothing else.
    function onReleased(bytes32 id, ICards.Card memory before) private {
        ICards.Card memory state = cards.cardOf(card);
        uint256 day = cards.holdOf(id).day;
        if (before.usedOn != day) expect(state.usedPerDay == before.usedPerDay, "freed another day");
        uint256 month = Calendar.monthOf(before.usedOn);
        bool isOtherMonth = month != Calendar.monthOf(uint24(day));
        expect(!isOtherMonth || state.usedPerMonth == before.usedPerMonth, "freed another month");
        counted[keccak256(abi.encode("day", card, before.usedOn))] -= before.usedPerDay - state.usedPerDay;
        counted[keccak256(abi.encode("month", card, month))] -= before.usedPerMonth - state.usedPerMonth;
    }

    function pick(uint256 seed) private returns (bytes32 id, uint16 sequence) {
        // Mostly one of the latest, which are open.
        uint256 latest = ids.length < 4 ? ids.length : 4;
        id = ids[ids.length - 1 - seed % (seed % 3 == 0 ? ids.length : latest)];
        card = cards.holdOf(id).card;
        sequence = cards.holdOf(id).sequence + 1;
    }
}
