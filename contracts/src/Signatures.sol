// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

/// @title Signatures
/// @dev Checks signatures of accounts with a key, of contracts (ERC-1271), and of accounts with both (EIP-7702). All
/// functions are internal.
library Signatures {
    /// @dev Gas that a contract gets to check a signature. Enough for multisig wallets, and for passkeys where the
    /// chain checks P-256 signatures itself (EIP-7951). Limited, so that one contract can't use up the gas of a batch.
    uint256 internal constant CHECK_GAS = 200_000;
    /// @dev A call passes on at most 63/64 of the gas left (EIP-150).
    uint256 private constant NEEDED_GAS = CHECK_GAS + CHECK_GAS / 32;

    /// @notice Less gas is left than a contract gets to check a signature. Send the transaction with more gas.
    error SignatureGasTooLow();

    /// @dev Returns whether `account` signed `digest`. Tries the account's key first: with an EIP-7702 delegation, an
    /// account has code and still signs with its key. OpenZeppelin's SignatureChecker would ask the code alone, without
    /// a limit on its gas.
    function isValid(address account, bytes32 digest, bytes calldata signature) internal view returns (bool) {
        (address signer, ECDSA.RecoverError failure,) = ECDSA.tryRecoverCalldata(digest, signature);
        if (failure == ECDSA.RecoverError.NoError && signer == account) return true;
        return account.code.length > 0 && _isValidForCode(account, digest, signature);
    }

    /// @dev Reverts if the contract would get less than `CHECK_GAS`, because the submitter of a valid signature could
    /// make it fail with a low gas limit. Reads at most one word of the answer, so that a long one costs the caller
    /// nothing.
    function _isValidForCode(address account, bytes32 digest, bytes calldata signature) private view returns (bool) {
        bytes memory check = abi.encodeCall(IERC1271.isValidSignature, (digest, signature));
        if (gasleft() < NEEDED_GAS) revert SignatureGasTooLow();
        bool answered;
        bytes32 answer;
        assembly ("memory-safe") {
            answered := staticcall(CHECK_GAS, account, add(check, 0x20), mload(check), 0x00, 0x20)
            answered := and(answered, gt(returndatasize(), 0x1f))
            answer := mload(0x00)
        }
        return answered && answer == bytes32(IERC1271.isValidSignature.selector);
    }
}
