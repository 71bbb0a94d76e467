// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {ICustody} from "./ICustody.sol";

/// @title Vault for the native currency and ERC-20 tokens, with one balance per owner and token
interface IVault is ICustody {
    /// @notice Fees and limits for withdrawals of one token. If all are zero, withdrawals are free and unlimited.
    /// @param feeBps proportional fee in basis points of the amount, at most `MAX_FEE_BPS`
    /// @param flatFee fee in base units, added to the proportional fee; the total is capped at `MAX_FEE_BPS` of the
    /// amount
    /// @param minAmount minimum withdrawal in base units, capped at `MAX_MINIMUM_BPS` of the balance
    /// @param maxAmount maximum withdrawal in base units, or 0 for no maximum; raised to `MIN_MAXIMUM_BPS` of the
    /// balance if it is lower; doesn't apply to withdrawing at least the balance less `MAX_MINIMUM_BPS` of it
    struct WithdrawalTerms {
        uint16 feeBps;
        uint128 flatFee;
        uint128 minAmount;
        uint128 maxAmount;
    }

    /// @notice A transfer between vault balances, signed by its sender (EIP-712, type
    /// `Transfer(address from,address to,address token,uint256 amount,uint256 nonce,uint256 deadline)`).
    /// @param from sender, who signed
    /// @param to recipient, whose vault balance is credited; neither the zero address, nor the vault, nor `from`
    /// @param token token, or `address(0)` for the native currency
    /// @param amount amount in base units
    /// @param nonce any number that the sender hasn't used or canceled. Consecutive numbers cost less gas: 256 of them
    /// share a storage slot.
    /// @param deadline latest block time at which the transfer is possible, in seconds
    /// @param signature 65 bytes (r, s, v) of the sender's key, or what a contract accepts (ERC-1271)
    struct SignedTransfer {
        address from;
        address to;
        address token;
        uint256 amount;
        uint256 nonce;
        uint256 deadline;
        bytes signature;
    }

    /// @notice `amount` of `token` was received and credited to `owner`.
    event Deposited(address indexed owner, address indexed token, uint256 amount);

    /// @notice `amount` was debited from `owner`; `to` received `amount - fee`.
    event Withdrawn(address indexed owner, address indexed token, address indexed to, uint256 amount, uint256 fee);

    /// @notice `amount` moved from the vault balance of `from` to that of `to`. `digest` is the EIP-712 hash of the
    /// transfer that `from` signed, or 0 if `from` called the vault.
    event Transferred(
        address indexed from, address indexed token, address indexed to, uint256 amount, bytes32 digest
    );

    /// @notice A signed transfer was submitted and changed nothing, for a reason that `transfer` or its signature has:
    /// the selector of an error. It can still succeed later, and anyone can have it refused before, by submitting it
    /// with a wrong signature. It can also have succeeded before. It is impossible only once its nonce is used without a
    /// `Transferred` of its digest, or once a final block is later than its deadline.
    event TransferRefused(bytes32 indexed digest, bytes4 reason);

    /// @notice `owner` canceled all signed transfers with `nonce`.
    event NonceCanceled(address indexed owner, uint256 nonce);

    /// @notice `to`, the recovery address of `owner`, moved the vault balance `amount` of `owner` to its own.
    event BalanceRecovered(address indexed owner, address indexed token, address indexed to, uint256 amount);

    /// @notice The terms for withdrawals of `token` were set to `terms`.
    event WithdrawalTermsSet(address indexed token, WithdrawalTerms terms);

    /// @notice The fees earned on withdrawals of `token` were sent to `to`.
    event FeesCollected(address indexed token, address indexed to, uint256 amount);

