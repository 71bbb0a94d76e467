// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {ICustody} from "./ICustody.sol";

/// @title Staking of one token for a share in a stream of rewards
/// @notice Rewards are funded before they are promised. The stream flows only while somebody stakes, to everybody who
/// does, in proportion to the stakes. Staking can be paused; unstaking and claiming cannot.
interface IStakingPool is ICustody {
    /// @notice `amount` of `token` arrived and was added to the stake of `owner`.
    event Staked(address indexed owner, address indexed token, uint256 amount);

    /// @notice `amount` of `token` left the stake of `owner` and was sent back.
    event Unstaked(address indexed owner, address indexed token, uint256 amount);

    /// @notice `owner` was sent `amount` of the reward `token`.
    event RewardClaimed(address indexed owner, address indexed token, uint256 amount);

    /// @notice `amount` of the reward `token` arrived. From now on the stream gives `rewardPerYear` base units a year.
    event RewardsFunded(address indexed funder, address indexed token, uint256 amount, uint256 rewardPerYear);

    /// @notice The stake is smaller than what is asked back.
    error InsufficientStake(uint256 staked, uint256 needed);
    /// @notice Rewards flow in more than no time, and in ten years at most. In seconds.
    error InvalidDuration(uint256 duration);
    /// @notice Stakers were promised a faster stream: funding may not slow it. Both in base units a year.
    error StreamSlowed(uint256 rewardPerYear, uint256 promised);
    /// @notice Stakers were promised a longer stream: funding may not end it earlier. Both are block times, in seconds.
    error StreamShortened(uint256 endsAt, uint256 promised);
    /// @notice More than the arithmetic of the pool can count without overflow.
    error FundingTooLarge(uint256 funded, uint256 max);

    /// @notice Adds `amount` of the approved staking token, or what arrives of it, to the caller's stake.
    function stake(uint256 amount) external;

    /// @notice As `stake`, with an EIP-2612 permit of exactly `amount` in place of an earlier approval.
    /// @param deadline the permit's last valid block time, in seconds
    function stakeWithPermit(uint256 amount, uint256 deadline, uint8 v, bytes32 r, bytes32 s) external;

    /// @notice Sends `amount` of the caller's stake back. Never paused, and independent of the reward token: what was
    /// earned stays owed.
    function unstake(uint256 amount) external;

    /// @notice Sends what the caller has earned. Never paused. Reverts with `ZeroAmount` where that is nothing.
    function claim() external;

    /// @notice Sends back the whole stake and what was earned. Where the reward token cannot be sent, `unstake` can.
    function exit() external;

    /// @notice Adds `amount` of the approved reward token, or what arrives of it, to what is still to flow, and lets
    /// all of it flow in `duration` seconds of staking. Only the owner. Nothing funded can be taken back: a running
    /// stream can be made neither slower nor shorter, so that all it can gain is rewards on top.
    /// @dev Reverts with `StreamShortened` where a running stream would end before `streamEndsAt`, `StreamSlowed` where it
    /// would give less than `rewardPerYear`, `InvalidDuration`, `FundingTooLarge`, `ZeroAmount`, `NotAToken`, or the token's
    /// own error.
    function fund(uint256 amount, uint256 duration) external;

    /// @notice The token that is staked.
    function stakingToken() external view returns (address);

    /// @notice The token that is earned. It may be the same.
    function rewardToken() external view returns (address);

    /// @notice What `owner` has staked.
    function stakeOf(address owner) external view returns (uint256);

    /// @notice All stakes together.
    function totalStaked() external view returns (uint256);

    /// @notice What `owner` could claim now, in base units of the reward token.
    function earned(address owner) external view returns (uint256);

    /// @notice Base units of the reward token that flow in a year, to all stakers together; 0 when the stream is dry.
    function rewardPerYear() external view returns (uint256);

    /// @notice Yearly yield in basis points, without compounding: base units earned in a year for each 10,000 staked at
    /// present. 0 where nobody stakes or the stream is dry. It is an interest rate where both tokens are the same.
    function aprBps() external view returns (uint256);

    /// @notice What is funded and has not flown yet.
    function remainingRewards() external view returns (uint256);

    /// @notice When the stream runs dry if somebody stakes all the time; the present where it is dry.
    function streamEndsAt() external view returns (uint256);

    /// @notice Rewards that ever arrived.
    function funded() external view returns (uint256);

    /// @notice Rewards that were ever claimed.
    function paid() external view returns (uint256);
}
