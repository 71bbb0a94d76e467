// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {ICardFunds} from "./card/ICardFunds.sol";
import {ICardHolds} from "./card/ICardHolds.sol";
import {ICards} from "./card/ICards.sol";

/// @title Accounts for cards: approved purchases are held on chain, and everything else stays the user's
/// @notice The operator is a hot key. It can hold money within limits that the user sets, and move it to `settled`, which
/// stays in the contract until the owner of the contract collects it. It can't send tokens out, nor stop a withdrawal.
interface ICardAccount is ICardFunds, ICards, ICardHolds {
    /// @notice `operator` is the operator from the block time `from` on, in seconds. The zero address is nobody.
    event OperatorSet(address indexed operator, uint256 from);

    /// @notice `funder` added `amount` to `settled`, for refunds.
    event SettledFunded(address indexed funder, address indexed token, uint256 amount);

    /// @notice `amount` of `settled` was sent to `to`.
    event SettledCollected(address indexed token, address indexed to, uint256 amount);

    /// @notice `settled` is less than the amount. Also a reason of `ItemRefused`.
    error InsufficientSettled();
    /// @notice The delay, in seconds, must be from a minute to a day.
    error InvalidWithdrawalDelay(uint40 delay);

    /// @notice Sets the operator. Removing it (the zero address) is immediate. A new one has to wait for `OPERATOR_DELAY`,
    /// while the current one stays. Owner only.
    /// @param operator_ new operator, or the zero address
    function setOperator(address operator_) external;

    /// @notice Sends earned money to `to`. Owner only.
    /// @dev Reverts with `ZeroAmount`, `InsufficientSettled`, `InvalidRecipient`, `UnexpectedDebit`, or the token's own
    /// error.
    /// @param token token to collect
    /// @param amount amount in base units
    /// @param to recipient, neither the zero address nor this contract
    function collect(address token, uint256 amount, address to) external;

    /// @notice Transfers `amount` of an approved token from the caller and adds the amount received to `settled`, so that
    /// refunds can be credited after a collection. Anyone can call.
    /// @dev Reverts with `ZeroAmount`, `NotAToken`, or the token's own error.
    /// @param token token to add
    /// @param amount amount to transfer, in base units
    function fund(address token, uint256 amount) external;

    /// @notice Money that was captured and debited and not yet credited or collected, and funds for refunds.
    /// @param token token to return the amount of
    /// @return amount in base units
    function settled(address token) external view returns (uint256);

    /// @notice Current operator.
    /// @return account, or the zero address if there is none
    function operator() external view returns (address);

    /// @notice The operator that was set last, and the one from `from` on.
    /// @return account, or the zero address if no change was made or the latest one was a removal
    /// @return from block time from which it is the operator, in seconds
    function nextOperator() external view returns (address, uint40 from);

    /// @notice Delay for a new operator, at least every `WITHDRAWAL_DELAY`. Constant.
    /// @return delay in seconds
    function OPERATOR_DELAY() external view returns (uint40);

    /// @notice Gas that a contract gets to check a signature. Constant.
    /// @return amount of gas
    function SIGNATURE_GAS() external view returns (uint256);
}
