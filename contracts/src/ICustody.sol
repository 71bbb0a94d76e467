// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {IRecovery} from "./IRecovery.sol";

/// @title Common interface for the contracts that hold user funds
/// @notice `address(0)` represents the native currency. Amounts are in base units: wei, or the token's smallest unit.
/// The owner can pause deposits; nobody can pause withdrawals.
interface ICustody is IRecovery {
    /// @notice The amount sent, received or available is zero.
    error ZeroAmount();
    /// @notice `token` isn't a contract. Payments in the native currency have separate functions.
    error NotAToken(address token);
    /// @notice The permit failed without a revert reason, and the allowance doesn't cover the amount.
    error PermitRefused(address token);
    /// @notice The recipient is the zero address or the contract itself, or a transfer's own sender.
    error InvalidRecipient(address to);
    /// @notice Sending the token cost the contract more than the amount sent, which would use other users' funds.
    error UnexpectedDebit(address token, uint256 expected, uint256 actual);

    /// @notice Pauses deposits but not withdrawals. Owner only. Ownership can't be renounced while paused.
    function pause() external;

    /// @notice Resumes deposits. Owner only.
    function unpause() external;
}
