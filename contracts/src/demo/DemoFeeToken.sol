// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {DemoToken} from "./DemoToken.sol";

/// @title ERC-20 token for local chains that burns 1% of each transfer
contract DemoFeeToken is DemoToken {
    uint256 private constant FEE_DIVISOR = 100;

    constructor(string memory name_, string memory symbol_, uint8 decimals_, address supplyOwner, uint256 supply)
        DemoToken(name_, symbol_, decimals_, supplyOwner, supply)
    {}

    function _update(address from, address to, uint256 value) internal override {
        uint256 fee = from == address(0) || to == address(0) ? 0 : value / FEE_DIVISOR;
        if (fee > 0) super._update(from, address(0), fee);
        super._update(from, to, value - fee);
    }
}
