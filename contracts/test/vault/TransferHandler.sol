// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {ICustody} from "../../src/ICustody.sol";
import {IVault} from "../../src/IVault.sol";
import {Vault} from "../../src/Vault.sol";
import {HandlerBase} from "../support/HandlerBase.sol";
import {TransferSigner} from "../support/TransferSigner.sol";

/// @dev Part of the invariant handler: transfers by call and by signature, most of the latter faulty in some way. A
/// model of balances and nonces predicts each outcome.
abstract contract TransferHandler is HandlerBase, TransferSigner {
    enum Fault {
        None,
        Expired,
        NothingToMove,
        BadRecipient,
        MoreThanTheBalance,
        UsedNonce,
        OtherKey,
        OtherChain,
        OtherVault,
        ChangedAfterSigning,
        Malleated
    }

    uint256 private constant MAX_BATCH = 6;
    uint256 private constant CANCELED_NONCE = 1_000;
    Vault public immutable vault;
    address[] public tokens;
    /// @dev The expected balances, by `keccak256(abi.encode(user, token))`.
    mapping(bytes32 => uint256) public balances;
    mapping(address => mapping(uint256 => bool)) public usedNonces;
    /// @dev Whether a transfer had another outcome than the model, or a nonce another state.
    bool public outcomeDiffered;
    uint256 public executed;
    mapping(Fault => uint256) public refused;

    constructor(address owner) {
        vault = new Vault(owner);
        for (uint256 i = 0; i < users.length; i++) {
            vm.prank(users[i]);
            vault.cancelNonce(CANCELED_NONCE);
            usedNonces[users[i]][CANCELED_NONCE] = true;
        }
    }

    function transfer(uint256 userSeed, uint256 toSeed, uint256 tokenSeed, uint256 given) external {
        (address user, address to) = (pickUser(userSeed), users[toSeed % users.length]);
        address token = tokens[tokenSeed % tokens.length];
        uint256 balance = balances[keccak256(abi.encode(user, token))];
        if (balance == 0 || to == user) return;
        uint256 amount = bound(given, 1, balance);
        vm.prank(user);
        vault.transfer(token, amount, to);
        move(user, to, token, amount);
    }

    function cancel(uint256 userSeed, uint256 nonceSeed) external {
        (address user, uint256 nonce) = (pickUser(userSeed), nonceSeed % 600);
        vm.prank(user);
        try vault.cancelNonce(nonce) {
            if (usedNonces[user][nonce]) outcomeDiffered = true;
        } catch {
            if (!usedNonces[user][nonce]) outcomeDiffered = true;
        }
        usedNonces[user][nonce] = true;
    }

    function submitBatch(uint256 seed, uint8 size) external {
        IVault.SignedTransfer[] memory items = new IVault.SignedTransfer[](size % (MAX_BATCH + 1));
        Fault[] memory faults = new Fault[](items.length);
        for (uint256 i = 0; i < items.length; i++) {
            (items[i], faults[i]) = itemOf(uint256(keccak256(abi.encode(seed, i))));
        }
        bytes4[] memory refusals = vault.transferBySignature(items);
        for (uint256 i = 0; i < items.length; i++) {
            bytes4 expected = outcomeOf(items[i], faults[i]);
            if (refusals[i] != expected) outcomeDiffered = true;
            if (expected != 0) {
                refused[faults[i]]++;
                continue;
            }
            executed++;
            usedNonces[items[i].from][items[i].nonce] = true;
            move(items[i].from, items[i].to, items[i].token, items[i].amount);
        }
        for (uint256 i = 0; i < items.length; i++) {
            (address from, uint256 nonce) = (items[i].from, items[i].nonce);
            bool isUsed = vault.nonceBitmap(from, nonce / 256) / 2 ** (nonce % 256) % 2 == 1;
            if (isUsed != usedNonces[from][nonce]) outcomeDiffered = true;
        }
    }

    function move(address from, address to, address token, uint256 amount) internal {
        balances[keccak256(abi.encode(from, token))] -= amount;
        balances[keccak256(abi.encode(to, token))] += amount;
    }

    /// @dev Returns a signed transfer with a fault. Nonces fill three words, and are often used.
    function itemOf(uint256 random) private view returns (IVault.SignedTransfer memory item, Fault fault) {
        fault = random % 2 == 0 ? Fault.None : Fault((random >> 8) % (uint256(type(Fault).max) + 1));
        item.from = pickUser(random >> 16);
        item.to = users[(random >> 32) % users.length];
        if (item.to == item.from) item.to = address(agent);
        item.token = tokens[(random >> 48) % tokens.length];
        uint256 balance = balances[keccak256(abi.encode(item.from, item.token))];
        item.amount = bound(random >> 64, 1, balance == 0 ? 1 : balance);
        item.nonce = (random >> 128) % 600;
        item.deadline = vm.getBlockTimestamp() + (random >> 160) % 2;
        if (fault == Fault.Expired) item.deadline = vm.getBlockTimestamp() - 1;
        if (fault == Fault.NothingToMove) item.amount = 0;
        if (fault == Fault.BadRecipient) item.to = [address(0), address(vault), item.from][(random >> 176) % 3];
        if (fault == Fault.MoreThanTheBalance) item.amount = balance + 1;
        if (fault == Fault.UsedNonce) item.nonce = CANCELED_NONCE;
        uint256 key = keyOf(item.from) + (fault == Fault.OtherKey ? 1 : 0);
        address place = fault == Fault.OtherVault ? address(this) : address(vault);
        item.signature =
            signDigest(key, digestOf(item, place, block.chainid + (fault == Fault.OtherChain ? 1 : 0)));
        if (fault == Fault.Malleated) item.signature = malleated(item.signature);
        if (fault == Fault.ChangedAfterSigning) item.to = item.to == users[0] ? users[1] : users[0];
    }

    /// @dev Returns the expected outcome, by the model's state after the transfers before.
    function outcomeOf(IVault.SignedTransfer memory item, Fault fault) private view returns (bytes4) {
        if (usedNonces[item.from][item.nonce]) return IVault.NonceUsed.selector;
        if (fault == Fault.Expired) return IVault.ExpiredSignature.selector;
        if (fault == Fault.NothingToMove) return ICustody.ZeroAmount.selector;
        if (fault == Fault.BadRecipient || item.to == item.from) return ICustody.InvalidRecipient.selector;
        if (item.amount > balances[keccak256(abi.encode(item.from, item.token))]) {
            return IVault.InsufficientVaultBalance.selector;
        }
        return fault >= Fault.OtherKey ? IVault.InvalidSignature.selector : bytes4(0);
    }
}
