// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

/// @dev The bookkeeping of `StakingPool` in scaled units: any staker, and the sums of all others. A settlement streams
/// any amount that `ArithmeticProof.stepStaysWithinTheStream` allows, and splits it in any way.
contract StakingProof {
    uint256 private constant SCALE = 1e36;
    uint256 private held;
    uint256 private funded;
    uint256 private paid;
    uint256 private remaining;
    uint256 private owed;
    uint256 private owedToOthers;
    uint256 private stake;
    uint256 private stakesOfOthers;
    uint256 private stakesHeld;

    function fund(uint256 arrived) external {
        held += arrived * SCALE;
        funded += arrived * SCALE;
        remaining += arrived * SCALE;
    }

    function settle(uint256 streamed, uint256 ownShare) external {
        require(streamed <= remaining && ownShare <= streamed && stake + stakesOfOthers > 0);
        remaining -= streamed;
        owed += ownShare;
        owedToOthers += streamed - ownShare;
    }

    function claim(uint256 reward) external {
        require(reward * SCALE <= owed);
        owed -= reward * SCALE;
        pay(reward * SCALE);
    }

    function othersClaim(uint256 reward) external {
        require(reward * SCALE <= owedToOthers);
        owedToOthers -= reward * SCALE;
        pay(reward * SCALE);
    }

    /// @dev The pool can always pay from rewards, never from stakes.
    function pay(uint256 amount) private {
        paid += amount;
        assert(held >= amount);
        held -= amount;
    }

    function changeStake(uint256 amount, bool isOwn, bool isAdded) external {
        if (isAdded) stakesHeld += amount;
        if (isAdded && isOwn) stake += amount;
        if (isAdded && !isOwn) stakesOfOthers += amount;
        if (isAdded) return;
        require(amount <= (isOwn ? stake : stakesOfOthers));
        if (isOwn) stake -= amount;
        else stakesOfOthers -= amount;
        assert(stakesHeld >= amount);
        stakesHeld -= amount;
    }

    /// @dev The staker's recovery address takes stake and rewards, or the staker takes another's.
    function recover(uint256 staked, uint256 rewards, bool isFromOwn) external {
        if (isFromOwn) {
            stakesOfOthers += stake;
            owedToOthers += owed;
            (stake, owed) = (0, 0);
        } else {
            require(staked <= stakesOfOthers && rewards <= owedToOthers);
            stakesOfOthers -= staked;
            owedToOthers -= rewards;
            stake += staked;
            owed += rewards;
        }
    }

    function fundedIsPaidAndOwedAndRemaining() external view {
        assert(funded == paid + owed + owedToOthers + remaining);
        assert(held == funded - paid);
        assert(stakesHeld == stake + stakesOfOthers);
    }
}
