// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {ICards} from "../../src/card/ICards.sol";
import {TestBase} from "./TestBase.sol";

/// @dev Signs the messages of card users and the operator, by the text of EIP-712 and not by the contract's code.
abstract contract CardSigner is TestBase {
    bytes32 private constant DOMAIN_TYPEHASH =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");

    function signMessage(uint256 key, address verifyingContract, bytes32 message)
        internal
        view
        returns (bytes memory)
    {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, cardDigest(verifyingContract, message));
        return abi.encodePacked(r, s, v);
    }

    function cardDigest(address verifyingContract, bytes32 message) internal view returns (bytes32) {
        bytes32 domain = keccak256(
            abi.encode(
                DOMAIN_TYPEHASH,
                keccak256("Tidewell card account"),
                keccak256("1"),
                block.chainid,
                verifyingContract
            )
        );
        return keccak256(abi.encodePacked("\x19\x01", domain, message));
    }

    function withdrawNowHash(
        address owner,
        address token,
        uint256 amount,
        address to,
        uint256 nonce,
        uint256 deadline
    ) internal pure returns (bytes32) {
        bytes32 typehash = keccak256(
            "WithdrawNow(address owner,address token,uint256 amount,address to,uint256 nonce,uint256 deadline)"
        );
        return keccak256(abi.encode(typehash, owner, token, amount, to, nonce, deadline));
    }

    function openCardHash(address owner, address token, ICards.Limits memory limits, uint256 nonce, uint256 deadline)
        internal
        pure
        returns (bytes32)
    {
        bytes32 typehash = keccak256(
            "OpenCard(address owner,address token,uint96 perDay,uint96 perMonth,uint96 offlinePerMonth,uint16 overCaptureBps,uint256 nonce,uint256 deadline)"
        );
        return keccak256(
            abi.encode(
                typehash,
                owner,
                token,
                limits.perDay,
                limits.perMonth,
                limits.offlinePerMonth,
                limits.overCaptureBps,
                nonce,
                deadline
            )
        );
    }

    function setLimitsHash(uint32 card, ICards.Limits memory limits, uint256 nonce, uint256 deadline)
        internal
        pure
        returns (bytes32)
    {
        bytes32 typehash = keccak256(
            "SetLimits(uint32 card,uint96 perDay,uint96 perMonth,uint96 offlinePerMonth,uint16 overCaptureBps,uint256 nonce,uint256 deadline)"
        );
        return keccak256(
            abi.encode(
                typehash,
                card,
                limits.perDay,
                limits.perMonth,
                limits.offlinePerMonth,
                limits.overCaptureBps,
                nonce,
                deadline
            )
        );
    }

    /// @param name `FreezeCard`, `UnfreezeCard`, or `CloseCard`
    function statusHash(string memory name, uint32 card, uint256 nonce, uint256 deadline)
        internal
        pure
        returns (bytes32)
    {
        bytes32 typehash = keccak256(abi.encodePacked(name, "(uint32 card,uint256 nonce,uint256 deadline)"));
        return keccak256(abi.encode(typehash, card, nonce, deadline));
    }
}
