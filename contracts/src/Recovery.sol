// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {IRecovery} from "./IRecovery.sol";

/// @title Recovery
/// @dev Base contract that decides who can recover an owner's positions, and when. Each contract moves its own kind of
/// position in `recover`, without calling another contract, and starts with `_requireRecovery`.
abstract contract Recovery is IRecovery {
    /// @inheritdoc IRecovery
    uint32 public constant MIN_RECOVERY_DELAY = 1 days;
    /// @inheritdoc IRecovery
    uint32 public constant MAX_RECOVERY_DELAY = 365 days;

    mapping(address owner => RecoveryPlan) private _plans;

    /// @inheritdoc IRecovery
    function setRecovery(address recoveryAddress, uint32 delay) external {
        // An owner who recovers from themselves would be credited twice.
        if (recoveryAddress == address(0) || recoveryAddress == address(this) || recoveryAddress == msg.sender) {
            revert InvalidRecoveryAddress(recoveryAddress);
        }
        if (delay < MIN_RECOVERY_DELAY || delay > MAX_RECOVERY_DELAY) revert InvalidRecoveryDelay(delay);
        _plans[msg.sender] = RecoveryPlan(recoveryAddress, delay, 0);
        emit RecoverySet(msg.sender, recoveryAddress, delay);
    }

    /// @inheritdoc IRecovery
    function removeRecovery() external {
        delete _plans[msg.sender];
        emit RecoverySet(msg.sender, address(0), 0);
    }

    /// @inheritdoc IRecovery
    function requestRecovery(address owner) external {
        RecoveryPlan storage plan = _planFor(owner);
        if (plan.readyAt != 0) revert RecoveryAlreadyRequested(plan.readyAt);
        plan.readyAt = uint64(block.timestamp) + plan.delay;
        emit RecoveryRequested(owner, msg.sender, plan.readyAt);
    }

    /// @inheritdoc IRecovery
    function vetoRecovery() external {
        RecoveryPlan storage plan = _plans[msg.sender];
        if (plan.readyAt == 0) revert NoRecoveryRequest(msg.sender);
        plan.readyAt = 0;
        emit RecoveryVetoed(msg.sender, plan.recoveryAddress);
    }

    /// @inheritdoc IRecovery
    function recoveryOf(address owner) public view returns (RecoveryPlan memory) {
        return _plans[owner];
    }

    /// @dev Reverts unless the caller is the recovery address of `owner`, requested the recovery, and waited.
    function _requireRecovery(address owner) internal view {
        RecoveryPlan storage plan = _planFor(owner);
        if (plan.readyAt == 0) revert NoRecoveryRequest(owner);
        if (block.timestamp < plan.readyAt) revert RecoveryNotReady(plan.readyAt);
    }

    /// @dev Returns the plan that names the caller as the recovery address of `owner`.
    function _planFor(address owner) private view returns (RecoveryPlan storage plan) {
        plan = _plans[owner];
        if (plan.recoveryAddress != msg.sender) revert NotRecoveryAddress(owner, msg.sender);
    }
}
