// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {Base64} from "@openzeppelin/contracts/utils/Base64.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";

/// @title Data-URI metadata for ERC-721 and ERC-1155 tokens, with a generated image
abstract contract DemoMetadata {
    /// @dev Returns a JSON data URI.
    function _json(string memory text) internal pure returns (string memory) {
        return string.concat("data:application/json;base64,", Base64.encode(bytes(text)));
    }

    /// @dev Returns an SVG data URI.
    function _svg(string memory text) internal pure returns (string memory) {
        return string.concat("data:image/svg+xml;base64,", Base64.encode(bytes(text)));
    }

    /// @dev Returns an image of waves with a color and height derived from `seed`.
    function _waves(uint256 seed) internal pure returns (string memory) {
        string memory hue = Strings.toString((seed * 67) % 360);
        string memory crest = Strings.toString(80 + (seed * 37) % 80);
        return _svg(
            string.concat(
                '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 320"><rect width="320" height="320" fill="hsl(',
                hue,
                ' 60% 88%)"/><path fill="hsl(',
                hue,
                ' 60% 42%)" d="M0 200Q80 ',
                crest,
                ' 160 200T320 200V320H0Z"/></svg>'
            )
        );
    }
}
