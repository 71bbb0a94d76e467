// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {Arithmetic} from "../Arithmetic.sol";

/// @title CardArithmetic
/// @dev The arithmetic of captures, without state, so that it can be proved (contracts/proofs). All functions are
/// internal.
library CardArithmetic {
    /// @dev Returns the most that a capture can take from a hold. The excess over `remaining` closes the hold, so all
    /// captures together exceed what was placed by at most `overCaptureBps` of it.
    function captureLimit(uint96 remaining, uint16 overCaptureBps) internal pure returns (uint256) {
        // No overflow: 96 and 16 bits.
        return remaining + uint256(remaining) * overCaptureBps / Arithmetic.BPS;
    }

    /// @dev Returns what was deposited, at most what fits. Then less can be credited, never more.
    function addDeposit(uint96 deposited, uint96 amount) internal pure returns (uint96) {
        return amount > type(uint96).max - deposited ? type(uint96).max : deposited + amount;
    }
}
