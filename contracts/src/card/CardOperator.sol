// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {ICardAccount} from "../ICardAccount.sol";
import {CardSignatures} from "./CardSignatures.sol";

/// @title CardOperator
/// @dev Base contract with the operator and what it earned. The contract's owner can't become the operator within a day, so
/// users can withdraw before that.
abstract contract CardOperator is CardSignatures {
    /// @inheritdoc ICardAccount
    uint40 public constant OPERATOR_DELAY = 1 days;

    /// @dev Until `_nextOperatorFrom`.
    address private _operator;
    address private _nextOperator;
    uint40 private _nextOperatorFrom;

    constructor(address initialOperator) {
        _nextOperator = initialOperator;
        emit OperatorSet(initialOperator, block.timestamp);
    }

    modifier onlyOperator() {
        _requireOperator();
        _;
    }

    /// @inheritdoc ICardAccount
    function setOperator(address operator_) external onlyOwner {
        uint40 from = uint40(block.timestamp) + (operator_ == address(0) ? 0 : OPERATOR_DELAY);
        _operator = operator();
        (_nextOperator, _nextOperatorFrom) = (operator_, from);
        emit OperatorSet(operator_, from);
    }

    /// @inheritdoc ICardAccount
    function collect(address token, uint256 amount, address to) external onlyOwner nonReentrant {
        if (amount == 0) revert ZeroAmount();
        if (amount > settled[token]) revert InsufficientSettled();
        settled[token] -= amount;
        emit SettledCollected(token, to, amount);
        _send(token, to, amount);
    }

    /// @inheritdoc ICardAccount
    function fund(address token, uint256 amount) external nonReentrant {
        uint256 arrived = _pull(token, amount);
        settled[token] += arrived;
        emit SettledFunded(msg.sender, token, arrived);
    }

    /// @inheritdoc ICardAccount
    function nextOperator() external view returns (address, uint40 from) {
        return (_nextOperator, _nextOperatorFrom);
    }

    /// @inheritdoc ICardAccount
    function operator() public view returns (address) {
        return block.timestamp < _nextOperatorFrom ? _operator : _nextOperator;
    }

    function _requireOperator() private view {
        if (msg.sender != operator()) revert NotOperator(msg.sender);
    }
}
