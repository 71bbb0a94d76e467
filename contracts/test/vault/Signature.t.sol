// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {IVault} from "../../src/IVault.sol";
import {Signatures} from "../../src/Signatures.sol";
import {Vault} from "../../src/Vault.sol";
import {KeyWallet, OddWallet} from "../support/SigningWallets.sol";
import {TransferTest} from "../support/TransferTest.sol";

/// @dev Signatures by keys: forged, replayed, and malleable ones.
contract VaultKeySignatureTest is TransferTest {
    function testFuzz_AnyChangeToASignedTransferIsRefused(uint256 seed) public {
        IVault.SignedTransfer memory item = signed(100, 1);
        deposit(permitToken, ALICE, 1_000);
        uint256 field = seed % 5;
        if (field == 0) item.to = address(uint160(bound(seed >> 8, 0x2000, type(uint64).max)));
        if (field == 1) item.token = address(permitToken);
        if (field == 2) item.amount = 100 + bound(seed >> 8, 1, 900);
        if (field == 3) item.nonce = bound(seed >> 8, 2, type(uint256).max);
        if (field == 4) item.deadline = DEADLINE + bound(seed >> 8, 1, 1e9);
        assertRefused(item, IVault.InvalidSignature.selector);
    }

    function testFuzz_AnyChangeToASignatureIsRefused(uint256 seed) public {
        IVault.SignedTransfer memory item = signed(100, 1);
        item.signature[seed % 65] ^= bytes1(uint8(bound(seed >> 8, 1, 255)));
        assertRefused(item, IVault.InvalidSignature.selector);
    }

    function testFuzz_KeysOfOthersSignNothing(uint256 key) public {
        IVault.SignedTransfer memory item = unsigned(100, 1);
        item.signature = signDigest(bound(key, ALICE_KEY + 1, type(uint128).max), digestOf(item));
        assertRefused(item, IVault.InvalidSignature.selector);
    }

    function test_SignatureOfTheRecipientIsRefused() public {
        deposit(token, BOB, 1_000);
        IVault.SignedTransfer memory item = unsigned(100, 1);
        (item.from, item.to) = (BOB, ALICE);
        assertRefused(sign(item), IVault.InvalidSignature.selector);
    }

    function test_MalleatedSignatureIsRefused() public {
        IVault.SignedTransfer memory item = signed(100, 1);
        bytes memory original = item.signature;
        item.signature = malleated(original);
        vm.assertEq(ecrecovered(item), ALICE);
        assertRefused(item, IVault.InvalidSignature.selector);
        item.signature = original;
        assertExecuted(item);
        item.signature = malleated(original);
        assertRefused(item, IVault.NonceUsed.selector);
    }

    function test_SignaturesOfOtherLengthsAreRefused() public {
        IVault.SignedTransfer memory item = signed(100, 1);
        item.signature = abi.encodePacked(item.signature, uint8(0));
        assertRefused(item, IVault.InvalidSignature.selector);
        item.signature = new bytes(64);
        assertRefused(item, IVault.InvalidSignature.selector);
        item.signature = "";
        assertRefused(item, IVault.InvalidSignature.selector);
    }

    function test_NobodySignsForTheZeroAddress() public {
        IVault.SignedTransfer memory item = unsigned(100, 1);
        item.from = address(0);
        assertRefused(sign(item), IVault.InsufficientVaultBalance.selector);
    }

    function test_SignatureForAnotherVaultIsRefused() public {
        IVault.SignedTransfer memory item = unsigned(100, 1);
        item.signature = signDigest(ALICE_KEY, digestOf(item, address(new Vault(OWNER)), CHAIN));
        assertRefused(item, IVault.InvalidSignature.selector);
    }

    function test_SignatureForAnotherChainIsRefused() public {
        IVault.SignedTransfer memory item = unsigned(100, 1);
        item.signature = signDigest(ALICE_KEY, digestOf(item, address(vault), CHAIN + 1));
        assertRefused(item, IVault.InvalidSignature.selector);
    }

    /// @dev Both chains of a fork have the vault at the same address.
    function test_SignatureFromBeforeAForkIsRefusedOnItsNewChain() public {
        IVault.SignedTransfer memory item = signed(100, 1);
        vm.chainId(CHAIN + 1);
        vm.assertEq(uint32(submit(item)), uint32(IVault.InvalidSignature.selector));
        item.signature = signDigest(ALICE_KEY, digestOf(item, address(vault), CHAIN + 1));
        vm.assertEq(uint32(submit(item)), 0);
    }

    function ecrecovered(IVault.SignedTransfer memory item) private view returns (address) {
        bytes memory signature = item.signature;
        bytes32 r;
        bytes32 s;
        assembly {
            r := mload(add(signature, 32))
            s := mload(add(signature, 64))
        }
        return ecrecover(digestOf(item), uint8(signature[64]), r, s);
    }
}

