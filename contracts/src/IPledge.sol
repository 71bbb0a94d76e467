// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {ICustody} from "./ICustody.sol";

/// @title Locking tokens for a chosen time at a rate that is fixed, and set aside, at entry
/// @notice Interest is reserved in full before a pledge is taken. Pledging can be paused; redeeming and leaving early
/// cannot.
interface IPledge is ICustody {
    /// @notice What can be chosen. All but `open` stays as it was made.
    /// @param token what is pledged and earned
    /// @param duration seconds until maturity
    /// @param rateBps interest for the whole duration, in basis points of the pledge
    /// @param penaltyBps what leaving early costs, in basis points of the pledge, at most `MAX_PENALTY_BPS`
    /// @param open whether new pledges are taken
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

    /// @notice One pledge. Amounts are base units of `token`, times are block times in seconds.
    /// @param interest paid on top of `amount` from `maturesAt` on
    /// @param penalty taken off `amount` on leaving before; the interest is forfeited too
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

    /// @notice `term` can be chosen by its number `termId`.
    event TermAdded(uint256 indexed termId, Term term);

    /// @notice New pledges for `termId` are taken, or not any more.
    event TermOpenSet(uint256 indexed termId, bool open);

    /// @notice `amount` of `token` arrived and is pledged by `owner` until `maturesAt`.
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

    /// @notice `owner` was sent `amount` and `interest`.
    event Redeemed(
        address indexed owner, address indexed token, uint256 indexed id, uint256 amount, uint256 interest
    );

    /// @notice `owner` was sent `amount - penalty`.
    event ExitedEarly(
        address indexed owner, address indexed token, uint256 indexed id, uint256 amount, uint256 penalty
    );

    /// @notice `amount` of `token` was added to what interest is paid from.
    event ReserveFunded(address indexed funder, address indexed token, uint256 amount);

    /// @notice `amount` of `token` that no pledge needs went to `to`.
    event ReserveWithdrawn(address indexed token, address indexed to, uint256 amount);

    /// @notice There is no such term.
    error UnknownTerm(uint256 termId);
    /// @notice The term takes no new pledges.
    error TermClosed(uint256 termId);
    /// @notice Wanted: 0 < duration <= `MAX_DURATION`.
    error InvalidDuration(uint256 duration);
    /// @notice The penalty would pass `MAX_PENALTY_BPS`.
    error PenaltyAboveCap(uint256 penaltyBps, uint256 maxPenaltyBps);
    /// @notice What is free in the reserve does not cover `needed`.
    error InsufficientReserve(address token, uint256 free, uint256 needed);
    /// @notice `caller` has no such pledge.
    error NotYourPosition(uint256 id, address caller);
    /// @notice The pledge was paid out before.
    error PositionClosed(uint256 id);
    /// @notice Redeeming begins at `maturesAt`.
    error NotMatured(uint256 id, uint256 maturesAt);
    /// @notice The pledge has matured: redeem it, and lose nothing.
    error AlreadyMatured(uint256 id, uint256 maturesAt);

    /// @notice Pledges `amount` of the term's approved token, or what arrives of it. Gives the number of the pledge.
    /// @dev Reverts with `UnknownTerm`, `TermClosed`, `InsufficientReserve` where the full interest is not there,
    /// `EnforcedPause`, `ZeroAmount`, or the token's own error.
    function pledge(uint256 termId, uint256 amount) external returns (uint256 id);

    /// @notice As `pledge`, with an EIP-2612 permit of exactly `amount` in place of an earlier approval.
    /// @param deadline the permit's last valid block time, in seconds
    function pledgeWithPermit(uint256 termId, uint256 amount, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external
        returns (uint256 id);

    /// @notice Sends pledge and interest to its owner, from maturity on. Never paused.
    function redeem(uint256 id) external;

    /// @notice Sends the pledge less its penalty to its owner, before maturity. Never paused.
    function exitEarly(uint256 id) external;

    /// @notice Offers a term from now on. Only the owner. Gives its number.
    function addTerm(address token, uint32 duration, uint32 rateBps, uint16 penaltyBps)
        external
        returns (uint256 termId);

    /// @notice Takes new pledges for a term, or no more. Those taken are untouched. Only the owner.
    function setTermOpen(uint256 termId, bool open) external;

    /// @notice Adds `amount` of an approved token, or what arrives of it, to what interest is paid from. By anybody.
    function fundReserve(address token, uint256 amount) external;

    /// @notice Sends what no pledge needs. Only the owner.
    function withdrawReserve(address token, uint256 amount, address to) external;

    /// @notice All terms, in the order of their numbers, which start at 0.
    function terms() external view returns (Term[] memory);

    /// @notice The pledge of that number; reverts with a panic where there is none.
    function position(uint256 id) external view returns (Position memory);

    /// @notice How many pledges `owner` ever made.
    function positionCount(address owner) external view returns (uint256);

    /// @notice The pledges of `owner`, oldest first: at most `limit`, after leaving out `offset`.
    function positionsOf(address owner, uint256 offset, uint256 limit) external view returns (Position[] memory);

    /// @notice Pledges of `token` that were not paid out.
    function pledged(address token) external view returns (uint256);

    /// @notice Interest on these, set aside.
    function committed(address token) external view returns (uint256);

    /// @notice What is there for the interest of further pledges.
    function freeReserve(address token) external view returns (uint256);

    /// @notice The largest share of a pledge that leaving early can cost, in basis points. It cannot be changed.
    function MAX_PENALTY_BPS() external view returns (uint256);

    /// @notice The longest term, in seconds.
    function MAX_DURATION() external view returns (uint256);
}
