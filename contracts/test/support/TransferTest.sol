// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {IVault} from "../../src/IVault.sol";
import {TransferSigner} from "./TransferSigner.sol";
import {VaultTest} from "./VaultTest.sol";

/// @dev Base for tests of signed transfers. Alice has 1,000 units of the token in the vault.
abstract contract TransferTest is VaultTest, TransferSigner {
    uint256 internal constant CHAIN = 31_337;
    uint256 internal constant NOW = 1_700_000_000;
    uint256 internal constant DEADLINE = NOW + 20 minutes;

    function setUp() public virtual override {
        super.setUp();
        vm.chainId(CHAIN);
        vm.warp(NOW);
        deposit(token, ALICE, 1_000);
    }

    /// @dev Returns a transfer of the token to Bob, signed by Alice.
    function signed(uint256 amount, uint256 nonce) internal view returns (IVault.SignedTransfer memory) {
        return sign(unsigned(amount, nonce));
    }

    function unsigned(uint256 amount, uint256 nonce) internal view returns (IVault.SignedTransfer memory) {
        return IVault.SignedTransfer(ALICE, BOB, address(token), amount, nonce, DEADLINE, "");
    }

    /// @dev Returns the transfer with Alice's signature.
    function sign(IVault.SignedTransfer memory item) internal view returns (IVault.SignedTransfer memory) {
        item.signature = signDigest(ALICE_KEY, digestOf(item));
        return item;
    }

    function digestOf(IVault.SignedTransfer memory item) internal view returns (bytes32) {
        return digestOf(item, address(vault), CHAIN);
    }

    function batchOf(IVault.SignedTransfer memory item)
        internal
        pure
        returns (IVault.SignedTransfer[] memory batch)
    {
        batch = new IVault.SignedTransfer[](1);
        batch[0] = item;
    }

    /// @dev Submits one transfer as Carol, and returns the reason for which it was refused.
    function submit(IVault.SignedTransfer memory item) internal returns (bytes4) {
        vm.prank(CAROL);
        return vault.transferBySignature(batchOf(item))[0];
    }

    /// @dev Asserts that a transfer is refused, with an event, and changes neither balances nor its nonce.
    function assertRefused(IVault.SignedTransfer memory item, bytes4 reason) internal {
        uint256 balance = vault.balanceOf(item.from, item.token);
        uint256 credit = vault.balanceOf(item.to, item.token);
        uint256 nonces = vault.nonceBitmap(item.from, item.nonce / 256);
        vm.expectEmit(address(vault));
        emit IVault.TransferRefused(digestOf(item), reason);
        vm.assertEq(uint32(submit(item)), uint32(reason));
        vm.assertEq(vault.balanceOf(item.from, item.token), balance);
        vm.assertEq(vault.balanceOf(item.to, item.token), credit);
        vm.assertEq(vault.nonceBitmap(item.from, item.nonce / 256), nonces);
    }

    /// @dev Asserts that a transfer is executed, with an event, and uses its nonce.
    function assertExecuted(IVault.SignedTransfer memory item) internal {
        uint256 balance = vault.balanceOf(item.from, item.token);
        uint256 credit = vault.balanceOf(item.to, item.token);
        uint256 nonces = vault.nonceBitmap(item.from, item.nonce / 256);
        vm.expectEmit(address(vault));
        emit IVault.Transferred(item.from, item.token, item.to, item.amount, digestOf(item));
        vm.assertEq(uint32(submit(item)), 0);
        vm.assertEq(vault.balanceOf(item.from, item.token), balance - item.amount);
        vm.assertEq(vault.balanceOf(item.to, item.token), credit + item.amount);
        vm.assertEq(vault.nonceBitmap(item.from, item.nonce / 256), nonces + 2 ** (item.nonce % 256));
    }
}
