// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @title ERC-20 token for local chains, without EIP-2612 permits
/// @notice The whole supply goes to `supplyOwner`. No more can be minted.
contract DemoToken is ERC20 {
    uint8 private immutable _decimals;

    constructor(
        string memory name_,
        string memory symbol_,
        uint8 decimals_,
        address supplyOwner,
        uint256 supply
    ) ERC20(name_, symbol_) {
        _decimals = decimals_;
        _mint(supplyOwner, supply);
    }

    function decimals() public view virtual override returns (uint8) {
        return _decimals;
    }
}
