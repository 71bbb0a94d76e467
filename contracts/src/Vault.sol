// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {Arithmetic} from "./Arithmetic.sol";
import {Custody} from "./Custody.sol";
import {IVault} from "./IVault.sol";

/// @title Vault
/// @notice The owner sets terms within fixed caps, pauses deposits and collects fees, but can't access balances.
contract Vault is IVault, Custody {
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

    /// @param initialOwner first owner, who sets terms, pauses deposits and collects fees
    constructor(address initialOwner) Custody(initialOwner) {}

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
        if (amount < balance) _requireWithinLimits(token, amount, balance);

        uint256 fee = withdrawalFee(token, amount);
        if (fee > maxFee) revert FeeAboveAgreed(fee, maxFee);
        balanceOf[msg.sender][token] = balance - amount;
        accruedFees[token] += fee;
        emit Withdrawn(msg.sender, token, to, amount, fee);
        _send(token, to, amount - fee);
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
}
