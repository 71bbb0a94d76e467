// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {ERC1155} from "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";
import {DemoMetadata} from "./DemoMetadata.sol";

/// @title ERC-1155 collection for local chains, with on-chain images
/// @notice Each holder gets one of token 1, two of token 2 and three of token 3. No more can be minted.
contract DemoPasses is ERC1155(""), DemoMetadata {
    string public constant name = "Test Passes";
    string public constant symbol = "tPASS";
    uint256 private constant KINDS = 3;

    /// @notice No pass has this ID.
    error UnknownPass(uint256 id);

    constructor(address[] memory holders) {
        for (uint256 i = 0; i < holders.length; i++) {
            for (uint256 id = 1; id <= KINDS; id++) _mint(holders[i], id, id, "");
        }
    }

    /// @notice Metadata as a JSON data URI. Reverts if no pass has this ID.
    function uri(uint256 id) public pure override returns (string memory) {
        if (id == 0 || id > KINDS) revert UnknownPass(id);
        return _json(
            string.concat(
                '{"name":"Pass ',
                Strings.toString(id),
                '","description":"A pass drawn by its contract.","decimals":0,"image":"',
                _waves(id + 100),
                '"}'
            )
        );
    }
}
