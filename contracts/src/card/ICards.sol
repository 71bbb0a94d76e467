// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

/// @title Cards with limits, which their owners set by call or by signature
/// @notice Anyone can submit what an owner signed (EIP-712). A signature is valid once, until its deadline, with a nonce
/// that the owner hasn't used or canceled. A card is frozen at once. Purchases approved before a freeze, or before limits
/// were lowered, can still be posted, but only within `GRACE`. Those approved during a freeze can't, also after it. If a card
/// is unfrozen twice within `GRACE`, this is checked for the second freeze alone.
interface ICards {
    /// @notice Closed cards stay closed.
    enum CardStatus {
        None,
        Active,
        Frozen,
        Closed
    }

    /// @notice Limits of a card, in base units of its token.
    /// @param perDay most that holds of one UTC day reserve
    /// @param perMonth most that holds of one UTC calendar month reserve
    /// @param offlinePerMonth most that the operator debits without a hold in one UTC calendar month; can be 0
    /// @param overCaptureBps most that a capture exceeds its hold by, in basis points, at most `MAX_OVER_CAPTURE_BPS`
    struct Limits {
        uint96 perDay;
        uint96 perMonth;
        uint96 offlinePerMonth;
        uint16 overCaptureBps;
    }

    /// @notice A card with its limits and what counts against them.
    /// @param owner who opened the card
    /// @param token token that the card spends
    /// @param status `None` if the card doesn't exist
    /// @param frozenAt block time since when no new purchases are possible, in seconds, or 0
    /// @param limits current limits
    /// @param usedPerDay amount that counts against the limit of the day `usedOn`
    /// @param usedPerMonth amount that counts against the limit of the month of `usedOn`
    /// @param usedOn day of the latest hold, counted in UTC days from 1970
    /// @param usedOffline amount that counts against `offlinePerMonth` in the month of the latest debit
    struct Card {
        address owner;
        address token;
        CardStatus status;
        uint40 frozenAt;
        Limits limits;
        uint96 usedPerDay;
        uint96 usedPerMonth;
        uint24 usedOn;
        uint96 usedOffline;
    }

    /// @notice An owner's signature.
    /// @param nonce any number that the owner hasn't used or canceled
    /// @param deadline latest block time at which the signature is valid, in seconds
    /// @param signature 65 bytes (r, s, v) of the owner's key, or what a contract accepts (ERC-1271)
    struct Authorization {
        uint256 nonce;
        uint256 deadline;
        bytes signature;
    }

    /// @notice `owner` opened `card`, which spends the owner's balance in `token`.
    event CardOpened(uint32 indexed card, address indexed owner, address indexed token);

    /// @notice The limits of `card` were set.
    event LimitsSet(uint32 indexed card, Limits limits);

    /// @notice `card` became active, frozen, or closed.
    event StatusSet(uint32 indexed card, CardStatus status);

    /// @notice `owner` canceled all signatures with `nonce`.
    event NonceCanceled(address indexed owner, uint256 nonce);

    /// @notice There is no such card. Also a reason of `ItemRefused`.
    error UnknownCard();
    /// @notice Neither the owner of the card nor, for freezing, the operator.
    error NotCardOwner(address caller);
    /// @notice The card can't change from `status` as requested.
    error WrongStatus(CardStatus status);
    /// @notice The over-capture exceeds `MAX_OVER_CAPTURE_BPS`.
    error OverCaptureAboveCap(uint256 overCaptureBps);
    /// @notice The nonce was used or canceled.
    error NonceUsed();
    /// @notice The deadline of the signature has passed.
    error ExpiredSignature();
    /// @notice The account didn't sign this.
    error InvalidSignature();

    /// @notice Opens a card that spends the caller's balance in `token`.
    /// @dev Reverts with `EnforcedPause` or `OverCaptureAboveCap`.
    /// @param token token that the card spends
    /// @param limits limits of the card
    /// @return card number of the card, from 1
    function openCard(address token, Limits calldata limits) external returns (uint32 card);

    /// @notice Same as `openCard`, for `owner`, who signed `OpenCard`.
    /// @dev Reverts as `openCard` does, or with `ExpiredSignature`, `NonceUsed`, or `InvalidSignature`.
    /// @param owner who signed
    /// @param token token that the card spends
    /// @param limits limits of the card
    /// @param authorization signature of the owner
    /// @return card number of the card, from 1
    function openCardBySignature(
        address owner,
        address token,
        Limits calldata limits,
        Authorization calldata authorization
    ) external returns (uint32 card);

    /// @notice Sets the limits of the caller's card. Higher limits apply at once, lower ones to purchases approved from now
    /// on; `offlinePerMonth` always applies at once. What was used still counts.
    /// @dev If limits are changed more than once within `GRACE`, the highest of them apply to purchases approved before
    /// the last change. Reverts with `UnknownCard`, `NotCardOwner`, `WrongStatus` if the card is closed, or
    /// `OverCaptureAboveCap`.
    /// @param card number of the card
    /// @param limits new limits
    function setLimits(uint32 card, Limits calldata limits) external;

    /// @notice Same as `setLimits`, by the signature `SetLimits` of the card's owner.
    /// @param card number of the card
    /// @param limits new limits
    /// @param authorization signature of the owner
    function setLimitsBySignature(uint32 card, Limits calldata limits, Authorization calldata authorization) external;

    /// @notice Freezes, unfreezes (`Active`), or closes the caller's card. The operator can also freeze it, and nothing else.
    /// Closing is for good; open holds can still be captured, released, and credited. Never paused.
    /// @dev Reverts with `UnknownCard`, `NotCardOwner`, or `WrongStatus` if the card is closed or has this status.
    /// @param card number of the card
    /// @param status new status
    function setStatus(uint32 card, CardStatus status) external;

    /// @notice Same as `setStatus`, by the signature `FreezeCard`, `UnfreezeCard`, or `CloseCard` of the card's owner.
    /// @param card number of the card
    /// @param status new status
    /// @param authorization signature of the owner
    function setStatusBySignature(uint32 card, CardStatus status, Authorization calldata authorization) external;

    /// @notice Makes signatures with the caller's `nonce` invalid.
    /// @dev Reverts with `NonceUsed` if it was used before.
    /// @param nonce nonce of the signature
    function cancelNonce(uint256 nonce) external;

    /// @notice A card with its limits and use.
    /// @param card number of the card
    /// @return card, all zero if it doesn't exist
    function cardOf(uint32 card) external view returns (Card memory);

    /// @notice Which nonces of `owner` were used or canceled: bit `i` of `word` is nonce `256 * word + i`.
    /// @param owner signer
    /// @param word nonce divided by 256, rounded down
    /// @return bitmap of 256 nonces
    function nonceBitmap(address owner, uint256 word) external view returns (uint256);

    /// @notice Highest `overCaptureBps`. Constant.
    /// @return share of a hold, in basis points
    function MAX_OVER_CAPTURE_BPS() external view returns (uint16);
}
