// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {CardHolds} from "./card/CardHolds.sol";
import {CardFunds} from "./card/CardFunds.sol";
import {CardOperator} from "./card/CardOperator.sol";
import {Custody} from "./Custody.sol";

/// @title CardAccount
/// @notice Card money of all users, in their custody. The parts of the contract are in `card/`, each on top of the one
/// before: `CardLedger`, `CardSignatures`, `CardOperator`, `CardFunds`, `CardLimits`, `Cards`, `CardHolds`.
contract CardAccount is CardHolds {
    /// @param initialOwner first owner, who pauses, collects `settled`, and appoints operators
    /// @param initialOperator first operator, or the zero address
    /// @param withdrawalDelay seconds until a withdrawal without the operator's signature is possible
    constructor(address initialOwner, address initialOperator, uint40 withdrawalDelay)
        Custody(initialOwner)
        CardOperator(initialOperator)
        CardFunds(withdrawalDelay)
    {}
}
