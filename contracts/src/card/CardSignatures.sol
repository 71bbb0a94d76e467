// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {Signatures} from "../Signatures.sol";
import {CardLedger} from "./CardLedger.sol";
import {ICardAccount} from "../ICardAccount.sol";
import {ICards} from "./ICards.sol";

/// @title CardSignatures
/// @dev Base contract that accepts each EIP-712 message once. Its nonces belong to the account that the message is about.
abstract contract CardSignatures is CardLedger, EIP712 {
    /// @inheritdoc ICards
    mapping(address owner => mapping(uint256 word => uint256)) public nonceBitmap;

    constructor() EIP712("Tidewell card account", "1") {}

    /// @inheritdoc ICards
    function cancelNonce(uint256 nonce) external {
        _useNonce(msg.sender, nonce);
        emit NonceCanceled(msg.sender, nonce);
    }

    /// @inheritdoc ICardAccount
    function SIGNATURE_GAS() external pure returns (uint256) {
        return Signatures.CHECK_GAS;
    }

    /// @dev Reverts unless `signer` signed the message, it hasn't expired, and `owner` hasn't used its nonce. Uses the nonce,
    /// and returns the message's digest.
    function _useSignature(
        address signer,
        address owner,
        bytes32 messageHash,
        uint256 nonce,
        uint256 deadline,
        bytes calldata signature
    ) internal returns (bytes32 digest) {
        if (block.timestamp > deadline) revert ExpiredSignature();
        _useNonce(owner, nonce);
        digest = _hashTypedDataV4(messageHash);
        if (!Signatures.isValid(signer, digest, signature)) revert InvalidSignature();
    }

    function _useNonce(address owner, uint256 nonce) private {
        (uint256 word, uint256 bit) = (nonce >> 8, 1 << (nonce & 0xff));
        if (nonceBitmap[owner][word] & bit != 0) revert NonceUsed();
        nonceBitmap[owner][word] |= bit;
    }
}
