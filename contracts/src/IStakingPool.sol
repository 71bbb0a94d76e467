// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {ICustody} from "./ICustody.sol";

/// @title Staking pool that streams rewards to its stakers
/// @notice Rewards are funded before they are promised. They stream only while there are
/// stakers, in proportion to the stakes. Staking can be paused; unstaking and claiming can't.
interface IStakingPool is ICustody {
    /// @notice `amount` of `token` was received and added to the stake of `owner`.
    event Staked(address indexed owner, address indexed token, uint256 amount);

    /// @notice `amount` of `token` was removed from the stake of `owner` and sent to `to`.
    event Unstaked(address indexed owner, address indexed token, address indexed to, uint256 amount);

    /// @notice `owner` claimed `amount` of `token`, the reward token, which was sent to `to`.
    event RewardClaimed(address indexed owner, address indexed token, address indexed to, uint256 amount);

    /// @notice `to`, the recovery address of `owner`, took over the stake `amount` and the unclaimed `rewards` of `owner`.
    event StakeRecovered(address indexed owner, address indexed to, uint256 amount, uint256 rewards);

    /// @notice `funder` added `amount` of the reward token. The pool now streams `rewardPerYear` base units per year.
    event RewardsFunded(address indexed funder, address indexed token, uint256 amount, uint256 rewardPerYear);

    /// @notice The stake is smaller than the amount to unstake.
    error InsufficientStake(uint256 staked, uint256 needed);
    /// @notice The duration, in seconds, must be between 1 second and 10 years.
    error InvalidDuration(uint256 duration);
    /// @notice Funding must not reduce the promised rate. Both values are in base units per year.
    error StreamSlowed(uint256 rewardPerYear, uint256 promised);
    /// @notice Funding must not end the stream before the promised time. Both values are block times in seconds.
    error StreamShortened(uint256 endsAt, uint256 promised);
    /// @notice The total funding would overflow the pool's arithmetic.
    error FundingTooLarge(uint256 funded, uint256 max);

    /// @notice Adds `amount` of the approved staking token, minus any transfer fee, to the caller's stake.
    /// @dev Reverts with `EnforcedPause`, `ZeroAmount`, `NotAToken`, or the token's own error.
    /// @param amount amount to transfer from the caller, in base units
    function stake(uint256 amount) external;

    /// @notice Same as `stake`, with an EIP-2612 permit for exactly `amount` instead of a prior approval.
    /// @param amount amount to transfer from the caller, in base units
    /// @param deadline latest block time at which the permit is valid, in seconds
    /// @param v recovery byte of the permit's signature
    /// @param r first half of the permit's signature
    /// @param s second half of the permit's signature
    function stakeWithPermit(uint256 amount, uint256 deadline, uint8 v, bytes32 r, bytes32 s) external;

    /// @notice Sends `amount` of the caller's stake to `to`. Never paused, and independent of the reward token: earned
    /// rewards remain claimable.
    /// @dev Reverts with `ZeroAmount`, `InsufficientStake`, `InvalidRecipient`, `UnexpectedDebit`, or the token's own
    /// error.
    /// @param amount amount in base units of the staking token
    /// @param to recipient, neither the zero address nor the pool
    function unstake(uint256 amount, address to) external;

    /// @notice Sends the caller's earned rewards to `to`. Never paused.
    /// @dev Reverts with `ZeroAmount` if there are none, `InvalidRecipient`, `UnexpectedDebit`, or the token's own
    /// error.
    /// @param to recipient, neither the zero address nor the pool
    function claim(address to) external;

    /// @notice Sends the caller's whole stake and earned rewards to `to`. If rewards can't be sent, `unstake` still
    /// works.
    /// @dev Reverts with `ZeroAmount` if there is no stake, `InvalidRecipient`, `UnexpectedDebit`, or a token's own
    /// error.
    /// @param to recipient, neither the zero address nor the pool
    function exit(address to) external;

    /// @notice Moves the stake of `owner` and its unclaimed rewards to the caller, who is the owner's recovery address. It
    /// stays staked. Never paused.
    /// @dev Reverts with `NotRecoveryAddress`, `NoRecoveryRequest`, `RecoveryNotReady`, or `ZeroAmount`.
    /// @param owner account whose stake to recover
    function recover(address owner) external;

    /// @notice Adds `amount` of the approved reward token, minus any transfer fee, to the remaining rewards and streams
    /// all of them over `duration` seconds of staking. Owner only. Funding can't be withdrawn, and can't make a running
    /// stream slower or shorter.
    /// @dev Reverts with `StreamShortened` if a running stream would end before `streamEndsAt`, `StreamSlowed` if it
    /// would pay less than `rewardPerYear`, `InvalidDuration`, `FundingTooLarge`, `ZeroAmount`, `NotAToken`, or the
    /// token's own error.
    /// @param amount amount to transfer from the caller, in base units of the reward token
    /// @param duration time over which all remaining rewards stream, in seconds
    function fund(uint256 amount, uint256 duration) external;

    /// @notice The token that is staked.
    /// @return address of the token
    function stakingToken() external view returns (address);

    /// @notice The token that is earned. It may be the staking token.
    /// @return address of the token
    function rewardToken() external view returns (address);

    /// @notice Stake of `owner`.
    /// @param owner staker
    /// @return amount in base units of the staking token
    function stakeOf(address owner) external view returns (uint256);

    /// @notice Sum of all stakes.
    /// @return amount in base units of the staking token
    function totalStaked() external view returns (uint256);

    /// @notice Rewards that `owner` can claim now.
    /// @param owner staker
    /// @return amount in base units of the reward token
    function earned(address owner) external view returns (uint256);

    /// @notice Base units of the reward token streamed per year to all stakers combined, or 0 if the stream is empty.
    /// @return amount per 365 days, in base units of the reward token
    function rewardPerYear() external view returns (uint256);

    /// @notice Annual yield, without compounding: base units earned per year for every 10,000 currently staked. 0 if
    /// nobody stakes or the stream is empty. The yield is an interest rate only if the staking token and the reward
    /// token are the same.
    /// @return yield in basis points
    function aprBps() external view returns (uint256);

    /// @notice Funded rewards that haven't been streamed yet.
    /// @return amount in base units of the reward token
    function remainingRewards() external view returns (uint256);

    /// @notice Block time at which the stream ends if the pool always has stakers, or the current time if the stream is
    /// empty.
    /// @return time in seconds
    function streamEndsAt() external view returns (uint256);

    /// @notice Total rewards received.
    /// @return amount in base units of the reward token
    function funded() external view returns (uint256);

    /// @notice Total rewards claimed.
    /// @return amount in base units of the reward token
    function paid() external view returns (uint256);
}
