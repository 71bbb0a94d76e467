// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";
import {DemoMetadata} from "./DemoMetadata.sol";

/// @title ERC-721 collection for local chains, with on-chain images
/// @notice Token 1 goes to the first holder, token 2 to the second, and so on. No more can be minted.
contract DemoCollectible is ERC721("Test Harbours", "tHARBOUR"), DemoMetadata {
    constructor(address[] memory holders) {
        for (uint256 i = 0; i < holders.length; i++) _mint(holders[i], i + 1);
    }

    /// @notice Metadata as a JSON data URI. Reverts if the token doesn't exist.
    function tokenURI(uint256 tokenId) public view override returns (string memory) {
        _requireOwned(tokenId);
        string memory number = Strings.toString(tokenId);
        return _json(
            string.concat(
                '{"name":"Harbour #',
                number,
                '","description":"A harbour drawn by its contract.","image":"',
                _waves(tokenId),
                '","attributes":[{"trait_type":"Pier","value":',
                number,
                "}]}"
            )
        );
    }
}
