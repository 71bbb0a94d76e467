// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

/// @dev What OpenZeppelin's Math specifies, without its assembly, which no solver can read. `mulDiv` also reverts if the
/// product exceeds 256 bits, where OpenZeppelin's continues with 512 bits.
library Math {
    enum Rounding {
        Floor,
        Ceil
    }

    function min(uint256 a, uint256 b) internal pure returns (uint256) {
        return a < b ? a : b;
    }

    function max(uint256 a, uint256 b) internal pure returns (uint256) {
        return a > b ? a : b;
    }

    function saturatingAdd(uint256 a, uint256 b) internal pure returns (uint256) {
        return a > type(uint256).max - b ? type(uint256).max : a + b;
    }

    function saturatingMul(uint256 a, uint256 b) internal pure returns (uint256) {
        if (b != 0 && a > type(uint256).max / b) return type(uint256).max;
        return a * b;
    }

    function mulDiv(uint256 x, uint256 y, uint256 denominator) internal pure returns (uint256) {
        return x * y / denominator;
    }

    function mulDiv(uint256 x, uint256 y, uint256 denominator, Rounding rounding) internal pure returns (uint256) {
        uint256 floor = x * y / denominator;
        return rounding == Rounding.Ceil && floor * denominator < x * y ? floor + 1 : floor;
    }
}
