// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {IVault} from "../../src/IVault.sol";
import {OddWallet} from "../support/SigningWallets.sol";
import {TransferTest} from "../support/TransferTest.sol";

interface EvmVm {
    function setEvmVersion(string calldata name) external;
}

/// @dev Accepts only if it got nearly all of its gas.
contract GreedyWallet {
    fallback() external {
        uint256 given = gasleft();
        assembly {
            if gt(given, 199900) { mstore(0, 0x1626ba7e00000000000000000000000000000000000000000000000000000000) }
            return(0, 0x20)
        }
    }
}

/// @dev Attacks that the vault withstands.
contract VaultTransferAttacksTest is TransferTest {
    function test_ReentrancyIntoDepositsAndCancelingGetsNothing() public {
        address wallet = address(new OddWallet(OddWallet.Answer.ReentersTheCaller));
        deposit(token, wallet, 1_000);
        fund(token, wallet, 1_000);
        bytes[4] memory attempts = [
            abi.encodeCall(IVault.deposit, (address(token), 900)),
            abi.encodeCall(IVault.depositNative, ()),
            abi.encodeCall(IVault.depositWithPermit, (address(token), 1, 0, 0, 0, 0)),
            abi.encodeCall(IVault.cancelNonce, (9))
        ];
        for (uint256 i = 0; i < attempts.length; i++) {
            assertExecuted(IVault.SignedTransfer(wallet, BOB, address(token), 100, i, DEADLINE, attempts[i]));
        }
        vm.assertEq(vault.balanceOf(wallet, address(token)), 600);
    }

    /// @dev All elements share the bytes of one transfer.
    function test_OverlappingTransfersHappenOnce() public {
        bytes memory one = abi.encode(signed(100, 0));
        uint256 count = 5;
        bytes memory heads;
        for (uint256 i = 0; i < count; i++) heads = abi.encodePacked(heads, count * 32);
        bytes memory item = new bytes(one.length - 32);
        for (uint256 i = 0; i < item.length; i++) item[i] = one[i + 32];
        (bool done, bytes memory answer) = address(vault).call(
            abi.encodePacked(IVault.transferBySignature.selector, uint256(32), count, heads, item)
        );
        vm.assertTrue(done);
        bytes4[] memory refusals = abi.decode(answer, (bytes4[]));
        vm.assertEq(uint32(refusals[0]), 0);
        for (uint256 i = 1; i < count; i++) vm.assertEq(uint32(refusals[i]), uint32(IVault.NonceUsed.selector));
        vm.assertEq(vault.balanceOf(BOB, address(token)), 100);
    }

    function test_AbsurdLengthsAndOffsetsRevertAlone() public {
        uint256[5] memory lengths = [uint256(2), 1 << 32, 1 << 64, 1 << 255, type(uint256).max];
        for (uint256 i = 0; i < lengths.length; i++) {
            (bool done,) = address(vault).call(
                abi.encodePacked(IVault.transferBySignature.selector, uint256(32), lengths[i])
            );
            vm.assertFalse(done);
        }
        uint256[4] memory offsets = [uint256(1 << 40), 1 << 64, 1 << 255, type(uint256).max - 31];
        for (uint256 i = 0; i < offsets.length; i++) {
            (bool done, bytes memory answer) = address(vault).call(
                abi.encodePacked(IVault.transferBySignature.selector, uint256(32), uint256(1), offsets[i], new bytes(400))
            );
            if (done) vm.assertTrue(abi.decode(answer, (bytes4[]))[0] != 0);
        }
        vm.assertEq(vault.balanceOf(ALICE, address(token)), 1_000);
    }

    function test_CompactSignaturesAreRefused() public {
        IVault.SignedTransfer memory item = unsigned(100, 0);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(ALICE_KEY, digestOf(item));
        item.signature = abi.encodePacked(r, bytes32(uint256(s) | (uint256(v - 27) << 255)));
        assertRefused(item, IVault.InvalidSignature.selector);
        item.signature = abi.encodePacked(r, s, v - 27);
        assertRefused(item, IVault.InvalidSignature.selector);
    }

    function test_PrecompiledContractsSignNothing() public {
        for (uint160 i = 1; i <= 0x100; i++) {
            deposit(token, address(i), 1);
            IVault.SignedTransfer memory item =
                IVault.SignedTransfer(address(i), BOB, address(token), 1, 0, DEADLINE, new bytes(65));
            vm.assertEq(uint32(submit(item)), uint32(IVault.InvalidSignature.selector));
        }
    }

    /// @dev The vault pays for the first access to the delegate, before the 63/64 are taken.
    /// forge-config: default.isolate = true
    function test_NoGasLimitStarvesADelegatedAccount() public {
        EvmVm(address(vm)).setEvmVersion("prague");
        address account = address(0x7702);
        vm.etch(account, abi.encodePacked(hex"ef0100", address(new GreedyWallet())));
        deposit(token, account, 1_000);
        IVault.SignedTransfer memory item =
            IVault.SignedTransfer(account, BOB, address(token), 1, 7, DEADLINE, "");
        bytes memory call = abi.encodeCall(IVault.transferBySignature, (batchOf(item)));
        uint256 reverted;
        uint256 executed;
        for (uint256 limit = 215_000; limit <= 270_000; limit += 97) {
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
        vm.assertGe(reverted, 50);
        vm.assertGe(executed, 50);
    }
}
