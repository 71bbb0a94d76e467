// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {CardArithmetic} from "./CardArithmetic.sol";
import {Cards} from "./Cards.sol";
import {ICardHolds} from "./ICardHolds.sol";

/// @title CardHolds
/// @dev Base contract with what the operator posts. Each private function either returns the reason of a refusal and
/// changes nothing, or returns 0. Nothing here calls another contract, so nothing needs the reentrancy guard.
abstract contract CardHolds is Cards {
    /// @inheritdoc ICardHolds
    uint40 public constant MAX_HOLD = 35 days;

    mapping(bytes32 id => Hold) private _holds;
    /// @inheritdoc ICardHolds
    mapping(bytes32 id => bool) public isDebited;
    /// @inheritdoc ICardHolds
    mapping(bytes32 id => bool) public isCredited;

    /// @inheritdoc ICardHolds
    function placeHolds(Placement[] calldata items)
        external
        onlyOperator
        whenNotPaused
        returns (bytes4[] memory refusals)
    {
        refusals = new bytes4[](items.length);
        for (uint256 i = 0; i < items.length; i++) {
            Placement calldata item = items[i];
            bytes4 refusal = _place(item);
            if (refusal != 0) refusals[i] = _refuse(item.id, 1, refusal);
        }
    }

    /// @inheritdoc ICardHolds
    function raiseHolds(Raise[] calldata items)
        external
        onlyOperator
        whenNotPaused
        returns (bytes4[] memory refusals)
    {
        refusals = new bytes4[](items.length);
        for (uint256 i = 0; i < items.length; i++) {
            Raise calldata item = items[i];
            bytes4 refusal = _raise(item);
            if (refusal != 0) refusals[i] = _refuse(item.id, item.sequence, refusal);
        }
    }

    /// @inheritdoc ICardHolds
    function releaseHolds(Release[] calldata items) external onlyOperator returns (bytes4[] memory refusals) {
        refusals = new bytes4[](items.length);
        for (uint256 i = 0; i < items.length; i++) {
            Release calldata item = items[i];
            bytes4 refusal = _release(item);
            if (refusal != 0) refusals[i] = _refuse(item.id, item.sequence, refusal);
        }
    }

    /// @inheritdoc ICardHolds
    function captureHolds(Capture[] calldata items) external onlyOperator returns (bytes4[] memory refusals) {
        refusals = new bytes4[](items.length);
        for (uint256 i = 0; i < items.length; i++) {
            Capture calldata item = items[i];
            bytes4 refusal = _capture(item);
            if (refusal != 0) refusals[i] = _refuse(item.id, item.sequence, refusal);
        }
    }

    /// @inheritdoc ICardHolds
    function debitWithoutHold(Posting[] calldata items) external onlyOperator returns (bytes4[] memory refusals) {
        return _post(items, _debit);
    }

    /// @inheritdoc ICardHolds
    function credit(Posting[] calldata items) external onlyOperator returns (bytes4[] memory refusals) {
        return _post(items, _credit);
    }

    /// @inheritdoc ICardHolds
    function releaseExpired(bytes32[] calldata ids) external returns (uint256 released) {
        for (uint256 i = 0; i < ids.length; i++) {
            bytes32 id = ids[i];
            Hold memory hold = holdOf(id);
            if (hold.remaining == 0 || block.timestamp < hold.expiry) continue;
            // The sequence stays, so that it can't overflow.
            _unreserve(id, hold, hold.remaining);
            emit HoldExpired(id, hold.card, hold.remaining);
            released++;
        }
    }

    /// @inheritdoc ICardHolds
    function holdOf(bytes32 id) public view returns (Hold memory) {
        return _holds[id];
    }

    function _post(Posting[] calldata items, function(Posting calldata) returns (bytes4) apply_)
        private
        returns (bytes4[] memory refusals)
    {
        refusals = new bytes4[](items.length);
        for (uint256 i = 0; i < items.length; i++) {
            Posting calldata item = items[i];
            bytes4 refusal = apply_(item);
            if (refusal != 0) refusals[i] = _refuse(item.id, 0, refusal);
        }
    }

    function _refuse(bytes32 id, uint256 sequence, bytes4 reason) private returns (bytes4) {
        emit ItemRefused(id, sequence, reason);
        return reason;
    }

    function _place(Placement calldata item) private returns (bytes4) {
        (bytes32 id, uint32 card, uint96 amount, uint40 expiry) = (item.id, item.card, item.amount, item.expiry);
        Hold storage hold = _holds[id];
        if (hold.sequence != 0) return IdUsed.selector;
        if (expiry <= block.timestamp || expiry > block.timestamp + MAX_HOLD) return InvalidExpiry.selector;
        CardState storage state = _cards[card];
        (bytes4 refusal, uint16 overCaptureBps) = _reserve(state, amount, item.approvedAt);
        if (refusal != 0) return refusal;
        (hold.remaining, hold.card, hold.account) = (amount, card, state.account);
        (hold.expiry, hold.day) = (expiry, state.usage.day);
        (hold.sequence, hold.overCaptureBps) = (1, overCaptureBps);
        emit HoldPlaced(id, card, amount, item.approvedAt, expiry);
        return 0;
    }

    function _raise(Raise calldata item) private returns (bytes4) {
        (bytes32 id, uint16 sequence, uint96 amount) = (item.id, item.sequence, item.amount);
        Hold memory hold = holdOf(id);
        bytes4 refusal = _refusalOf(hold, sequence, amount);
        if (refusal != 0) return refusal;
        (refusal,) = _reserve(_cards[hold.card], amount, item.approvedAt);
        if (refusal != 0) return refusal;
        uint96 remaining = hold.remaining + amount;
        _setHold(id, remaining, sequence);
        emit HoldRaised(id, hold.card, sequence, amount, remaining);
        return 0;
    }

    function _release(Release calldata item) private returns (bytes4) {
        (bytes32 id, uint16 sequence, uint96 amount) = (item.id, item.sequence, item.amount);
        Hold memory hold = holdOf(id);
        bytes4 refusal = _refusalOf(hold, sequence, amount);
        if (refusal != 0) return refusal;
        if (amount > hold.remaining) return AboveHold.selector;
        hold.sequence = sequence;
        _unreserve(id, hold, amount);
        emit HoldReleased(id, hold.card, sequence, amount, hold.remaining - amount);
        return 0;
    }

    function _capture(Capture calldata item) private returns (bytes4) {
        (bytes32 id, uint16 sequence, uint96 amount) = (item.id, item.sequence, item.amount);
        Hold memory hold = holdOf(id);
        bytes4 refusal = _refusalOf(hold, sequence, amount);
        if (refusal != 0) return refusal;
        AccountState storage account = _accounts[hold.account];
        (uint96 rest, uint96 freed) = (0, hold.remaining);
        if (amount > freed) {
            if (amount > CardArithmetic.captureLimit(freed, hold.overCaptureBps)) return AboveHold.selector;
            if (amount - freed > _spendable(account, block.timestamp)) return InsufficientBalance.selector;
        } else if (!item.last) {
            (rest, freed) = (freed - amount, amount);
        } else if (amount < freed) {
            _uncount(hold.card, hold.day, freed - amount);
        }

        _setHold(id, rest, sequence);
        _take(account, amount, freed);
        emit HoldCaptured(id, hold.card, sequence, amount, rest);
        return 0;
    }

    function _debit(Posting calldata item) private returns (bytes4) {
        (bytes32 id, uint96 amount) = (item.id, item.amount);
        if (isDebited[id]) return IdUsed.selector;
        if (amount == 0) return ZeroAmount.selector;
        CardState storage state = _cards[item.card];
        AccountState storage account = _accounts[state.account];
        bytes4 refusal = _countOffline(state, account, amount);
        if (refusal != 0) return refusal;
        isDebited[id] = true;
        _take(account, amount, 0);
        emit Debited(id, item.card, amount);
        return 0;
    }

    function _credit(Posting calldata item) private returns (bytes4) {
        (bytes32 id, uint96 amount) = (item.id, item.amount);
        if (isCredited[id]) return IdUsed.selector;
        if (amount == 0) return ZeroAmount.selector;
        CardState storage state = _cards[item.card];
        if (state.status == CardStatus.None) return UnknownCard.selector;
        AccountState storage account = _accounts[state.account];
        // So the balance can't overflow either.
        if (amount > _taken(account)) return AboveTaken.selector;
        uint256 available = settled[account.token];
        if (amount > available) return InsufficientSettled.selector;
        isCredited[id] = true;
        settled[account.token] = available - amount;
        account.balance += amount;
        emit Credited(id, item.card, amount);
        return 0;
    }

    /// @dev Returns the reason for which a hold can't be changed, or 0.
    function _refusalOf(Hold memory hold, uint16 sequence, uint96 amount) private pure returns (bytes4) {
        if (hold.remaining == 0) return HoldNotOpen.selector;
        if (sequence != uint256(hold.sequence) + 1) return WrongSequence.selector;
        return amount == 0 ? ZeroAmount.selector : bytes4(0);
    }

    /// @dev No longer reserves `amount` of a hold, without capturing it.
    function _unreserve(bytes32 id, Hold memory hold, uint96 amount) private {
        _setHold(id, hold.remaining - amount, hold.sequence);
        _accounts[hold.account].held -= amount;
        _uncount(hold.card, hold.day, amount);
    }

    function _setHold(bytes32 id, uint96 remaining, uint16 sequence) private {
        (_holds[id].remaining, _holds[id].sequence) = (remaining, sequence);
    }
}
