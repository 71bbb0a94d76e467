// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {ICustody} from "./ICustody.sol";

/// @title Custody of the native coin and ERC-20 tokens, one balance per owner and token
interface IVault is ICustody {
    /// @notice What a withdrawal of one token costs and how large it may be. All zero: free and unlimited.
    /// @param feeBps proportional fee in basis points of the amount, at most `MAX_FEE_BPS`
    /// @param flatFee fee in token units, added to the proportional one; both together stay within `MAX_FEE_BPS`
    /// @param minAmount smallest withdrawal in token units, cut to `MAX_MINIMUM_BPS` of the balance; a whole balance may be
    /// smaller
    /// @param maxAmount largest withdrawal in token units, 0 for none; a whole balance may be larger
    struct WithdrawalTerms {
        uint16 feeBps;
        uint128 flatFee;
        uint128 minAmount;
        uint128 maxAmount;
    }

    /// @notice `amount` of `token` arrived and was credited to `owner`.
    event Deposited(address indexed owner, address indexed token, uint256 amount);

    /// @notice `owner` was debited `amount`; `to` was sent `amount - fee`.
    event Withdrawn(address indexed owner, address indexed token, address indexed to, uint256 amount, uint256 fee);

    /// @notice Withdrawals of `token` follow `terms` from now on.
    event WithdrawalTermsSet(address indexed token, WithdrawalTerms terms);

    /// @notice Fees earned so far on withdrawals of `token` went to `to`.
    event FeesCollected(address indexed token, address indexed to, uint256 amount);

    /// @notice `balance` of `token` is less than `needed`.
    error InsufficientVaultBalance(address token, uint256 balance, uint256 needed);
    /// @notice A part of this balance has to be at least `minAmount`: what the terms say, but no more than
    /// `MAX_MINIMUM_BPS` of the balance.
    error BelowMinimum(uint256 amount, uint256 minAmount);
    /// @notice A part of a balance can be at most `maxAmount`.
    error AboveMaximum(uint256 amount, uint256 maxAmount);
    /// @notice The proportional fee would pass `MAX_FEE_BPS`.
    error FeeAboveCap(uint256 feeBps, uint256 maxFeeBps);
    /// @notice No amount could satisfy both limits.
    error LimitsContradict(uint256 minAmount, uint256 maxAmount);
    /// @notice The fee is more than the user agreed to pay.
    error FeeAboveAgreed(uint256 fee, uint256 maxFee);

    /// @notice Takes `amount` of an approved ERC-20 token from the caller and credits what arrives,
    /// never more than `amount`.
    /// @dev Reverts with `EnforcedPause`, `ZeroAmount`, `NotAToken`, or the token's own error.
    function deposit(address token, uint256 amount) external;

    /// @notice As `deposit`, with an EIP-2612 permit of exactly `amount` in place of an earlier approval.
    /// @dev A permit somebody else already submitted does no harm: the allowance counts. Otherwise the token's
    /// reason for refusing the permit is passed on, or `PermitRefused` where it gave none.
    /// @param deadline the permit's last valid block time, in seconds
    function depositWithPermit(address token, uint256 amount, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external;

    /// @notice Credits the native coin sent along to the caller.
    function depositNative() external payable;

    /// @notice Debits the caller `amount` and sends it, less the fee, to `to`. Never paused.
    /// @param maxFee the most the caller agrees to pay, in token units: terms that change between signing and mining
    /// cannot cost more. `MAX_FEE_BPS` of the amount is always enough.
    /// @dev The caller's whole balance may always be withdrawn, whatever the limits say, and no minimum asks for more than
    /// `MAX_MINIMUM_BPS` of it. Reverts with `ZeroAmount`, `InvalidRecipient`, `InsufficientVaultBalance`, `BelowMinimum`,
    /// `AboveMaximum`, `FeeAboveAgreed`, `UnexpectedDebit`, or the token's own error.
    function withdraw(address token, uint256 amount, address to, uint256 maxFee) external;

    /// @notice What `owner` can withdraw of `token`, before the fee.
    function balanceOf(address owner, address token) external view returns (uint256);

    /// @notice The fee on a withdrawal of `amount`, truncated, never more than `MAX_FEE_BPS` of it.
    function withdrawalFee(address token, uint256 amount) external view returns (uint256);

    /// @notice The terms withdrawals of `token` follow now.
    function withdrawalTerms(address token) external view returns (WithdrawalTerms memory);

    /// @notice Fees earned on `token` and not collected yet.
    function accruedFees(address token) external view returns (uint256);

    /// @notice The largest share of a withdrawal that fees can take, in basis points. It cannot be changed.
    function MAX_FEE_BPS() external view returns (uint256);

    /// @notice The largest share of a balance that any minimum can ask for, in basis points. It cannot be changed.
    function MAX_MINIMUM_BPS() external view returns (uint256);
}