    /// @notice The vault balance of `token` is less than `needed`.
    error InsufficientVaultBalance(address token, uint256 balance, uint256 needed);
    /// @notice A partial withdrawal must be at least `minAmount`: the minimum in the terms, capped at `MAX_MINIMUM_BPS`
    /// of the balance.
    error BelowMinimum(uint256 amount, uint256 minAmount);
    /// @notice A partial withdrawal can be at most `maxAmount`: the maximum in the terms, or `MIN_MAXIMUM_BPS` of the
    /// balance if that is more.
    error AboveMaximum(uint256 amount, uint256 maxAmount);
    /// @notice The proportional fee exceeds `MAX_FEE_BPS`.
    error FeeAboveCap(uint256 feeBps, uint256 maxFeeBps);
    /// @notice The maximum is below the minimum.
    error LimitsContradict(uint256 minAmount, uint256 maxAmount);
    /// @notice The fee exceeds the maximum that the caller accepted.
    error FeeAboveAgreed(uint256 fee, uint256 maxFee);
    /// @notice The sender's nonce was used by a transfer, or canceled.
    error NonceUsed();
    /// @notice The deadline of the signed transfer has passed. Only a reason of `TransferRefused`.
    error ExpiredSignature();
    /// @notice The sender didn't sign the transfer. Only a reason of `TransferRefused`.
    error InvalidSignature();
    /// @notice The recipient's balance would exceed 256 bits.
    error BalanceOverflow();

    /// @notice Transfers `amount` of an approved ERC-20 token from the caller and credits the amount received, which is
    /// never more than `amount`.
    /// @dev Reverts with `EnforcedPause`, `ZeroAmount`, `NotAToken`, or the token's own error.
    /// @param token token to deposit
    /// @param amount amount to transfer from the caller, in base units
    function deposit(address token, uint256 amount) external;

