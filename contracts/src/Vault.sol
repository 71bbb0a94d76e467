// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
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
    mapping(address owner => mapping(address token => uint256)) public balanceOf;
    /// @inheritdoc IVault
    mapping(address token => uint256) public accruedFees;
    mapping(address token => WithdrawalTerms) private _terms;

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

    /// @notice Sets the fees and limits for withdrawals of `token`. Owner only.
    /// @dev Reverts with `FeeAboveCap` or `LimitsContradict`. The flat fee and the minimum need no cap here: `withdraw`
    /// caps the total fee at `MAX_FEE_BPS` of the amount and the minimum at `MAX_MINIMUM_BPS` of the balance, so that
    /// the owner can't lock up any balance, even a small one.
    function setWithdrawalTerms(address token, WithdrawalTerms calldata terms) external onlyOwner {
        if (terms.feeBps > MAX_FEE_BPS) revert FeeAboveCap(terms.feeBps, MAX_FEE_BPS);
        if (terms.maxAmount != 0 && terms.maxAmount < terms.minAmount) {
            revert LimitsContradict(terms.minAmount, terms.maxAmount);
        }
        _terms[token] = terms;
        emit WithdrawalTermsSet(token, terms);
    }

    /// @notice Sends the fees earned on `token` to `to`. Owner only. Reverts with `ZeroAmount` if there are none.
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
        uint256 asked = Math.saturatingAdd(Math.mulDiv(amount, terms.feeBps, BPS), terms.flatFee);
        return Math.min(asked, Math.mulDiv(amount, MAX_FEE_BPS, BPS));
    }

    function _credit(address token, uint256 amount) private {
        balanceOf[msg.sender][token] += amount;
        emit Deposited(msg.sender, token, amount);
    }

    function _requireWithinLimits(address token, uint256 amount, uint256 balance) private view {
        WithdrawalTerms storage terms = _terms[token];
        uint256 minAmount = Math.min(terms.minAmount, Math.mulDiv(balance, MAX_MINIMUM_BPS, BPS));
        if (amount < minAmount) revert BelowMinimum(amount, minAmount);
        if (terms.maxAmount != 0 && amount > terms.maxAmount) revert AboveMaximum(amount, terms.maxAmount);
    }
}
