// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

/// @title What every contract that holds people's money has in common
/// @notice `address(0)` names the native coin. Amounts are base units: wei, or the token's smallest unit.
/// Entry can be paused; leaving cannot, by anybody.
interface ICustody {
    /// @notice Nothing was sent, nothing arrived, or nothing is there to take.
    error ZeroAmount();
    /// @notice No contract stands at `token`, so it is no ERC-20 token. The native coin has functions of its own.
    error NotAToken(address token);
    /// @notice The permit was refused without a reason and the allowance does not cover the amount.
    error PermitRefused(address token);
    /// @notice Nothing can be sent to this address: it is zero or the contract itself.
    error InvalidRecipient(address to);
    /// @notice The token took more from the contract than was sent: the rest would have come out of others' money.
    error UnexpectedDebit(address token, uint256 expected, uint256 actual);

    /// @notice Stops new money from coming in. What is in can leave. Only the owner, who cannot renounce before `unpause`.
    function pause() external;

    /// @notice Takes new money again. Only the owner.
    function unpause() external;
}
