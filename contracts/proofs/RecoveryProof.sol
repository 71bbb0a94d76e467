// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

/// @dev The plan of one owner in `Recovery`, with the calls of any account at any time. The history of the last request,
/// veto, and change is kept apart from the plan, so that a recovery can be compared with it.
contract RecoveryProof {
    uint256 private constant MIN_DELAY = 1 days;
    uint256 private constant MAX_DELAY = 365 days;

    uint256 private time = 1;
    address private recoveryAddress;
    uint256 private delay;
    uint256 private readyAt;

    bool private isRequested;
    address private requestedBy;
    uint256 private requestedAt;
    uint256 private delayAtRequest;
    address private named;

    function pass(uint64 later) external {
        time += later;
    }

    /// @dev The owner names a recovery address, or removes it (the zero address).
    function setRecovery(address recoveryAddress_, uint256 delay_) external {
        require(recoveryAddress_ == address(0) || (delay_ >= MIN_DELAY && delay_ <= MAX_DELAY));
        (recoveryAddress, delay, readyAt) = (recoveryAddress_, delay_, 0);
        named = recoveryAddress_;
        isRequested = false;
    }

    function requestRecovery() external {
        require(msg.sender != address(0) && recoveryAddress == msg.sender && readyAt == 0);
        readyAt = time + delay;
        (isRequested, requestedBy, requestedAt, delayAtRequest) = (true, msg.sender, time, delay);
    }

    /// @dev By the owner.
    function vetoRecovery() external {
        require(readyAt != 0);
        readyAt = 0;
        isRequested = false;
    }

    function recover() external view {
        require(msg.sender != address(0) && recoveryAddress == msg.sender && readyAt != 0 && time >= readyAt);
        // Nobody but the address that the owner named last, and that requested since.
        assert(msg.sender == named && msg.sender == requestedBy);
        // Every veto and change since the request counts.
        assert(isRequested);
        // Never before the delay that the owner set before the request.
        assert(time >= requestedAt + delayAtRequest);
        assert(delayAtRequest >= MIN_DELAY && delayAtRequest <= MAX_DELAY);
    }
}
