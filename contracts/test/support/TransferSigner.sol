// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {IVault} from "../../src/IVault.sol";
import {TestBase} from "./TestBase.sol";

/// @dev Signs transfers between vault balances, by the text of EIP-712 and not by the vault's code.
abstract contract TransferSigner is TestBase {
    bytes32 private constant DOMAIN_TYPEHASH =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
    bytes32 private constant TRANSFER_TYPEHASH = keccak256(
        "Transfer(address from,address to,address token,uint256 amount,uint256 nonce,uint256 deadline)"
    );

    /// @dev Returns the EIP-712 hash of a transfer in a vault of a chain.
    function digestOf(IVault.SignedTransfer memory item, address vault, uint256 chainId)
        internal
        pure
        returns (bytes32)
    {
        bytes32 domain =
            keccak256(abi.encode(DOMAIN_TYPEHASH, keccak256("Tidewell vault"), keccak256("1"), chainId, vault));
        bytes32 fields = keccak256(
            abi.encode(
                TRANSFER_TYPEHASH, item.from, item.to, item.token, item.amount, item.nonce, item.deadline
            )
        );
        return keccak256(abi.encodePacked("\x19\x01", domain, fields));
    }

    /// @dev Returns a signature of 65 bytes: r, s, v.
    function signDigest(uint256 key, bytes32 digest) internal pure returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digest);
        return abi.encodePacked(r, s, v);
    }

    /// @dev Returns the other signature that `ecrecover` accepts for the same digest and key.
    function malleated(bytes memory signature) internal pure returns (bytes memory) {
        uint256 order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141;
        bytes32 r;
        uint256 s;
        assembly {
            r := mload(add(signature, 32))
            s := mload(add(signature, 64))
        }
        return abi.encodePacked(r, order - s, signature[64] == bytes1(uint8(27)) ? uint8(28) : uint8(27));
    }
}
