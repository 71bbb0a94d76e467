// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {ERC20, ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";
import {DemoToken} from "./DemoToken.sol";

/// @title ERC-20 token for local chains with EIP-2612 permits
contract DemoPermitToken is DemoToken, ERC20Permit {
    constructor(
        string memory name_,
        string memory symbol_,
        uint8 decimals_,
        address supplyOwner,
        uint256 supply
    ) DemoToken(name_, symbol_, decimals_, supplyOwner, supply) ERC20Permit(name_) {}

    function decimals() public view override(DemoToken, ERC20) returns (uint8) {
        return super.decimals();
    }
}
