// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

/// @title Common interface of the contracts that hold user funds
/// @notice `address(0)` stands for the native currency. Amounts are in base units: wei, or
/// the token's smallest unit. The owner can pause deposits; nobody can pause withdrawals.
interface ICustody {
    /// @notice The amount sent, received or available is zero.
    error ZeroAmount();
    /// @notice `token` has no code, so it isn't an ERC-20 token. The native currency has its own functions.
    error NotAToken(address token);
    /// @notice The permit failed without a reason and the allowance doesn't cover the amount.
    error PermitRefused(address token);
    /// @notice The recipient is the zero address or the contract itself.
    error InvalidRecipient(address to);
    /// @notice The token debited the contract by more than the
    /// amount sent, which would have used other users' funds.
    error UnexpectedDebit(address token, uint256 expected, uint256 actual);

    /// @notice Pauses deposits; withdrawals stay open. Only the
    /// owner, who can't renounce ownership until `unpause`.
    function pause() external;

    /// @notice Resumes deposits. Only the owner.
    function unpause() external;
}
