// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {IERC3009} from "@openzeppelin/contracts/interfaces/draft-IERC3009.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {CardOperator} from "./CardOperator.sol";
import {ICardFunds} from "./ICardFunds.sol";

/// @title CardFunds
/// @dev Base contract with top-ups, withdrawals, and recoveries.
abstract contract CardFunds is CardOperator {
    bytes32 private constant WITHDRAW_NOW_TYPEHASH = keccak256(
        "WithdrawNow(address owner,address token,uint256 amount,address to,uint256 nonce,uint256 deadline)"
    );

    uint40 private constant MIN_WITHDRAWAL_DELAY = 1 minutes;
    uint40 private constant MAX_WITHDRAWAL_DELAY = 1 days;
    /// @inheritdoc ICardFunds
    uint40 public immutable WITHDRAWAL_DELAY;
    /// @inheritdoc ICardFunds
    uint40 public immutable GRACE;

    constructor(uint40 withdrawalDelay) {
        if (withdrawalDelay < MIN_WITHDRAWAL_DELAY || withdrawalDelay > MAX_WITHDRAWAL_DELAY) {
            revert InvalidWithdrawalDelay(withdrawalDelay);
        }
        (WITHDRAWAL_DELAY, GRACE) = (withdrawalDelay, withdrawalDelay / 2);
    }

    /// @inheritdoc ICardFunds
    function topUp(address token, uint256 amount) external whenNotPaused nonReentrant {
        _topUp(msg.sender, token, _pull(token, amount));
    }

    /// @inheritdoc ICardFunds
    function topUpWithPermit(address token, uint256 amount, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external
        whenNotPaused
        nonReentrant
    {
        _permit(token, amount, deadline, v, r, s);
        _topUp(msg.sender, token, _pull(token, amount));
    }

    /// @inheritdoc ICardFunds
    function topUpWithAuthorization(
        address token,
        address owner,
        uint256 amount,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external whenNotPaused nonReentrant {
        _requireContract(token);
        uint256 before = IERC20(token).balanceOf(address(this));
        // Only its recipient can submit this kind of authorization, so nobody can have the money arrive uncredited.
        IERC3009(token).receiveWithAuthorization(
            owner, address(this), amount, validAfter, validBefore, nonce, v, r, s
        );
        uint256 arrived = Math.min(IERC20(token).balanceOf(address(this)) - before, amount);
        if (arrived == 0) revert ZeroAmount();
        _topUp(owner, token, arrived);
    }

    /// @inheritdoc ICardFunds
    function requestWithdrawal(address token, uint256 amount) external {
        AccountState storage account = _accountFor(msg.sender, token);
        if (amount == 0) revert ZeroAmount();
        if (amount > account.balance) revert InsufficientBalance();
        _setLeaving(account, uint96(amount), uint40(block.timestamp));
        emit WithdrawalRequested(msg.sender, token, amount, block.timestamp + WITHDRAWAL_DELAY);
    }

    /// @inheritdoc ICardFunds
    function cancelWithdrawal(address token) external {
        AccountState storage account = _requestOf(msg.sender, token);
        _setLeaving(account, 0, 0);
        emit WithdrawalCanceled(msg.sender, token);
    }

    /// @inheritdoc ICardFunds
    function withdraw(address token, address to) external nonReentrant {
        AccountState storage account = _requestOf(msg.sender, token);
        uint256 readyAt = account.leavingSince + WITHDRAWAL_DELAY;
        if (block.timestamp < readyAt) revert WithdrawalNotReady(readyAt);
        uint96 amount = uint96(Math.min(account.leaving, _free(account)));
        account.leaving -= amount;
        _sendFrom(account, amount, to, 0);
    }

    /// @inheritdoc ICardFunds
    function withdrawNow(
        address token,
        uint256 amount,
        address to,
        uint256 nonce,
        uint256 deadline,
        bytes calldata operatorSignature
    ) external nonReentrant {
        AccountState storage account = _accountFor(msg.sender, token);
        bytes32 message =
            keccak256(abi.encode(WITHDRAW_NOW_TYPEHASH, msg.sender, token, amount, to, nonce, deadline));
        bytes32 digest =
            _useSignature(operator(), msg.sender, message, nonce, deadline, operatorSignature);
        if (amount > _free(account)) revert InsufficientBalance();
        _sendFrom(account, uint96(amount), to, digest);
    }

    /// @inheritdoc ICardFunds
    function recover(address owner, address token) external nonReentrant {
        _requireRecovery(owner);
        uint64 openAt = recoveryOf(owner).readyAt + GRACE;
        if (block.timestamp < openAt) revert RecoveryNotReady(openAt);
        AccountState storage account = _accountFor(owner, token);
        uint96 amount = _free(account);
        if (amount == 0) revert ZeroAmount();
        _removeFrom(account, amount);
        _addTo(msg.sender, token, amount);
        emit AccountRecovered(owner, token, msg.sender, amount);
    }

    /// @inheritdoc ICardFunds
    function accountOf(address owner, address token) external view returns (Account memory) {
        AccountState storage account = _accountFor(owner, token);
        return Account(account.balance, account.held, account.leaving, account.leavingSince, _taken(account));
    }

    /// @inheritdoc ICardFunds
    function spendable(address owner, address token) external view returns (uint256) {
        return _spendable(_accountFor(owner, token), block.timestamp);
    }

    function _topUp(address owner, address token, uint256 amount) private {
        _addTo(owner, token, amount);
        emit ToppedUp(owner, token, amount);
    }

    function _requestOf(address owner, address token) private view returns (AccountState storage account) {
        account = _accountFor(owner, token);
        if (account.leavingSince == 0) revert NoWithdrawalRequest();
    }

    function _sendFrom(AccountState storage account, uint96 amount, address to, bytes32 digest) private {
        if (amount == 0) revert ZeroAmount();
        _removeFrom(account, amount);
        emit Withdrawn(msg.sender, account.token, to, amount, account.leaving, digest);
        _send(account.token, to, amount);
    }
}
