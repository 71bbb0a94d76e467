// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {Arithmetic} from "./Arithmetic.sol";
import {Custody} from "./Custody.sol";
import {IVault} from "./IVault.sol";
import {Signatures} from "./Signatures.sol";

/// @title Vault
/// @notice The owner sets terms within fixed caps, pauses deposits and collects fees, but can't access balances.
contract Vault is IVault, Custody, EIP712 {
    bytes32 private constant TRANSFER_TYPEHASH = keccak256(
        "Transfer(address from,address to,address token,uint256 amount,uint256 nonce,uint256 deadline)"
    );

    /// @inheritdoc IVault
    uint256 public constant MAX_FEE_BPS = 100;
    /// @inheritdoc IVault
    uint256 public constant MAX_MINIMUM_BPS = 1_000;
    /// @inheritdoc IVault
    uint256 public constant MIN_MAXIMUM_BPS = MAX_MINIMUM_BPS;

    /// @inheritdoc IVault
    mapping(address owner => mapping(address token => uint256)) public balanceOf;
    /// @inheritdoc IVault
    mapping(address token => uint256) public accruedFees;
    mapping(address token => WithdrawalTerms) private _terms;
    /// @inheritdoc IVault
    mapping(address owner => mapping(uint256 word => uint256)) public nonceBitmap;

    /// @param initialOwner first owner, who sets terms, pauses deposits and collects fees
    constructor(address initialOwner) Custody(initialOwner) EIP712("Tidewell vault", "1") {}

    /// @inheritdoc IVault
    function deposit(address token, uint256 amount) external whenNotPaused nonReentrant {
        _credit(token, _pull(token, amount));
    }

    /// @inheritdoc IVault
    function depositWithPermit(address token, uint256 amount, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external
        whenNotPaused
        nonReentrant
    {
        _permit(token, amount, deadline, v, r, s);
        _credit(token, _pull(token, amount));
    }

    /// @inheritdoc IVault
    function depositNative() external payable whenNotPaused nonReentrant {
        if (msg.value == 0) revert ZeroAmount();
        _credit(NATIVE, msg.value);
    }

    /// @inheritdoc IVault
    function withdraw(address token, uint256 amount, address to, uint256 maxFee) external nonReentrant {
        if (amount == 0) revert ZeroAmount();
        uint256 balance = balanceOf[msg.sender][token];
        if (amount > balance) revert InsufficientVaultBalance(token, balance, amount);
        // Not only for exactly the whole balance: anyone can add a little to it right before.
        if (amount < balance - Arithmetic.share(balance, MAX_MINIMUM_BPS)) {
            _requireWithinLimits(token, amount, balance);
        }

        uint256 fee = withdrawalFee(token, amount);
        if (fee > maxFee) revert FeeAboveAgreed(fee, maxFee);
        balanceOf[msg.sender][token] = balance - amount;
        accruedFees[token] += fee;
        emit Withdrawn(msg.sender, token, to, amount, fee);
        _send(token, to, amount - fee);
    }

    /// @inheritdoc IVault
    function transfer(address token, uint256 amount, address to) external nonReentrant {
        if (amount == 0) revert ZeroAmount();
        if (!_canReceive(to, msg.sender)) revert InvalidRecipient(to);
        uint256 balance = balanceOf[msg.sender][token];
        if (amount > balance) revert InsufficientVaultBalance(token, balance, amount);
        if (!_fits(token, to, amount)) revert BalanceOverflow();
        _transfer(msg.sender, token, to, amount, 0);
    }

    /// @inheritdoc IVault
    function transferBySignature(SignedTransfer[] calldata transfers)
        external
        nonReentrant
        returns (bytes4[] memory refusals)
    {
        refusals = new bytes4[](transfers.length);
        for (uint256 i = 0; i < transfers.length; i++) {
            SignedTransfer calldata signed = transfers[i];
            bytes32 digest = _digestOf(signed);
            bytes4 refusal = _refusalOf(signed, digest);
            if (refusal != 0) {
                refusals[i] = refusal;
                emit TransferRefused(digest, refusal);
                continue;
            }
            _useNonce(signed.from, signed.nonce);
            _transfer(signed.from, signed.token, signed.to, signed.amount, digest);
        }
    }

    /// @inheritdoc IVault
    function cancelNonce(uint256 nonce) external {
        if (_isNonceUsed(msg.sender, nonce)) revert NonceUsed();
        _useNonce(msg.sender, nonce);
        emit NonceCanceled(msg.sender, nonce);
    }

    /// @inheritdoc IVault
    function recover(address owner, address token) external nonReentrant {
        _requireRecovery(owner);
        uint256 amount = balanceOf[owner][token];
        if (amount == 0) revert ZeroAmount();
        balanceOf[owner][token] = 0;
        balanceOf[msg.sender][token] += amount;
        emit BalanceRecovered(owner, token, msg.sender, amount);
    }

    /// @inheritdoc IVault
    function setWithdrawalTerms(address token, WithdrawalTerms calldata terms) external onlyOwner {
        if (terms.feeBps > MAX_FEE_BPS) revert FeeAboveCap(terms.feeBps, MAX_FEE_BPS);
        if (terms.maxAmount != 0 && terms.maxAmount < terms.minAmount) {
            revert LimitsContradict(terms.minAmount, terms.maxAmount);
        }
        _terms[token] = terms;
        emit WithdrawalTermsSet(token, terms);
    }

    /// @inheritdoc IVault
    function collectFees(address token, address to) external onlyOwner nonReentrant {
        uint256 fees = accruedFees[token];
        if (fees == 0) revert ZeroAmount();
        accruedFees[token] = 0;
        emit FeesCollected(token, to, fees);
        _send(token, to, fees);
    }

    /// @inheritdoc IVault
    function withdrawalTerms(address token) external view returns (WithdrawalTerms memory) {
        return _terms[token];
    }

    /// @inheritdoc IVault
    function withdrawalFee(address token, uint256 amount) public view returns (uint256) {
        WithdrawalTerms storage terms = _terms[token];
        return Arithmetic.withdrawalFee(amount, terms.feeBps, terms.flatFee, MAX_FEE_BPS);
    }

    /// @inheritdoc IVault
    function SIGNATURE_GAS() external pure returns (uint256) {
        return Signatures.CHECK_GAS;
    }

    function _credit(address token, uint256 amount) private {
        balanceOf[msg.sender][token] += amount;
        emit Deposited(msg.sender, token, amount);
    }

    function _requireWithinLimits(address token, uint256 amount, uint256 balance) private view {
        WithdrawalTerms storage terms = _terms[token];
        (uint256 least, uint256 most) =
            Arithmetic.withdrawalLimits(balance, terms.minAmount, terms.maxAmount, MAX_MINIMUM_BPS);
        if (amount < least) revert BelowMinimum(amount, least);
        if (amount > most) revert AboveMaximum(amount, most);
    }

    function _transfer(address from, address token, address to, uint256 amount, bytes32 digest) private {
        balanceOf[from][token] -= amount;
        balanceOf[to][token] += amount;
        emit Transferred(from, token, to, amount, digest);
    }

    function _useNonce(address owner, uint256 nonce) private {
        nonceBitmap[owner][nonce >> 8] |= 1 << (nonce & 0xff);
    }

    /// @dev Returns the selector of the error for which a signed transfer is refused, or 0 if it isn't. Never reverts
    /// for anything that a signer decides, because the other transfers of a batch go on. The signature is checked last:
    /// it is the only check that calls another contract.
    function _refusalOf(SignedTransfer calldata signed, bytes32 digest) private view returns (bytes4) {
        (address from, address token, uint256 amount) = (signed.from, signed.token, signed.amount);
        // First, so that no transfer that happened is reported as expired.
        if (_isNonceUsed(from, signed.nonce)) return NonceUsed.selector;
        if (block.timestamp > signed.deadline) return ExpiredSignature.selector;
        if (amount == 0) return ZeroAmount.selector;
        if (!_canReceive(signed.to, from)) return InvalidRecipient.selector;
        if (amount > balanceOf[from][token]) return InsufficientVaultBalance.selector;
        if (!_fits(token, signed.to, amount)) return BalanceOverflow.selector;
        return Signatures.isValid(from, digest, signed.signature) ? bytes4(0) : InvalidSignature.selector;
    }

    function _digestOf(SignedTransfer calldata signed) private view returns (bytes32) {
        return _hashTypedDataV4(
            keccak256(
                abi.encode(
                    TRANSFER_TYPEHASH,
                    signed.from,
                    signed.to,
                    signed.token,
                    signed.amount,
                    signed.nonce,
                    signed.deadline
                )
            )
        );
    }

    function _isNonceUsed(address owner, uint256 nonce) private view returns (bool) {
        return nonceBitmap[owner][nonce >> 8] & (1 << (nonce & 0xff)) != 0;
    }

    /// @dev Tokens that report wrong balances can be credited without limit.
    function _fits(address token, address to, uint256 amount) private view returns (bool fits) {
        (fits,) = Math.tryAdd(balanceOf[to][token], amount);
    }

    function _canReceive(address to, address from) private view returns (bool) {
        return to != address(0) && to != address(this) && to != from;
    }
}
