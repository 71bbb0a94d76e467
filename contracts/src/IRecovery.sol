// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

/// @title Common interface for the recovery of positions whose owner can't act any more
/// @notice An owner can name a recovery address, which can move the owner's positions in this contract to itself, with
/// their terms. First, it has to request that on chain, and then wait for the delay that the owner set. Until it moves
/// them, the owner can veto. Off unless the owner turns it on, and never paused.
interface IRecovery {
    /// @notice The recovery address that an owner named, and its request.
    /// @param recoveryAddress account that can recover the owner's positions, or the zero address if there is none
    /// @param delay seconds from a request until positions can be moved
    /// @param readyAt first block time at which the recovery address can move positions, in seconds, or 0 if it hasn't
    /// requested that
    struct RecoveryPlan {
        address recoveryAddress;
        uint32 delay;
        uint64 readyAt;
    }

    /// @notice `owner` named `recoveryAddress`, with a delay in seconds, or removed it if it is the zero address. An
    /// earlier request is void.
    event RecoverySet(address indexed owner, address indexed recoveryAddress, uint32 delay);

    /// @notice `recoveryAddress` requested to recover the positions of `owner`, which it can do from `readyAt`.
    event RecoveryRequested(address indexed owner, address indexed recoveryAddress, uint64 readyAt);

    /// @notice `owner` vetoed the request of `recoveryAddress`.
    event RecoveryVetoed(address indexed owner, address indexed recoveryAddress);

    /// @notice The zero address, the contract itself, and the owner can't be a recovery address.
    error InvalidRecoveryAddress(address recoveryAddress);
    /// @notice The delay, in seconds, must be from `MIN_RECOVERY_DELAY` to `MAX_RECOVERY_DELAY`.
    error InvalidRecoveryDelay(uint32 delay);
    /// @notice `caller` isn't the recovery address of `owner`.
    error NotRecoveryAddress(address owner, address caller);
    /// @notice The recovery address has already requested the recovery.
    error RecoveryAlreadyRequested(uint64 readyAt);
    /// @notice There is no request to recover the positions of `owner`.
    error NoRecoveryRequest(address owner);
    /// @notice Positions can't be recovered before `readyAt`.
    error RecoveryNotReady(uint64 readyAt);

    /// @notice Names the account that can recover the caller's positions in this contract, or changes it or its delay.
    /// An earlier request is void: the next one waits for the new delay.
    /// @dev Reverts with `InvalidRecoveryAddress` or `InvalidRecoveryDelay`.
    /// @param recoveryAddress account that can recover the positions
    /// @param delay seconds from a request until positions can be moved
    function setRecovery(address recoveryAddress, uint32 delay) external;

    /// @notice Removes the caller's recovery address, and its request.
    function removeRecovery() external;

    /// @notice Requests to recover the positions of `owner`. Only the owner's recovery address can. The delay starts now.
    /// @dev Reverts with `NotRecoveryAddress` or `RecoveryAlreadyRequested`.
    /// @param owner account whose positions to recover
    function requestRecovery(address owner) external;

    /// @notice Voids the request of the caller's recovery address, which can request again and waits again. Possible at any
    /// time, also when the delay is over, and after some positions were moved.
    /// @dev Reverts with `NoRecoveryRequest`. To end requests for good, use `removeRecovery`.
    function vetoRecovery() external;

    /// @notice The recovery address of `owner`, and its request. A request stays open after positions were moved, so that
    /// later ones can be moved too, until the owner vetoes it.
    /// @param owner account whose recovery address to return
    /// @return recovery address, delay, and request; all zero if there is no recovery address
    function recoveryOf(address owner) external view returns (RecoveryPlan memory);

    /// @notice Shortest delay. Constant.
    /// @return delay in seconds
    function MIN_RECOVERY_DELAY() external view returns (uint32);

    /// @notice Longest delay. Constant.
    /// @return delay in seconds
    function MAX_RECOVERY_DELAY() external view returns (uint32);
}
