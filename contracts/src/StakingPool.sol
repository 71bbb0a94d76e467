// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {Arithmetic} from "./Arithmetic.sol";
import {Custody} from "./Custody.sol";
import {IStakingPool} from "./IStakingPool.sol";

/// @title StakingPool
/// @dev Tracks rewards in base units times `SCALE`, so that rounding loses nothing: the rewards funded always equal the
/// sum of the rewards paid, owed to stakers, and not yet streamed. After a claim, a fraction of a base unit can still
/// be owed.
contract StakingPool is IStakingPool, Custody {
    uint256 private constant SCALE = 1e36;
    uint256 private constant YEAR = 365 days;
    uint256 private constant MAX_DURATION = 10 * YEAR;
    // Keeps every sum of scaled rewards below 2^256, so that no overflow can block unstaking.
    uint256 private constant MAX_FUNDED = type(uint256).max / SCALE;

    /// @inheritdoc IStakingPool
    address public immutable stakingToken;
    /// @inheritdoc IStakingPool
    address public immutable rewardToken;
    /// @inheritdoc IStakingPool
    uint256 public totalStaked;
    /// @inheritdoc IStakingPool
    uint256 public funded;
    /// @inheritdoc IStakingPool
    uint256 public paid;
    /// @inheritdoc IStakingPool
    mapping(address owner => uint256) public stakeOf;

    // Scaled by SCALE, except for `_settledAt`: the reward rate per second, the rewards not yet streamed, the rewards
    // per staked base unit (in total, and as last settled for each owner), and the rewards owed to each owner.
    uint256 private _rate;
    uint256 private _remaining;
    uint256 private _perStake;
    mapping(address owner => uint256) private _perStakeSeen;
    mapping(address owner => uint256) private _owed;
    uint256 private _settledAt;

    /// @param stakingToken_ token that is staked
    /// @param rewardToken_ token that is earned, which may be the staking token
    /// @param initialOwner first owner, who funds rewards and pauses staking
    constructor(address stakingToken_, address rewardToken_, address initialOwner) Custody(initialOwner) {
        stakingToken = stakingToken_;
        rewardToken = rewardToken_;
    }

    /// @inheritdoc IStakingPool
    function stake(uint256 amount) external whenNotPaused nonReentrant {
        _stake(amount);
    }

    /// @inheritdoc IStakingPool
    function stakeWithPermit(uint256 amount, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external
        whenNotPaused
        nonReentrant
    {
        _permit(stakingToken, amount, deadline, v, r, s);
        _stake(amount);
    }

    /// @inheritdoc IStakingPool
    function unstake(uint256 amount, address to) external nonReentrant {
        _unstake(amount, to);
    }

    /// @inheritdoc IStakingPool
    function claim(address to) external nonReentrant {
        _settle(msg.sender);
        if (_owed[msg.sender] < SCALE) revert ZeroAmount();
        _claim(to);
    }

    /// @inheritdoc IStakingPool
    function exit(address to) external nonReentrant {
        _unstake(stakeOf[msg.sender], to);
        if (_owed[msg.sender] >= SCALE) _claim(to);
    }

    /// @inheritdoc IStakingPool
    function recover(address owner) external nonReentrant {
        _requireRecovery(owner);
        _settle(owner);
        _settle(msg.sender);
        (uint256 staked, uint256 owed) = (stakeOf[owner], _owed[owner]);
        if (staked == 0 && owed < SCALE) revert ZeroAmount();
        delete stakeOf[owner];
        delete _owed[owner];
        stakeOf[msg.sender] += staked;
        _owed[msg.sender] += owed;
        emit StakeRecovered(owner, msg.sender, staked, owed / SCALE);
    }

    /// @inheritdoc IStakingPool
    function fund(uint256 amount, uint256 duration) external onlyOwner nonReentrant {
        if (duration == 0 || duration > MAX_DURATION) revert InvalidDuration(duration);
        _settleStream();
        uint256 promisedEnd = streamEndsAt();
        uint256 endsAt = block.timestamp + duration;
        if (endsAt < promisedEnd) revert StreamShortened(endsAt, promisedEnd);
        uint256 promisedRate = rewardPerYear();
        uint256 oldRate = _remaining < SCALE ? 0 : _rate;

        uint256 arrived = _pull(rewardToken, amount);
        if (arrived > MAX_FUNDED - funded) revert FundingTooLarge(Math.saturatingAdd(funded, arrived), MAX_FUNDED);
        funded += arrived;
        _remaining += arrived * SCALE;
        // Rounded up, so that the stream doesn't end late. `_step` caps payouts at the remaining rewards.
        _rate = Math.ceilDiv(_remaining, duration);
        if (_rate < oldRate) revert StreamSlowed(rewardPerYear(), promisedRate);
        emit RewardsFunded(msg.sender, rewardToken, arrived, rewardPerYear());
    }

    /// @inheritdoc IStakingPool
    function earned(address owner) external view returns (uint256) {
        return (_owed[owner] + stakeOf[owner] * (_perStake + _step() - _perStakeSeen[owner])) / SCALE;
    }

    /// @inheritdoc IStakingPool
    function aprBps() external view returns (uint256) {
        return totalStaked == 0 ? 0 : Math.mulDiv(rewardPerYear(), Arithmetic.BPS, totalStaked);
    }

    /// @inheritdoc IStakingPool
    function remainingRewards() external view returns (uint256) {
        return _toFlow() / SCALE;
    }

    /// @inheritdoc IStakingPool
    function streamEndsAt() public view returns (uint256) {
        uint256 toFlow = _toFlow();
        return block.timestamp + (toFlow < SCALE ? 0 : Math.ceilDiv(toFlow, _rate));
    }

    /// @inheritdoc IStakingPool
    function rewardPerYear() public view returns (uint256) {
        return _toFlow() < SCALE ? 0 : Math.mulDiv(_rate, YEAR, SCALE);
    }

    function _stake(uint256 amount) private {
        _settle(msg.sender);
        uint256 arrived = _pull(stakingToken, amount);
        stakeOf[msg.sender] += arrived;
        totalStaked += arrived;
        emit Staked(msg.sender, stakingToken, arrived);
    }

    function _unstake(uint256 amount, address to) private {
        if (amount == 0) revert ZeroAmount();
        uint256 staked = stakeOf[msg.sender];
        if (amount > staked) revert InsufficientStake(staked, amount);
        _settle(msg.sender);
        stakeOf[msg.sender] = staked - amount;
        totalStaked -= amount;
        emit Unstaked(msg.sender, stakingToken, to, amount);
        _send(stakingToken, to, amount);
    }

    function _claim(address to) private {
        uint256 reward = _owed[msg.sender] / SCALE;
        _owed[msg.sender] -= reward * SCALE;
        paid += reward;
        emit RewardClaimed(msg.sender, rewardToken, to, reward);
        _send(rewardToken, to, reward);
    }

    function _settle(address owner) private {
        _settleStream();
        _owed[owner] += stakeOf[owner] * (_perStake - _perStakeSeen[owner]);
        _perStakeSeen[owner] = _perStake;
    }

    function _settleStream() private {
        uint256 step = _step();
        _perStake += step;
        _remaining -= step * totalStaked;
        _settledAt = block.timestamp;
    }

    /// @dev Returns the scaled rewards per staked base unit since the last settlement.
    function _step() private view returns (uint256) {
        return Arithmetic.streamStep(_rate, block.timestamp - _settledAt, _remaining, totalStaked);
    }

    function _toFlow() private view returns (uint256) {
        return _remaining - _step() * totalStaked;
    }
}