/// @dev Signatures that contracts check, and accounts with both a key and code.
contract VaultContractSignatureTest is TransferTest {
    function walletOf(OddWallet.Answer answer) private returns (address wallet) {
        wallet = address(new OddWallet(answer));
        deposit(token, wallet, 1_000);
    }

    /// @dev Returns a transfer from a contract to Bob with any signature.
    function from(address wallet, bytes memory signature) private view returns (IVault.SignedTransfer memory) {
        return IVault.SignedTransfer(wallet, BOB, address(token), 100, 7, DEADLINE, signature);
    }

    function test_ContractAcceptsTheSignatureOfItsKey() public {
        KeyWallet wallet = new KeyWallet(ALICE);
        deposit(token, address(wallet), 1_000);
        IVault.SignedTransfer memory item = from(address(wallet), "");
        item.signature = signDigest(ALICE_KEY + 1, digestOf(item));
        assertRefused(item, IVault.InvalidSignature.selector);
        assertExecuted(sign(item));
    }

    function test_ContractAcceptsSignaturesOfAnyLength() public {
        assertExecuted(from(walletOf(OddWallet.Answer.Accepts), ""));
        assertExecuted(from(walletOf(OddWallet.Answer.Accepts), new bytes(65)));
        assertExecuted(from(walletOf(OddWallet.Answer.Accepts), new bytes(1_000)));
    }

    function test_OnlyTheExactAcceptanceCounts() public {
        for (uint8 answer = uint8(OddWallet.Answer.Declines); answer <= uint8(OddWallet.Answer.BurnsAllGas); answer++) {
            address wallet = walletOf(OddWallet.Answer(answer));
            assertRefused(from(wallet, new bytes(65)), IVault.InvalidSignature.selector);
        }
    }

    function test_ContractsThatCheckNoSignaturesSignNothing() public {
        deposit(permitToken, address(token), 1_000);
        IVault.SignedTransfer memory item = from(address(token), new bytes(65));
        item.token = address(permitToken);
        assertRefused(item, IVault.InvalidSignature.selector);
    }

    /// @dev With a delegation, an account has code (EIP-7702), and its key still signs.
    function test_DelegatedAccountSignsWithItsKey() public {
        vm.etch(ALICE, abi.encodePacked(hex"ef0100", address(token)));
        assertExecuted(signed(100, 1));
        vm.etch(ALICE, walletOf(OddWallet.Answer.Declines).code);
        assertExecuted(signed(100, 2));
    }

    function test_DelegatedAccountSignsByItsCodeToo() public {
        IVault.SignedTransfer memory item = unsigned(100, 1);
        item.signature = new bytes(65);
        assertRefused(item, IVault.InvalidSignature.selector);
        vm.etch(ALICE, walletOf(OddWallet.Answer.Accepts).code);
        assertExecuted(item);
    }

    function test_ContractThatReentersGetsNothing() public {
        address wallet = walletOf(OddWallet.Answer.ReentersTheCaller);
        bytes[3] memory attempts = [
            abi.encodeCall(IVault.transfer, (address(token), 900, CAROL)),
            abi.encodeCall(IVault.withdraw, (address(token), 900, CAROL, 0)),
            abi.encodeCall(IVault.transferBySignature, (batchOf(signed(1, 1))))
        ];
        for (uint256 i = 0; i < attempts.length; i++) {
            IVault.SignedTransfer memory item = from(wallet, attempts[i]);
            item.nonce = i;
            assertExecuted(item);
        }
        vm.assertEq(vault.balanceOf(wallet, address(token)), 700);
        vm.assertEq(vault.balanceOf(ALICE, address(token)), 1_000);
    }
}

