// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

/// @dev Contract account that accepts the signatures of one key.
contract KeyWallet is IERC1271 {
    address private immutable _signer;

    constructor(address signer) {
        _signer = signer;
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        (address signer,,) = ECDSA.tryRecoverCalldata(hash, signature);
        return signer == _signer ? IERC1271.isValidSignature.selector : bytes4(0xffffffff);
    }
}

/// @dev Contract account that answers all signatures in one way.
contract OddWallet {
    enum Answer {
        Accepts,
        Declines,
        RevertsWithTheAcceptance,
        AnswersFourBytes,
        AnswersFurtherBits,
        AnswersNothing,
        BurnsAllGas,
        AnswersLong,
        NeedsAllGas,
        ReentersTheCaller
    }

    uint256 private constant ACCEPTANCE = 0x1626ba7e00000000000000000000000000000000000000000000000000000000;
    /// @dev Gas that is used before the code measures it.
    uint256 private constant ENTRY_GAS = 1_500;
    Answer private immutable _answer;

    constructor(Answer answer) {
        _answer = answer;
    }

    function isValidSignature(bytes32, bytes calldata attempt) external returns (bytes32) {
        uint256 gasAtEntry = gasleft();
        Answer answer = _answer;
        if (answer == Answer.Declines) return bytes4(0xffffffff);
        if (answer == Answer.AnswersFurtherBits) return bytes32(ACCEPTANCE | 1);
        if (answer == Answer.NeedsAllGas && gasAtEntry < 200_000 - ENTRY_GAS) return 0;
        if (answer == Answer.ReentersTheCaller) {
            (bool done,) = msg.sender.call(attempt);
            if (done) return 0;
        }
        assembly {
            mstore(0x00, ACCEPTANCE)
            switch answer
            case 2 { revert(0x00, 0x20) }
            case 3 { return(0x00, 0x04) }
            case 5 { return(0x00, 0x00) }
            case 6 { invalid() }
            case 7 { return(0x00, 0x20000) }
        }
        return bytes32(ACCEPTANCE);
    }
}
