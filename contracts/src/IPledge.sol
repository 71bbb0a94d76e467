// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {ICustody} from "./ICustody.sol";

/// @title Fixed-term token locks at a fixed rate
/// @notice The full interest is reserved before a pledge is accepted.
/// Pledging can be paused; redeeming and exiting early can't.
interface IPledge is ICustody {
    /// @notice A term that users can choose. Only `open` can change after the term is added.
    /// @param token token in which the pledge and its interest are denominated
    /// @param duration seconds until maturity
    /// @param rateBps interest for the whole duration, in basis points of the pledge
    /// @param penaltyBps penalty for an early exit, in basis points of the pledge, from 1 to `MAX_PENALTY_BPS`; without
    /// one, somebody could reserve all interest and exit again, at no cost
    /// @param open whether the term accepts new pledges
    struct Term {
        address token;
        uint32 duration;
        uint32 rateBps;
        uint16 penaltyBps;
        bool open;
    }

    enum Status {
        Active,
        Redeemed,
        ExitedEarly
    }

    /// @notice One pledge. Amounts are in base units of `token`, and times are block times in seconds.
    /// @param id ID of the pledge
    /// @param termId ID of its term
    /// @param owner account that made the pledge or recovered it, and the only one that can redeem it
    /// @param token token of the pledge and its interest
    /// @param amount pledged amount
    /// @param interest paid in addition to `amount` at or after `maturesAt`
    /// @param penalty deducted from `amount` on an early exit, which also forfeits the interest; rounded up
    /// @param startedAt block time of the pledge
    /// @param maturesAt first block time at which the pledge can be redeemed
    /// @param status whether it is active, or how it ended
    struct Position {
        uint256 id;
        uint256 termId;
        address owner;
        address token;
        uint256 amount;
        uint256 interest;
        uint256 penalty;
        uint64 startedAt;
        uint64 maturesAt;
        Status status;
    }

    /// @notice `term` was added under the ID `termId`.
    event TermAdded(uint256 indexed termId, Term term);

    /// @notice Term `termId` was opened or closed for new pledges.
    event TermOpenSet(uint256 indexed termId, bool open);

    /// @notice `owner` pledged `token` until `maturesAt`. `amount` is the amount received.
    event Pledged(
        address indexed owner,
        address indexed token,
        uint256 indexed id,
        uint256 termId,
        uint256 amount,
        uint256 interest,
        uint256 penalty,
        uint64 maturesAt
    );

    /// @notice `owner` redeemed pledge `id`; `to` received `amount + interest`.
    event Redeemed(
        address indexed owner, address indexed token, uint256 indexed id, address to, uint256 amount, uint256 interest
    );

    /// @notice `owner` exited pledge `id` early; `to` received `amount - penalty`.
    event ExitedEarly(
        address indexed owner, address indexed token, uint256 indexed id, address to, uint256 amount, uint256 penalty
    );

    /// @notice `to`, the recovery address of `owner`, became the owner of pledge `id`, which is otherwise unchanged.
    event PledgeRecovered(address indexed owner, address indexed to, uint256 indexed id);

    /// @notice `amount` of `token` was added to the interest reserve.
    event ReserveFunded(address indexed funder, address indexed token, uint256 amount);

    /// @notice `amount` of `token` was sent to `to` from the free reserve.
    event ReserveWithdrawn(address indexed token, address indexed to, uint256 amount);

    /// @notice No term has this ID.
    error UnknownTerm(uint256 termId);
    /// @notice The term is closed for new pledges.
    error TermClosed(uint256 termId);
    /// @notice The duration, in seconds, must satisfy 0 < duration <= `MAX_DURATION`.
    error InvalidDuration(uint256 duration);
    /// @notice A term must have a penalty for early exits.
    error PenaltyRequired();
    /// @notice The penalty exceeds `MAX_PENALTY_BPS`.
    error PenaltyAboveCap(uint256 penaltyBps, uint256 maxPenaltyBps);
    /// @notice The free reserve doesn't cover `needed`.
    error InsufficientReserve(address token, uint256 free, uint256 needed);
    /// @notice `caller` doesn't own a pledge with this ID.
    error NotYourPosition(uint256 id, address caller);
    /// @notice The pledge has already been paid out.
    error PositionClosed(uint256 id);
    /// @notice The pledge can't be redeemed before `maturesAt`.
    error NotMatured(uint256 id, uint256 maturesAt);
    /// @notice The pledge has matured and can be redeemed without a penalty.
    error AlreadyMatured(uint256 id, uint256 maturesAt);

    /// @notice Pledges `amount` of the term's approved token, minus any transfer fee.
    /// @dev Reverts with `UnknownTerm`, `TermClosed`, `InsufficientReserve` if the reserve doesn't cover the full
    /// interest, `EnforcedPause`, `ZeroAmount` also if the penalty would use up the pledge, `NotAToken`, or the token's
    /// own error.
    /// @param termId ID of an open term
    /// @param amount amount to transfer from the caller, in base units
    /// @return id ID of the pledge
    function pledge(uint256 termId, uint256 amount) external returns (uint256 id);

