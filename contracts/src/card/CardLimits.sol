// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {Calendar} from "./Calendar.sol";
import {CardFunds} from "./CardFunds.sol";
import {ICards} from "./ICards.sol";

/// @title CardLimits
/// @dev Base contract with the limits of cards and what counts against them. A purchase is judged by its approval, which is
/// at most `GRACE` old. So no purchase can be posted `GRACE` after a freeze, a lower limit, or a withdrawal request.
abstract contract CardLimits is CardFunds {
    struct Terms {
        uint96 perDay;
        uint96 perMonth;
        uint16 overCaptureBps;
        uint40 since;
    }

    struct Usage {
        uint96 perDay;
        uint96 perMonth;
        uint24 day;
    }

    struct Offline {
        uint96 perMonth;
        uint96 used;
        uint24 month;
    }

    struct CardState {
        uint32 account;
        CardStatus status;
        uint40 frozenAt;
        /// @dev When the latest freeze that ended began, or 0: no purchase is approved before the card is opened either.
        uint40 inactiveFrom;
        /// @dev When that freeze ended, or when the card was opened.
        uint40 activeSince;
        Terms terms;
        /// @dev For purchases approved before `terms.since`.
        Terms previous;
        Usage usage;
        Offline offline;
    }

    /// @inheritdoc ICards
    uint16 public constant MAX_OVER_CAPTURE_BPS = 2_500;

    mapping(uint32 card => CardState) internal _cards;

    /// @inheritdoc ICards
    function cardOf(uint32 card) external view returns (Card memory) {
        CardState storage state = _cards[card];
        AccountState storage account = _accounts[state.account];
        (Terms storage terms, Usage storage usage) = (state.terms, state.usage);
        return Card(
            account.owner,
            account.token,
            state.status,
            state.frozenAt,
            Limits(terms.perDay, terms.perMonth, state.offline.perMonth, terms.overCaptureBps),
            usage.perDay,
            usage.perMonth,
            usage.day,
            state.offline.used
        );
    }

    function _writeLimits(uint32 card, Limits calldata limits) internal {
        if (limits.overCaptureBps > MAX_OVER_CAPTURE_BPS) revert OverCaptureAboveCap(limits.overCaptureBps);
        CardState storage state = _cards[card];
        Terms memory before = state.terms;
        // Otherwise, lowering limits twice would refuse a purchase that was approved before.
        if (block.timestamp <= uint256(before.since) + GRACE) before = _highest(before, state.previous);
        state.previous = before;
        state.terms =
            Terms(limits.perDay, limits.perMonth, limits.overCaptureBps, uint40(block.timestamp));
        state.offline.perMonth = limits.offlinePerMonth;
        emit LimitsSet(card, limits);
    }

    /// @dev Returns the reason for which the card can't pay a purchase, or 0 after reserving its amount. Also returns the
    /// over-capture that was agreed on when it was approved.
    function _reserve(CardState storage state, uint96 amount, uint256 approvedAt)
        internal
        returns (bytes4 refusal, uint16 overCaptureBps)
    {
        if (amount == 0) return (ZeroAmount.selector, 0);
        if (approvedAt > block.timestamp) approvedAt = block.timestamp;
        if (approvedAt + GRACE < block.timestamp) return (ApprovalTooOld.selector, 0);
        if (state.status == CardStatus.None) return (UnknownCard.selector, 0);
        if (!_wasActive(state, approvedAt)) return (CardNotActive.selector, 0);

        AccountState storage account = _accounts[state.account];
        if (amount > _spendable(account, approvedAt)) return (InsufficientBalance.selector, 0);
        Terms memory terms = state.terms;
        if (approvedAt < terms.since) terms = _highest(terms, state.previous);
        (uint256 perDay, uint256 perMonth, uint24 day) = _usedOn(state.usage, Calendar.dayOf(approvedAt));
        (perDay, perMonth) = (perDay + amount, perMonth + amount);
        if (perDay > terms.perDay) return (AboveDayLimit.selector, 0);
        if (perMonth > terms.perMonth) return (AboveMonthLimit.selector, 0);

        state.usage = Usage(uint96(perDay), uint96(perMonth), day);
        account.held += amount;
        overCaptureBps = terms.overCaptureBps;
    }

    /// @dev No longer counts `amount` of a hold of `day` against limits that still apply. On a later day, that would let more
    /// be spent on this day than its limit.
    function _uncount(uint32 card, uint24 day, uint96 amount) internal {
        Usage storage usage = _cards[card].usage;
        if (usage.day == day) usage.perDay -= amount;
        if (Calendar.monthOf(usage.day) == Calendar.monthOf(day)) usage.perMonth -= amount;
    }

    /// @dev Returns the reason for which the card can't be debited without a hold, or 0 after counting the amount.
    function _countOffline(CardState storage state, AccountState storage account, uint96 amount)
        internal
        returns (bytes4 refusal)
    {
        if (state.status == CardStatus.None) return UnknownCard.selector;
        if (state.status == CardStatus.Closed && block.timestamp > uint256(state.frozenAt) + GRACE) {
            return CardNotActive.selector;
        }
        Offline storage offline = state.offline;
        uint24 month = Calendar.monthOf(Calendar.dayOf(block.timestamp));
        uint256 used = amount + (offline.month == month ? uint256(offline.used) : 0);
        if (used > offline.perMonth) return AboveOfflineLimit.selector;
        if (amount > _spendable(account, block.timestamp)) return InsufficientBalance.selector;
        (offline.used, offline.month) = (uint96(used), month);
        return 0;
    }

    /// @dev Returns whether the card was active at `time`, at most `GRACE` ago. Freezes before the latest one that ended are
    /// forgotten: the card was active after them, so the operator can place any purchase with a later approval anyway.
    function _wasActive(CardState storage state, uint256 time) private view returns (bool) {
        if (time >= state.inactiveFrom && time < state.activeSince) return false;
        return state.status == CardStatus.Active || time < state.frozenAt;
    }

    /// @dev Returns what counts against the limits on `day`, or on the day of the latest hold if that is later, and that day.
    function _usedOn(Usage storage usage, uint24 day) private view returns (uint256 perDay, uint256 perMonth, uint24) {
        uint24 latest = usage.day;
        if (day <= latest) return (usage.perDay, usage.perMonth, latest);
        return (0, Calendar.monthOf(latest) == Calendar.monthOf(day) ? usage.perMonth : 0, day);
    }

    function _highest(Terms memory one, Terms memory other) private pure returns (Terms memory) {
        return Terms(
            uint96(Math.max(one.perDay, other.perDay)),
            uint96(Math.max(one.perMonth, other.perMonth)),
            uint16(Math.max(one.overCaptureBps, other.overCaptureBps)),
            one.since
        );
    }
}
