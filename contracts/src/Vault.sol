// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Permit.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";
import {LowLevelCall} from "@openzeppelin/contracts/utils/LowLevelCall.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {IVault} from "./IVault.sol";

/// @title Vault
/// @notice The owner sets terms within fixed caps, pauses deposits and collects fees. It cannot touch a balance.
contract Vault is IVault, Ownable2Step, Pausable, ReentrancyGuard {
    using SafeERC20 for IERC20;

    /// @inheritdoc IVault
    uint256 public constant MAX_FEE_BPS = 100;

    uint256 private constant BPS = 10_000;
    address private constant NATIVE = address(0);

    /// @inheritdoc IVault
    mapping(address owner => mapping(address token => uint256)) public balanceOf;
    /// @inheritdoc IVault
    mapping(address token => uint256) public accruedFees;
    mapping(address token => WithdrawalTerms) private _terms;

    constructor(address initialOwner) Ownable(initialOwner) {}

    /// @inheritdoc IVault
    function deposit(address token, uint256 amount) external whenNotPaused nonReentrant {
        _requireContract(token);
        _pull(token, amount);
    }

    /// @inheritdoc IVault
    function depositWithPermit(address token, uint256 amount, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external
        whenNotPaused
        nonReentrant
    {
        _requireContract(token);
        try IERC20Permit(token).permit(msg.sender, address(this), amount, deadline, v, r, s) {}
        catch (bytes memory reason) {
            if (IERC20(token).allowance(msg.sender, address(this)) < amount) {
                if (reason.length == 0) revert PermitRefused(token);
                LowLevelCall.bubbleRevert(reason);
            }
        }
        _pull(token, amount);
    }

    /// @inheritdoc IVault
    function depositNative() external payable whenNotPaused nonReentrant {
        _credit(NATIVE, msg.value);
    }

    /// @inheritdoc IVault
    function withdraw(address token, uint256 amount, address to) external nonReentrant {
        if (amount == 0) revert ZeroAmount();
        uint256 balance = balanceOf[msg.sender][token];
        if (amount > balance) revert InsufficientVaultBalance(token, balance, amount);
        if (amount < balance) _requireWithinLimits(token, amount);

        uint256 fee = withdrawalFee(token, amount);
        balanceOf[msg.sender][token] = balance - amount;
        accruedFees[token] += fee;
        emit Withdrawn(msg.sender, token, to, amount, fee);
        _send(token, to, amount - fee);
    }

    /// @notice Sets what withdrawals of `token` cost and their limits. Only the owner.
    /// @dev Reverts with `FeeAboveCap` or `LimitsContradict`. The flat fee needs no cap of its own: the fee as a whole
    /// is cut to `MAX_FEE_BPS` of each amount.
    function setWithdrawalTerms(address token, WithdrawalTerms calldata terms) external onlyOwner {
        if (terms.feeBps > MAX_FEE_BPS) revert FeeAboveCap(terms.feeBps, MAX_FEE_BPS);
        if (terms.maxAmount != 0 && terms.maxAmount < terms.minAmount) {
            revert LimitsContradict(terms.minAmount, terms.maxAmount);
        }
        _terms[token] = terms;
        emit WithdrawalTermsSet(token, terms);
    }

    /// @notice Sends the fees earned on `token` to `to`. Only the owner. Reverts with `ZeroAmount` where there are none.
    function collectFees(address token, address to) external onlyOwner nonReentrant {
        uint256 fees = accruedFees[token];
        if (fees == 0) revert ZeroAmount();
        accruedFees[token] = 0;
        emit FeesCollected(token, to, fees);
        _send(token, to, fees);
    }

    /// @notice Stops new deposits. Withdrawals go on. Only the owner.
    function pause() external onlyOwner {
        _pause();
    }

    /// @notice Takes deposits again. Only the owner.
    function unpause() external onlyOwner {
        _unpause();
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

    function _pull(address token, uint256 amount) private {
        uint256 before = IERC20(token).balanceOf(address(this));
        IERC20(token).safeTransferFrom(msg.sender, address(this), amount);
        // A token may take a fee on the way: only what arrived is owed to anybody. What its hooks send on top is a donation.
        _credit(token, Math.min(IERC20(token).balanceOf(address(this)) - before, amount));
    }

    function _credit(address token, uint256 amount) private {
        if (amount == 0) revert ZeroAmount();
        balanceOf[msg.sender][token] += amount;
        emit Deposited(msg.sender, token, amount);
    }

    function _send(address token, address to, uint256 amount) private {
        if (to == address(0) || to == address(this)) revert InvalidRecipient(to);
        if (token == NATIVE) return Address.sendValue(payable(to), amount);

        uint256 before = IERC20(token).balanceOf(address(this));
        IERC20(token).safeTransfer(to, amount);
        uint256 remaining = IERC20(token).balanceOf(address(this));
        // Added, not subtracted: a hook of the recipient's may leave the vault with more than before.
        if (remaining + amount < before) revert UnexpectedDebit(token, amount, before - remaining);
    }

    function _requireContract(address token) private view {
        if (token.code.length == 0) revert NotAToken(token);
    }

    function _requireWithinLimits(address token, uint256 amount) private view {
        WithdrawalTerms storage terms = _terms[token];
        if (amount < terms.minAmount) revert BelowMinimum(amount, terms.minAmount);
        if (terms.maxAmount != 0 && amount > terms.maxAmount) revert AboveMaximum(amount, terms.maxAmount);
    }
}