    /// @notice Same as `pledge`, with an EIP-2612 permit for exactly `amount` instead of a prior approval.
    /// @param termId ID of an open term
    /// @param amount amount to transfer from the caller, in base units
    /// @param deadline latest block time at which the permit is valid, in seconds
    /// @param v recovery byte of the permit's signature
    /// @param r first half of the permit's signature
    /// @param s second half of the permit's signature
    /// @return id ID of the pledge
    function pledgeWithPermit(uint256 termId, uint256 amount, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external
        returns (uint256 id);

    /// @notice Sends the caller's pledge and its interest to `to`, at or after maturity. Never paused.
    /// @dev Reverts with `NotYourPosition`, `PositionClosed`, `NotMatured`, `InvalidRecipient`, `UnexpectedDebit`, or
    /// the token's own error.
    /// @param id ID of the pledge
    /// @param to recipient, neither the zero address nor this contract
    function redeem(uint256 id, address to) external;

    /// @notice Sends the caller's pledge minus the penalty to `to`, before maturity. Never paused.
    /// @dev Reverts with `NotYourPosition`, `PositionClosed`, `AlreadyMatured`, `InvalidRecipient`, `UnexpectedDebit`,
    /// or the token's own error.
    /// @param id ID of the pledge
    /// @param to recipient, neither the zero address nor this contract
    function exitEarly(uint256 id, address to) external;

    /// @notice Moves the latest pledges of `owner`, open and closed ones, to the caller, who is the owner's recovery address.
    /// They keep their terms. Never paused.
    /// @dev Reverts with `NotRecoveryAddress`, `NoRecoveryRequest`, `RecoveryNotReady`, or `ZeroAmount`.
    /// @param owner account whose pledges to recover
    /// @param count how many pledges to move at most, so that any number can be moved in several calls
    function recover(address owner, uint256 count) external;

    /// @notice Adds an open term. Owner only.
    /// @dev Reverts with `InvalidDuration`, `PenaltyRequired`, or `PenaltyAboveCap`.
    /// @param token token in which the pledge and its interest are denominated
    /// @param duration seconds until maturity, at most `MAX_DURATION`
    /// @param rateBps interest for the whole duration, in basis points of the pledge
    /// @param penaltyBps penalty for an early exit, in basis points of the pledge, from 1 to `MAX_PENALTY_BPS`
    /// @return termId ID of the term
    function addTerm(address token, uint32 duration, uint32 rateBps, uint16 penaltyBps)
        external
        returns (uint256 termId);

    /// @notice Opens or closes a term for new pledges. Existing pledges are unaffected. Owner only.
    /// @param termId ID of the term
    /// @param open whether the term accepts new pledges
    function setTermOpen(uint256 termId, bool open) external;

    /// @notice Adds `amount` of an approved token, minus any transfer fee, to the interest reserve. Anyone can call it.
    /// @param token token to add
    /// @param amount amount to transfer from the caller, in base units
    function fundReserve(address token, uint256 amount) external;

    /// @notice Sends `amount` from the free reserve to `to`. Owner only.
    /// @param token token to withdraw
    /// @param amount amount in base units
    /// @param to recipient, neither the zero address nor this contract
    function withdrawReserve(address token, uint256 amount, address to) external;

    /// @notice All terms, ordered by ID, starting from 0.
    /// @return all terms, including closed ones
    function terms() external view returns (Term[] memory);

    /// @notice The pledge with this ID. Reverts with a panic if there is none.
    /// @param id ID of the pledge
    /// @return the pledge, even if it was paid out
    function position(uint256 id) external view returns (Position memory);

    /// @notice Number of pledges `owner` has ever made.
    /// @param owner account that made the pledges
    /// @return number of pledges, including those paid out
    function positionCount(address owner) external view returns (uint256);

    /// @notice Pledges of `owner`, oldest first: at most `limit`, after skipping `offset`.
    /// @param owner account that made the pledges
    /// @param offset number of pledges to skip
    /// @param limit maximum number of pledges to return
    /// @return page the pledges, including those paid out
    function positionsOf(address owner, uint256 offset, uint256 limit) external view returns (Position[] memory page);

    /// @notice Total pledged amount of `token` that hasn't been paid out.
    /// @param token token of the pledges
    /// @return amount in base units
    function pledged(address token) external view returns (uint256);

    /// @notice Interest reserved for active pledges of `token`.
    /// @param token token of the pledges
    /// @return amount in base units
    function committed(address token) external view returns (uint256);

    /// @notice Reserve available for interest on new pledges.
    /// @param token token of the pledges
    /// @return amount in base units
    function freeReserve(address token) external view returns (uint256);

    /// @notice Maximum early-exit penalty. Constant.
    /// @return share of the pledge, in basis points
    function MAX_PENALTY_BPS() external view returns (uint256);

    /// @notice Maximum term duration. Constant.
    /// @return duration in seconds
    function MAX_DURATION() external view returns (uint256);
}