/// @dev Contracts that waste gas, and submitters who supply too little.
contract VaultSignatureCostTest is TransferTest {
    function itemOf(OddWallet.Answer answer) private returns (IVault.SignedTransfer memory item) {
        address wallet = address(new OddWallet(answer));
        deposit(token, wallet, 1_000);
        item = IVault.SignedTransfer(wallet, BOB, address(token), 100, 7, DEADLINE, new bytes(65));
    }

    function test_SignatureGasIsReadable() public view {
        vm.assertEq(vault.SIGNATURE_GAS(), 200_000);
    }

    function test_ContractUsesUpNoMoreThanItsGas() public {
        IVault.SignedTransfer[] memory items = new IVault.SignedTransfer[](3);
        items[0] = itemOf(OddWallet.Answer.BurnsAllGas);
        items[1] = items[0];
        items[2] = signed(100, 0);
        uint256 before = gasleft();
        bytes4[] memory refusals = vault.transferBySignature(items);
        vm.assertLe(before - gasleft(), 2 * vault.SIGNATURE_GAS() + 200_000);
        vm.assertEq(uint32(refusals[0]), uint32(IVault.InvalidSignature.selector));
        vm.assertEq(uint32(refusals[2]), 0);
    }

    /// @dev The contract pays for 128 KiB, and the vault would pay the same to copy them.
    function test_LongAnswerCostsTheCallerNothing() public {
        IVault.SignedTransfer memory item = itemOf(OddWallet.Answer.Accepts);
        uint256 before = gasleft();
        submit(item);
        uint256 short = before - gasleft();
        item = itemOf(OddWallet.Answer.AnswersLong);
        before = gasleft();
        vm.assertEq(uint32(submit(item)), 0);
        vm.assertLe(before - gasleft(), short + 60_000);
    }

    /// @dev With any gas limit, a valid signature of a contract is accepted, or the whole call reverts.
    function test_NobodyMakesAValidSignatureFailWithALowGasLimit() public {
        IVault.SignedTransfer memory item = itemOf(OddWallet.Answer.NeedsAllGas);
        bytes memory call = abi.encodeCall(IVault.transferBySignature, (batchOf(item)));
        uint256 reverted = 0;
        uint256 executed = 0;
        for (uint256 limit = 190_000; limit <= 250_000; limit += 50) {
            uint256 start = vm.snapshotState();
            (bool done, bytes memory answer) = address(vault).call{gas: limit}(call);
            if (!done) {
                reverted++;
            } else {
                executed++;
                vm.assertEq(uint32(abi.decode(answer, (bytes4[]))[0]), 0);
            }
            vm.revertToState(start);
        }
        vm.assertGe(reverted, 100);
        vm.assertGe(executed, 100);
    }

    function test_TooLittleGasForAContractIsNamed() public {
        IVault.SignedTransfer memory item = itemOf(OddWallet.Answer.Accepts);
        vm.expectRevert(Signatures.SignatureGasTooLow.selector);
        vault.transferBySignature{gas: 200_000}(batchOf(item));
    }

    function test_ForgedSignatureOfAKeyNeedsNoGasForAContract() public {
        IVault.SignedTransfer memory item = signed(100, 1);
        item.amount = 101;
        vm.assertEq(
            uint32(vault.transferBySignature{gas: 100_000}(batchOf(item))[0]),
            uint32(IVault.InvalidSignature.selector)
        );
    }
}
