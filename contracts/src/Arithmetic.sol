// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

/// @title Arithmetic
/// @dev The arithmetic of fees, limits, interest, vesting, and reward streams, without state, so that it can be proved
/// (contracts/proofs). All functions are internal.
library Arithmetic {
    uint256 internal constant BPS = 10_000;

    /// @dev Returns `bps` basis points of `amount`, rounded down.
    function share(uint256 amount, uint256 bps) internal pure returns (uint256) {
        return Math.mulDiv(amount, bps, BPS);
    }

    /// @dev Returns `bps` basis points of `amount`, rounded up.
    function shareUp(uint256 amount, uint256 bps) internal pure returns (uint256) {
        return Math.mulDiv(amount, bps, BPS, Math.Rounding.Ceil);
    }

    /// @dev Returns the proportional fee plus the flat fee, but at most `maxFeeBps` of `amount`.
    function withdrawalFee(uint256 amount, uint256 feeBps, uint256 flatFee, uint256 maxFeeBps)
        internal
        pure
        returns (uint256)
    {
        return Math.min(Math.saturatingAdd(share(amount, feeBps), flatFee), share(amount, maxFeeBps));
    }

    /// @dev Returns the smallest and the largest partial withdrawal of `balance`. The minimum is at most `limitBps` of the
    /// balance, and the maximum at least as much, so that neither holds a balance back. A `maxAmount` of 0 is no
    /// maximum.
    function withdrawalLimits(uint256 balance, uint256 minAmount, uint256 maxAmount, uint256 limitBps)
        internal
        pure
        returns (uint256 least, uint256 most)
    {
        uint256 limit = share(balance, limitBps);
        least = Math.min(minAmount, limit);
        most = maxAmount == 0 ? type(uint256).max : Math.max(maxAmount, limit);
    }

    /// @dev Returns the part of `total` that has vested after `elapsed` seconds: nothing before the cliff, then linear.
    /// Requires cliff <= vesting.
    function vested(uint256 total, uint256 elapsed, uint256 cliff, uint256 vesting) internal pure returns (uint256) {
        if (elapsed < cliff) return 0;
        if (elapsed >= vesting) return total;
        return Math.mulDiv(total, elapsed, vesting);
    }

    /// @dev Returns the rewards per staked base unit that stream in `elapsed` seconds. The remainder of the division
    /// stays in the stream, and nothing streams while nobody stakes.
    function streamStep(uint256 rate, uint256 elapsed, uint256 remaining, uint256 totalStaked)
        internal
        pure
        returns (uint256)
    {
        if (totalStaked == 0) return 0;
        return Math.min(Math.saturatingMul(rate, elapsed), remaining) / totalStaked;
    }
}
