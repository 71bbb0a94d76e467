// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC3009} from "@openzeppelin/contracts/token/ERC20/extensions/draft-ERC3009.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {DemoToken} from "./DemoToken.sol";

/// @title ERC-20 token for local chains with EIP-3009 transfers, without EIP-2612 permits
/// @notice A nonce is any 32 bytes that the sender hasn't used.
contract DemoAuthorizationToken is DemoToken, ERC3009 {
    constructor(
        string memory name_,
        string memory symbol_,
        uint8 decimals_,
        address supplyOwner,
        uint256 supply
    ) DemoToken(name_, symbol_, decimals_, supplyOwner, supply) EIP712(name_, "1") {}

    function decimals() public view override(DemoToken, ERC20) returns (uint8) {
        return super.decimals();
    }

    /// @dev EIP-712 domain separator, which tokens with EIP-3009 provide under this name.
    function DOMAIN_SEPARATOR() external view returns (bytes32) {
        return _domainSeparatorV4();
    }
}
