// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

/// @dev Says which addresses are under sanctions, with the function of Chainalysis' oracle, for tests of the wallet.
contract SanctionsOracle {
    mapping(address account => bool) public isSanctioned;

    function add(address account) external {
        isSanctioned[account] = true;
    }
}
