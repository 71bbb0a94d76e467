// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {ERC1155} from "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";
import {DemoMetadata} from "./DemoMetadata.sol";

/// @title ERC-1155 collection for local chains, drawn on the chain itself
/// @notice Each holder gets one of number 1, two of number 2 and three of number 3. None can be made later.
contract DemoPasses is ERC1155(""), DemoMetadata {
    string public constant name = "Test Passes";
    string public constant symbol = "tPASS";
    uint256 private constant KINDS = 3;

    /// @notice There is no such kind of pass.
    error UnknownPass(uint256 id);

    constructor(address[] memory holders) {
        for (uint256 i = 0; i < holders.length; i++) {
            for (uint256 id = 1; id <= KINDS; id++) _mint(holders[i], id, id, "");
        }
    }

    /// @notice JSON as a data URI. Reverts where there is no such kind.
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