    /// @notice Same as `deposit`, with an EIP-2612 permit for exactly `amount` instead of a prior approval.
    /// @dev If the permit fails, for example because somebody else already submitted it, the call still succeeds if the
    /// allowance is sufficient. If the allowance isn't sufficient either, reverts with the token's revert reason, or
    /// with `PermitRefused` if the token gives none.
    /// @param token token to deposit
    /// @param amount amount to transfer from the caller, in base units
    /// @param deadline latest block time at which the permit is valid, in seconds
    /// @param v recovery byte of the permit's signature
    /// @param r first half of the permit's signature
    /// @param s second half of the permit's signature
    function depositWithPermit(address token, uint256 amount, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external;

    /// @notice Credits the caller with the native currency sent with the call.
    function depositNative() external payable;

    /// @notice Debits `amount` from the caller's balance and sends it, minus the fee, to `to`. Never paused.
    /// @dev The limits never apply to a withdrawal that leaves at most `MAX_MINIMUM_BPS` of the caller's balance. So
    /// nobody blocks a withdrawal of the whole balance by adding a little to it. A minimum is at most
    /// `MAX_MINIMUM_BPS` of the balance, and a maximum at least `MIN_MAXIMUM_BPS` of it. Reverts with `ZeroAmount`,
    /// `InvalidRecipient`, `InsufficientVaultBalance`, `BelowMinimum`, `AboveMaximum`, `FeeAboveAgreed`,
    /// `UnexpectedDebit`, or the token's own error.
    /// @param token token to withdraw, or `address(0)` for the native currency
    /// @param amount amount to debit, in base units, including the fee
    /// @param to recipient, neither the zero address nor the vault
    /// @param maxFee maximum fee that the caller accepts, in base units; protects the caller if the terms change before
    /// the transaction is mined. `MAX_FEE_BPS` of the amount is always enough.
    function withdraw(address token, uint256 amount, address to, uint256 maxFee) external;

    /// @notice Moves `amount` from the caller's vault balance to that of `to`. No fee, no limits, never paused. Calls no
    /// token, so fees on transfer don't apply either.
    /// @dev Reverts with `ZeroAmount`, `InvalidRecipient`, `InsufficientVaultBalance`, or `BalanceOverflow`.
    /// @param token token, or `address(0)` for the native currency
    /// @param amount amount to move, in base units
    /// @param to recipient, neither the zero address, nor the vault, nor the caller
    function transfer(address token, uint256 amount, address to) external;

    /// @notice Moves vault balances as their owners signed, in the given order. Anyone can submit. A transfer that isn't
    /// possible is refused, changes nothing, and doesn't affect the others. No fee, no limits, never paused.
    /// @dev A signature is valid if the sender's key made it, or if the sender is a contract that accepts it (ERC-1271)
    /// with at most `SIGNATURE_GAS`. Reverts with `SignatureGasTooLow` if a contract would get less gas than that.
    /// @param transfers signed transfers
    /// @return refusals for each transfer, 0 if it was executed, or else the selector of the error that `transfer` would
    /// revert with, or of `ExpiredSignature`, `InvalidSignature`, or `NonceUsed`
    function transferBySignature(SignedTransfer[] calldata transfers) external returns (bytes4[] memory refusals);

    /// @notice Makes the caller's signed transfers with `nonce` impossible.
    /// @dev Reverts with `NonceUsed` if a transfer used the nonce before, because that transfer can't be undone.
    /// @param nonce nonce of the signed transfer
    function cancelNonce(uint256 nonce) external;

    /// @notice Moves the whole balance of `owner` in `token` to the vault balance of the caller, who is the owner's recovery
    /// address. No fee, never paused.
    /// @dev Reverts with `NotRecoveryAddress`, `NoRecoveryRequest`, `RecoveryNotReady`, or `ZeroAmount`.
    /// @param owner account whose balance to recover
    /// @param token token, or `address(0)` for the native currency
    function recover(address owner, address token) external;

    /// @notice Sets the fees and limits for withdrawals of `token`. Owner only.
    /// @dev Reverts with `FeeAboveCap` or `LimitsContradict`. The flat fee and the limits need no cap here: `withdraw`
    /// caps the total fee at `MAX_FEE_BPS` of the amount, the minimum at `MAX_MINIMUM_BPS` of the balance, and raises
    /// the maximum to `MIN_MAXIMUM_BPS` of the balance, so that the owner can't lock up any balance, even a small one.
    /// @param token token, or `address(0)` for the native currency
    /// @param terms new fees and limits
    function setWithdrawalTerms(address token, WithdrawalTerms calldata terms) external;

    /// @notice Sends the fees earned on `token` to `to`. Owner only.
    /// @dev Reverts with `ZeroAmount` if there are none.
    /// @param token token, or `address(0)` for the native currency
    /// @param to recipient, neither the zero address nor the vault
    function collectFees(address token, address to) external;

    /// @notice Vault balance of `owner` in `token`, before any withdrawal fee.
    /// @param owner user whose balance to return
    /// @param token token, or `address(0)` for the native currency
    /// @return balance in base units
    function balanceOf(address owner, address token) external view returns (uint256);

    /// @notice Which nonces of `owner` were used or canceled: bit `i` of `word` is nonce `256 * word + i`.
    /// @param owner sender of signed transfers
    /// @param word nonce divided by 256, rounded down
    /// @return bitmap of 256 nonces
    function nonceBitmap(address owner, uint256 word) external view returns (uint256);

    /// @notice Fee for a withdrawal of `amount`, rounded down, never more than `MAX_FEE_BPS` of it.
    /// @param token token, or `address(0)` for the native currency
    /// @param amount amount of the withdrawal, in base units
    /// @return fee in base units
    function withdrawalFee(address token, uint256 amount) external view returns (uint256);

    /// @notice Current terms for withdrawals of `token`.
    /// @param token token, or `address(0)` for the native currency
    /// @return fees and limits
    function withdrawalTerms(address token) external view returns (WithdrawalTerms memory);

    /// @notice Fees earned on `token` that haven't been collected yet.
    /// @param token token, or `address(0)` for the native currency
    /// @return fees in base units
    function accruedFees(address token) external view returns (uint256);

    /// @notice Gas that a contract gets to check a signature. Constant.
    /// @return amount of gas
    function SIGNATURE_GAS() external view returns (uint256);

    /// @notice Maximum fee of a withdrawal. Constant.
    /// @return share of the amount, in basis points
    function MAX_FEE_BPS() external view returns (uint256);

    /// @notice Cap on the minimum withdrawal amount. Constant.
    /// @return share of the balance, in basis points
    function MAX_MINIMUM_BPS() external view returns (uint256);

    /// @notice Floor of the maximum withdrawal amount. Constant.
    /// @return share of the balance, in basis points
    function MIN_MAXIMUM_BPS() external view returns (uint256);
}
