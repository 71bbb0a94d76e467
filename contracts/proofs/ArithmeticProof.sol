// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {Arithmetic} from "../src/Arithmetic.sol";
import {CardArithmetic} from "../src/card/CardArithmetic.sol";

/// @dev Properties of the arithmetic, for all arguments within the bounds that the contracts enforce.
contract ArithmeticProof {
    /// @dev The fee is at most 1% of the amount (Vault.MAX_FEE_BPS), so something always arrives.
    function feeStaysWithinTheCap(uint256 amount, uint16 feeBps, uint128 flatFee) external pure {
        require(feeBps <= 100);
        uint256 fee = Arithmetic.withdrawalFee(amount, feeBps, flatFee, 100);
        assert(fee <= amount / 100);
        assert(amount == 0 || fee < amount);
    }

    /// @dev Limits never exclude each other, and a tenth of the balance (Vault.MAX_MINIMUM_BPS) is always within both.
    function limitsLetATenthOut(uint256 balance, uint128 minAmount, uint128 maxAmount) external pure {
        require(maxAmount == 0 || minAmount <= maxAmount);
        (uint256 least, uint256 most) = Arithmetic.withdrawalLimits(balance, minAmount, maxAmount, 1_000);
        uint256 tenth = balance / 10;
        assert(least <= tenth);
        assert(most >= tenth);
        assert(least <= most);
        assert(most > 0 || balance == 0 || maxAmount == 0);
    }

    /// @dev A penalty of at most 5% (Pledge.MAX_PENALTY_BPS) is at least one unit, and leaves a rest of any pledge that
    /// `pledge` accepts, of two units or more.
    function penaltyLeavesARest(uint128 amount, uint16 penaltyBps) external pure {
        require(amount >= 2 && penaltyBps > 0 && penaltyBps <= 500);
        uint256 penalty = Arithmetic.shareUp(amount, penaltyBps);
        assert(penalty > 0);
        assert(penalty < amount);
        assert(penalty <= uint256(amount) / 20 + 1);
    }

    /// @dev The vested part is between nothing and everything: nothing before the cliff, everything at the end.
    function vestingStaysWithinTheTotal(uint128 total, uint64 elapsed, uint64 cliff, uint64 vesting) external pure {
        require(cliff <= vesting && vesting <= 4 * 365 days);
        uint256 vested = Arithmetic.vested(total, elapsed, cliff, vesting);
        assert(vested <= total);
        assert(elapsed >= cliff || vested == 0);
        assert(elapsed < vesting || vested == total);
    }

    /// @dev A second later, no less has vested.
    function vestingNeverDecreases(uint128 total, uint64 early, uint64 late, uint64 cliff, uint64 vesting)
        external
        pure
    {
        require(early <= late && cliff <= vesting && vesting <= 4 * 365 days);
        assert(
            Arithmetic.vested(total, early, cliff, vesting) <= Arithmetic.vested(total, late, cliff, vesting)
        );
    }

    /// @dev All stakers together never get more than what remains in the stream.
    function stepStaysWithinTheStream(uint256 rate, uint256 elapsed, uint256 remaining, uint256 totalStaked)
        external
        pure
    {
        uint256 step = Arithmetic.streamStep(rate, elapsed, remaining, totalStaked);
        assert(totalStaked > 0 || step == 0);
        assert(totalStaked == 0 || step <= remaining / totalStaked);
    }

    /// @dev A capture exceeds what remains by a quarter at most (CardAccount.MAX_OVER_CAPTURE_BPS).
    function captureStaysWithinTheMargin(uint96 remaining, uint16 overCaptureBps) external pure {
        require(overCaptureBps <= 2_500);
        uint256 limit = CardArithmetic.captureLimit(remaining, overCaptureBps);
        assert(limit >= remaining);
        assert(limit - remaining <= remaining / 4);
    }

    /// @dev The excess over a part of a hold is at most that over the whole.
    function marginGrowsWithTheHold(uint96 part, uint96 whole, uint16 overCaptureBps) external pure {
        require(part <= whole);
        assert(
            CardArithmetic.captureLimit(part, overCaptureBps) - part
                <= CardArithmetic.captureLimit(whole, overCaptureBps) - whole
        );
    }

    /// @dev The deposits that allow credits are never counted too high.
    function depositsAreNeverOverstated(uint96 deposited, uint96 amount) external pure {
        uint96 sum = CardArithmetic.addDeposit(deposited, amount);
        assert(sum >= deposited);
        assert(sum - deposited <= amount);
    }
}
