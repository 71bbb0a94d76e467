// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {P256} from "@openzeppelin/contracts/utils/cryptography/P256.sol";
import {IVault} from "../../src/IVault.sol";
import {OddWallet} from "../support/SigningWallets.sol";
import {TransferTest} from "../support/TransferTest.sol";

interface MoreVm {
    function cool(address account) external;
    function publicKeyP256(uint256 key) external pure returns (bytes32 x, bytes32 y);
    function setEvmVersion(string calldata name) external;
    function signP256(uint256 key, bytes32 digest) external pure returns (bytes32 r, bytes32 s);
}

/// @dev Contract account of one passkey, on a chain without the precompiled contract of EIP-7951: all that Cancun has.
contract PasskeyWallet is IERC1271 {
    bytes32 private immutable _x;
    bytes32 private immutable _y;

    constructor(bytes32 x, bytes32 y) {
        (_x, _y) = (x, y);
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        (bytes32 r, bytes32 s) = abi.decode(signature, (bytes32, bytes32));
        return P256.verifySolidity(hash, r, s, _x, _y) ? IERC1271.isValidSignature.selector : bytes4(0xffffffff);
    }
}

/// @dev Uses nearly all of its gas, and accepts.
contract Burner is IERC1271 {
    function isValidSignature(bytes32, bytes calldata) external view returns (bytes4) {
        while (gasleft() > 300) {}
        return IERC1271.isValidSignature.selector;
    }
}

contract VaultSignatureGasTest is TransferTest {
    MoreVm private constant more = MoreVm(address(vm));
    uint256 private constant ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551;

    function from(address wallet) private view returns (IVault.SignedTransfer memory) {
        return IVault.SignedTransfer(wallet, BOB, address(token), 100, 7, DEADLINE, "");
    }

    /// @dev OpenZeppelin's P256 alone needs about 250,000, without WebAuthn around it.
    function test_PasskeyIsRefusedWithoutAPrecompiledContract() public {
        (bytes32 x, bytes32 y) = more.publicKeyP256(0xa11ce);
        PasskeyWallet wallet = new PasskeyWallet(x, y);
        deposit(token, address(wallet), 1_000);
        IVault.SignedTransfer memory item = from(address(wallet));
        (bytes32 r, bytes32 s) = more.signP256(0xa11ce, digestOf(item));
        if (uint256(s) > ORDER / 2) s = bytes32(ORDER - uint256(s));
        item.signature = abi.encode(r, s);
        uint256 before = gasleft();
        vm.assertTrue(wallet.isValidSignature(digestOf(item), item.signature) == IERC1271.isValidSignature.selector);
        vm.assertLe(before - gasleft(), 300_000);
        assertRefused(item, IVault.InvalidSignature.selector);
    }

    /// @dev docs/contracts.md has a submitter add this to an estimate. The vault itself pays for the
    /// first access to a delegated account's code (EIP-7702), on top of the check's gas. In the simulation, the account
    /// delegates to a contract that the batch has accessed already.
    /// forge-config: default.isolate = true
    function test_MarginOfTheDocumentationIsEnoughForDelegatedAccounts() public {
        more.setEvmVersion("prague");
        address cheap = address(new OddWallet(OddWallet.Answer.Accepts));
        address dear = address(new Burner());
        address account = address(0x7702);
        deposit(token, cheap, 1_000);
        deposit(token, account, 1_000);
        IVault.SignedTransfer[] memory items = new IVault.SignedTransfer[](2);
        (items[0], items[1]) = (from(cheap), from(account));
        uint256 simulated = gasOf(items, account, cheap, [cheap, dear]);
        uint256 mined = gasOf(items, account, dear, [cheap, dear]);
        vm.assertLe(mined, simulated + vault.SIGNATURE_GAS() + 2_600);
    }

    function gasOf(
        IVault.SignedTransfer[] memory items,
        address account,
        address delegate,
        address[2] memory codes
    ) private returns (uint256 used) {
        uint256 start = vm.snapshotState();
        vm.etch(account, abi.encodePacked(hex"ef0100", delegate));
        for (uint256 i = 0; i < codes.length; i++) more.cool(codes[i]);
        more.cool(account);
        uint256 before = gasleft();
        bytes4[] memory refusals = vault.transferBySignature(items);
        used = before - gasleft();
        vm.assertEq(uint32(refusals[0]), 0);
        vm.assertEq(uint32(refusals[1]), 0);
        vm.revertToState(start);
    }
}
