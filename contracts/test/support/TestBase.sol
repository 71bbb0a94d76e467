// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {Vm} from "./Vm.sol";

abstract contract TestBase {
    Vm internal constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    /// @dev Maps any number into [min, max], so that no fuzz
    /// run is discarded. Requires max - min < 2^256 - 1.
    function bound(uint256 value, uint256 min, uint256 max) internal pure returns (uint256) {
        return value >= min && value <= max ? value : min + (value % (max - min + 1));
    }
}
