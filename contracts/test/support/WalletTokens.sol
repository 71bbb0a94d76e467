// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {ERC1155} from "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";

// Tokens that the wallet page tests deploy.

/// @dev Token whose allowance must be reset to zero before it can be set to another amount, like USDT on Ethereum.
contract ResetFirstToken is ERC20("Reset first", "RESET") {
    constructor(address supplyOwner, uint256 supply) {
        _mint(supplyOwner, supply);
    }

    function approve(address spender, uint256 value) public override returns (bool) {
        require(value == 0 || allowance(msg.sender, spender) == 0);
        return super.approve(spender, value);
    }
}

/// @dev Token that emits ERC-20 and NFT approval events for approvals that the owner never made.
contract LyingToken is ERC20("Lying", "LIE") {
    event ApprovalForAll(address indexed owner, address indexed operator, bool approved);

    function lie(address owner, address spender) external {
        emit Approval(owner, spender, type(uint256).max);
        emit ApprovalForAll(owner, spender, true);
    }
}

/// @dev Token that emits approval events but uses up all gas when its allowance is read.
contract BurningToken {
    event Approval(address indexed owner, address indexed spender, uint256 value);

    function tell(address owner, address spender) external {
        emit Approval(owner, spender, 1);
    }

    function allowance(address, address) external pure returns (uint256) {
        assembly {
            invalid()
        }
    }
}

/// @dev ERC-721 that anyone can mint, with any metadata URI.
contract OpenCollectible is ERC721 {
    mapping(uint256 => string) private _uris;
    uint256 public minted;

    constructor(string memory name_, string memory symbol_) ERC721(name_, symbol_) {}

    function mint(address to, string calldata uri) external {
        minted++;
        _uris[minted] = uri;
        _mint(to, minted);
    }

    function mintMany(address to, uint256 count) external {
        for (uint256 i = 0; i < count; i++) _mint(to, ++minted);
    }

    /// @dev Emits a Transfer event without minting a token.
    function pretend(address to, uint256 tokenId) external {
        emit Transfer(address(0), to, tokenId);
    }

    function tokenURI(uint256 tokenId) public view override returns (string memory) {
        return _uris[tokenId];
    }
}

/// @dev ERC-721 whose token 1 has an owner without a Transfer event, like collections migrated from another chain.
contract SilentCollectible is ERC721("Silent", "SILENT") {
    address private immutable _holder;

    constructor(address holder) {
        _holder = holder;
    }

    function ownerOf(uint256 tokenId) public view override returns (address) {
        return tokenId == 1 ? _holder : super.ownerOf(tokenId);
    }
}

/// @dev ERC-1155 that anyone can mint.
contract OpenPasses is ERC1155 {
    constructor(string memory uri_) ERC1155(uri_) {}

    function mint(address to, uint256 id, uint256 amount) external {
        _mint(to, id, amount, "");
    }
}
