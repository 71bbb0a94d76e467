// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {DemoMetadata} from "./DemoMetadata.sol";

/// @title ERC-721 collection for local chains with hostile metadata
/// @notice A gallery must show each token without running, fetching or opening anything. Token 1 has an SVG with
/// scripts, event handlers and embedded HTML; token 2 has HTML as its image and animation; token 3 has markup and
/// script URLs in text fields; token 4 has an image on a third-party server; token 5 has invalid JSON; token 6 has an
/// SVG with circular references; and the metadata call of token 7 reverts.
contract DemoHostileCollectible is ERC721, DemoMetadata {
    uint256 private constant KINDS = 7;

    /// @notice `tokenURI` reverts with this error for token 7.
    error NoMetadata(uint256 tokenId);

    /// @dev Mints all tokens to `holder`.
    constructor(address holder)
        ERC721(unicode"Claim your reward at https://claim.invalid <b onclick=alert(1)>now</b>", unicode"tНARBOUR")
    {
        for (uint256 tokenId = 1; tokenId <= KINDS; tokenId++) _mint(holder, tokenId);
    }

    /// @notice Hostile metadata as a JSON data URI. Reverts for token 7, and if the token doesn't exist.
    function tokenURI(uint256 tokenId) public view override returns (string memory) {
        _requireOwned(tokenId);
        if (tokenId == 1) return _picture(_hostileSvg());
        if (tokenId == 2) return _withHtml();
        if (tokenId == 3) return _withMarkup();
        if (tokenId == 4) return _picture("https://tracker.invalid/pixel.png?who=1");
        if (tokenId == 5) return _json('{"name":"Broken","image":');
        if (tokenId == 6) return _picture(_endlessSvg());
        revert NoMetadata(tokenId);
    }

    function _picture(string memory image) private pure returns (string memory) {
        return _json(string.concat('{"name":"Harbour #1","image":"', image, '"}'));
    }

    function _hostileSvg() private pure returns (string memory) {
        return _svg(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" onload="globalThis.hostile=1"><script>globalThis.hostile=2</script>'
            '<foreignObject width="9" height="9"><body xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="globalThis.hostile=3"/>'
            '<form action="https://claim.invalid"><input name="phrase"/></form></body></foreignObject>'
            '<image href="https://tracker.invalid/pixel.png" width="1" height="1"/></svg>'
        );
    }

    function _endlessSvg() private pure returns (string memory) {
        return _svg(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><g id="a"><use href="#b"/><use href="#b"/></g>'
            '<g id="b"><use href="#a"/><use href="#a"/></g></svg>'
        );
    }

    function _withHtml() private pure returns (string memory) {
        return _json(
            '{"name":"Harbour #2","image":"data:text/html,<script>globalThis.hostile=4</script>",'
            '"animation_url":"data:text/html,<script>parent.hostile=5</script>"}'
        );
    }

    function _withMarkup() private pure returns (string memory) {
        return _json(
            unicode'{"name":"<img src=x onerror=globalThis.hostile=6>","description":"\\u202Eevil \\u0000<a href=javascript:globalThis.hostile=7>claim</a>",'
            unicode'"external_url":"javascript:globalThis.hostile=8","image":"javascript:globalThis.hostile=9",'
            unicode'"attributes":[{"trait_type":{"a":[]},"value":1e400}]}'
        );
    }
}
