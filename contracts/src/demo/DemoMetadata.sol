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

    /// @dev Returns an image of a sun over water, drawn in thin lines. `seed` determines the colors, waves, and sun.
    function _waves(uint256 seed) internal pure returns (string memory) {
        uint256 hue = (seed * 67 + 130) % 360;
        uint256 swell = 24 + (seed * 37) % 60;
        return _svg(
            string.concat(
                '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 320">'
                '<rect width="320" height="320" fill="',
                _color(hue, "45% 92%"),
                '"/><circle cx="',
                Strings.toString(72 + (seed * 53) % 176),
                '" cy="',
                Strings.toString(84 + (seed * 29) % 48),
                '" r="',
                Strings.toString(30 + (seed * 11) % 18),
                '" fill="',
                _color(10 + (seed * 17) % 38, "82% 66%"),
                '"/><path fill="',
                _color(hue, "42% 80%"),
                '" d="',
                _crest(150, swell),
                'V320H0Z"/><g fill="none" stroke="',
                _color(hue, "55% 28%"),
                '">',
                _lines(swell),
                "</g></svg>"
            )
        );
    }

    /// @dev Returns wave lines that flatten toward the bottom. Every fifth line is thicker.
    function _lines(uint256 swell) private pure returns (string memory lines) {
        for (uint256 i = 0; i < 14; i++) {
            lines = string.concat(
                lines, '<path stroke-width="', i % 5 == 0 ? "3" : "1.3", '" d="', _crest(150 + i * 13, swell * (14 - i) / 14), '"/>'
            );
        }
    }

    /// @dev Returns the path of one wave across the image, centered on the height `y`. `swell` sets its amplitude.
    function _crest(uint256 y, uint256 swell) private pure returns (string memory) {
        string memory height = Strings.toString(y);
        return string.concat(
            "M0 ", height, "Q80 ", Strings.toString(y - swell), " 160 ", height, "T320 ", height
        );
    }

    function _color(uint256 hue, string memory tone) private pure returns (string memory) {
        return string.concat("hsl(", Strings.toString(hue), " ", tone, ")");
    }
}
