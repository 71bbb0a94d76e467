// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {ICustody} from "../ICustody.sol";

/// @title Money of card users: one account per owner and token, which all of the owner's cards in this token share
/// @notice Amounts of an account are at most 2^96 - 1 base units. ERC-20 tokens only, no native currency.
interface ICardFunds is ICustody {
    /// @notice Money of one owner in one token.
    /// @param balance all of the owner's money, in base units
    /// @param held part of `balance` that open holds reserve
    /// @param leaving amount of the withdrawal request, 0 if there is none
    /// @param leavingSince block time of the withdrawal request, in seconds, or 0 if there is none
    /// @param taken amount captured and debited so far minus credits: the most that can be credited
    struct Account {
        uint96 balance;
        uint96 held;
        uint96 leaving;
        uint40 leavingSince;
        uint96 taken;
    }

    /// @notice `amount` of `token` was received and added to the balance of `owner`.
    event ToppedUp(address indexed owner, address indexed token, uint256 amount);

    /// @notice `owner` requested to withdraw `amount`, which is possible from `readyAt`. Replaces an earlier request.
    event WithdrawalRequested(address indexed owner, address indexed token, uint256 amount, uint256 readyAt);

    /// @notice `owner` canceled the withdrawal request.
    event WithdrawalCanceled(address indexed owner, address indexed token);

    /// @notice `amount` was sent from the balance of `owner` to `to`. `digest` is the EIP-712 hash that the operator
    /// signed, or 0 for a request after its delay. `leaving` is what remains of the request.
    event Withdrawn(
        address indexed owner,
        address indexed token,
        address indexed to,
        uint256 amount,
        uint256 leaving,
        bytes32 digest
    );

    /// @notice `to`, the recovery address of `owner`, moved `amount` of the balance of `owner` to its own.
    event AccountRecovered(address indexed owner, address indexed token, address indexed to, uint256 amount);

    /// @notice The balance would exceed 96 bits.
    error BalanceOverflow();
    /// @notice The amount exceeds what the account can spend or withdraw. Also a reason of `ItemRefused`.
    error InsufficientBalance();
    /// @notice There is no withdrawal request.
    error NoWithdrawalRequest();
    /// @notice The request can't be paid before `readyAt`.
    error WithdrawalNotReady(uint256 readyAt);

    /// @notice Transfers `amount` of an approved token from the caller and adds the amount received to the caller's
    /// balance.
    /// @dev Reverts with `EnforcedPause`, `ZeroAmount`, `NotAToken`, `BalanceOverflow`, or the token's own error.
    /// @param token token to top up
    /// @param amount amount to transfer, in base units
    function topUp(address token, uint256 amount) external;

    /// @notice Same as `topUp`, with an EIP-2612 permit for exactly `amount` instead of a prior approval.
    /// @dev If the permit fails, the call still succeeds if the allowance is sufficient. If it isn't, reverts with the
    /// token's revert reason, or with `PermitRefused` if the token gives none.
    /// @param token token to top up
    /// @param amount amount to transfer, in base units
    /// @param deadline latest block time at which the permit is valid, in seconds
    /// @param v recovery byte of the permit's signature
    /// @param r first half of the permit's signature
    /// @param s second half of the permit's signature
    function topUpWithPermit(address token, uint256 amount, uint256 deadline, uint8 v, bytes32 r, bytes32 s) external;

    /// @notice Transfers `amount` as `owner` signed (EIP-3009, `ReceiveWithAuthorization`, recipient: this contract), and
    /// adds the amount received to the balance of `owner`. Anyone can submit.
    /// @dev Reverts with `EnforcedPause`, `ZeroAmount`, `NotAToken`, `BalanceOverflow`, or the token's own error.
    /// @param token token to top up
    /// @param owner account that signed
    /// @param amount amount to transfer, in base units
    /// @param validAfter block time after which the signature is valid, in seconds
    /// @param validBefore block time before which the signature is valid, in seconds
    /// @param nonce 32 bytes that the owner hasn't used with this token
    /// @param v recovery byte of the signature
    /// @param r first half of the signature
    /// @param s second half of the signature
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
    ) external;

    /// @notice Requests to withdraw `amount` after `WITHDRAWAL_DELAY`. From now on, only purchases approved before can use
    /// it. Replaces an earlier request, and waits for the whole delay. Never paused.
    /// @dev Reverts with `ZeroAmount` or `InsufficientBalance`.
    /// @param token token to withdraw
    /// @param amount amount in base units, at most the balance, including what is held
    function requestWithdrawal(address token, uint256 amount) external;

    /// @notice Cancels the caller's withdrawal request.
    /// @dev Reverts with `NoWithdrawalRequest`.
    /// @param token token of the request
    function cancelWithdrawal(address token) external;

    /// @notice Sends what was requested to `to`, but at most the part of the balance that isn't held. The rest stays
    /// requested, and can be withdrawn as soon as it is released. Never paused.
    /// @dev Reverts with `NoWithdrawalRequest`, `WithdrawalNotReady`, `ZeroAmount`, `InvalidRecipient`,
    /// `UnexpectedDebit`, or the token's own error.
    /// @param token token to withdraw
    /// @param to recipient, neither the zero address nor this contract
    function withdraw(address token, address to) external;

    /// @notice Sends `amount` to `to` without a delay, because the operator signed that no purchase needs it. Only the owner
    /// of the money can call. Never paused.
    /// @dev The operator signs EIP-712, type `WithdrawNow(address owner,address token,uint256 amount,address to,uint256
    /// nonce,uint256 deadline)`. Reverts with `ExpiredSignature`, `NonceUsed`, `InvalidSignature`, `ZeroAmount`,
    /// `InsufficientBalance`, `InvalidRecipient`, `UnexpectedDebit`, or the token's own error.
    /// @param token token to withdraw
    /// @param amount amount in base units, at most the part of the balance that isn't held
    /// @param to recipient, neither the zero address nor this contract
    /// @param nonce number that the caller hasn't used or canceled, chosen by the operator
    /// @param deadline latest block time at which the signature is valid, in seconds
    /// @param operatorSignature signature of the current operator
    function withdrawNow(
        address token,
        uint256 amount,
        address to,
        uint256 nonce,
        uint256 deadline,
        bytes calldata operatorSignature
    ) external;

    /// @notice Moves the balance of `owner` that isn't held to the caller, who is the owner's recovery address. Possible
    /// `GRACE` after the recovery is ready, so that purchases approved before can still be posted. Holds and cards stay;
    /// money that holds release can be moved later. Never paused.
    /// @dev Reverts with `NotRecoveryAddress`, `NoRecoveryRequest`, `RecoveryNotReady`, `ZeroAmount`, or
    /// `BalanceOverflow`.
    /// @param owner account to recover
    /// @param token token of the account
    function recover(address owner, address token) external;

    /// @notice Money of `owner` in `token`.
    /// @param owner user whose account to return
    /// @param token token of the account
    /// @return amounts and times; all zero if the account doesn't exist
    function accountOf(address owner, address token) external view returns (Account memory);

    /// @notice What purchases approved now can use: the balance, less what is held and leaving.
    /// @param owner user whose account to read
    /// @param token token of the account
    /// @return amount in base units
    function spendable(address owner, address token) external view returns (uint256);

    /// @notice Delay of withdrawals without the operator's signature, from a minute to a day. Fixed at deployment.
    /// @return delay in seconds
    function WITHDRAWAL_DELAY() external view returns (uint40);

    /// @notice How old the approval of a purchase can be when its hold is placed: half of `WITHDRAWAL_DELAY`.
    /// @return age in seconds
    function GRACE() external view returns (uint40);
}
