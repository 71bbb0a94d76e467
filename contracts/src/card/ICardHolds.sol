// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

/// @title Holds, captures, debits, and credits, which the operator posts in batches
/// @notice An item that isn't possible is refused, changes nothing, and doesn't affect the others. No function here sends
/// tokens: captures and debits move money from a balance to `settled`, credits move it back to where it was taken.
interface ICardHolds {
    /// @notice Money reserved for a purchase. Closed holds have nothing left and are never deleted.
    /// @param remaining amount that is still reserved, in base units; 0 if the hold is closed
    /// @param card card that pays
    /// @param account internal number of the account
    /// @param expiry block time from which anyone can release the hold, in seconds
    /// @param day UTC day whose limit the hold was counted against, from 1970
    /// @param sequence number of its latest change: 1 when placed, 0 if the hold doesn't exist
    /// @param overCaptureBps most that captures exceed `remaining` by, in basis points, fixed when placed
    struct Hold {
        uint96 remaining;
        uint32 card;
        uint32 account;
        uint40 expiry;
        uint24 day;
        uint16 sequence;
        uint16 overCaptureBps;
    }

    /// @notice A new hold.
    /// @param id identifier that was never used for a hold
    /// @param card card that pays
    /// @param amount amount in base units
    /// @param approvedAt time of the approval, in seconds; one in the future counts as now
    /// @param expiry block time from which anyone can release the hold, at most `MAX_HOLD` from now
    struct Placement {
        bytes32 id;
        uint32 card;
        uint96 amount;
        uint40 approvedAt;
        uint40 expiry;
    }

    /// @notice An increment of a hold.
    /// @param id identifier of the hold
    /// @param sequence number of this change, one more than that of the latest change
    /// @param amount amount to add, in base units
    /// @param approvedAt time of the approval, in seconds; one in the future counts as now
    struct Raise {
        bytes32 id;
        uint16 sequence;
        uint96 amount;
        uint40 approvedAt;
    }

    /// @notice A release of a hold, or of a part of it.
    /// @param id identifier of the hold
    /// @param sequence number of this change, one more than that of the latest change
    /// @param amount amount to release, in base units; releasing all closes the hold
    struct Release {
        bytes32 id;
        uint16 sequence;
        uint96 amount;
    }

    /// @notice A capture of a hold.
    /// @param id identifier of the hold
    /// @param sequence number of this change, one more than that of the latest change
    /// @param amount amount to capture, in base units, at most what remains and the over-capture on it
    /// @param last whether what then remains is released
    struct Capture {
        bytes32 id;
        uint16 sequence;
        uint96 amount;
        bool last;
    }

    /// @notice A debit without a hold, or a credit.
    /// @param id identifier that was never used for a debit, or for a credit
    /// @param card card that pays, or whose account is credited
    /// @param amount amount in base units
    struct Posting {
        bytes32 id;
        uint32 card;
        uint96 amount;
    }

    /// @notice `amount` was reserved for the hold `id`, whose sequence is 1.
    event HoldPlaced(bytes32 indexed id, uint32 indexed card, uint256 amount, uint256 approvedAt, uint256 expiry);

    /// @notice `amount` was added to the hold, which now reserves `remaining`.
    event HoldRaised(bytes32 indexed id, uint32 indexed card, uint256 sequence, uint256 amount, uint256 remaining);

    /// @notice `amount` was released from the hold, which now reserves `remaining`.
    event HoldReleased(bytes32 indexed id, uint32 indexed card, uint256 sequence, uint256 amount, uint256 remaining);

    /// @notice `amount` was captured from the hold, which now reserves `remaining`. If that is 0, all else was released.
    event HoldCaptured(bytes32 indexed id, uint32 indexed card, uint256 sequence, uint256 amount, uint256 remaining);

    /// @notice The hold expired, and somebody released `amount`, all that remained of it.
    event HoldExpired(bytes32 indexed id, uint32 indexed card, uint256 amount);

    /// @notice `amount` was debited without a hold.
    event Debited(bytes32 indexed id, uint32 indexed card, uint256 amount);

    /// @notice `amount` was credited.
    event Credited(bytes32 indexed id, uint32 indexed card, uint256 amount);

    /// @notice An item of a batch changed nothing, for `reason`, the selector of an error. `sequence` is that of the item, 1
    /// for a new hold, and 0 for a debit or credit.
    event ItemRefused(bytes32 indexed id, uint256 sequence, bytes4 reason);

    /// @notice `caller` isn't the operator.
    error NotOperator(address caller);
    /// @notice The identifier was used before.
    error IdUsed();
    /// @notice The hold doesn't exist or is closed.
    error HoldNotOpen();
    /// @notice The sequence isn't one more than that of the hold's latest change.
    error WrongSequence();
    /// @notice The approval is older than `GRACE`.
    error ApprovalTooOld();
    /// @notice The expiry has passed, or is more than `MAX_HOLD` from now.
    error InvalidExpiry();
    /// @notice The card wasn't open yet, or was frozen or closed, when the purchase was approved.
    error CardNotActive();
    /// @notice The amount exceeds what is left of the limit per day.
    error AboveDayLimit();
    /// @notice The amount exceeds what is left of the limit per month.
    error AboveMonthLimit();
    /// @notice The amount exceeds what is left of the limit for debits without a hold.
    error AboveOfflineLimit();
    /// @notice The amount exceeds what the hold allows.
    error AboveHold();
    /// @notice The credit exceeds what was taken from the account before.
    error AboveTaken();

    /// @notice Reserves money for approved purchases, within the limits of their cards. Each counts against the UTC day and
    /// month of its approval, or of the card's latest hold if that is later. Operator only.
    /// @dev Money that is being withdrawn is reserved only for purchases approved before the request. Reverts with
    /// `NotOperator` or `EnforcedPause`. Reasons: `IdUsed`, `InvalidExpiry`, `ZeroAmount`, `ApprovalTooOld`,
    /// `UnknownCard`, `CardNotActive`, `AboveDayLimit`, `AboveMonthLimit`, `InsufficientBalance`.
    /// @param items new holds
    /// @return refusals reason for each item, 0 if it was placed
    function placeHolds(Placement[] calldata items) external returns (bytes4[] memory refusals);

    /// @notice Adds to holds, by the same rules as `placeHolds`. The expiry stays. Operator only.
    /// @dev Reverts and reasons as for `placeHolds`, and `HoldNotOpen`, `WrongSequence`.
    /// @param items increments
    /// @return refusals reason for each item, 0 if it was added
    function raiseHolds(Raise[] calldata items) external returns (bytes4[] memory refusals);

    /// @notice Releases holds or parts of them. A release lowers what counts against the limit of the day only on the day of
    /// the hold, and against that of the month only in its month. Operator only, never paused.
    /// @dev Reverts with `NotOperator`. Reasons: `HoldNotOpen`, `WrongSequence`, `ZeroAmount`, `AboveHold`.
    /// @param items releases
    /// @return refusals reason for each item, 0 if it was released
    function releaseHolds(Release[] calldata items) external returns (bytes4[] memory refusals);

    /// @notice Moves held money to `settled`. What exceeds the hold is taken from what is spendable. Operator only, never
    /// paused.
    /// @dev Reverts with `NotOperator`. Reasons: `HoldNotOpen`, `WrongSequence`, `ZeroAmount`, `AboveHold`,
    /// `InsufficientBalance`.
    /// @param items captures
    /// @return refusals reason for each item, 0 if it was captured
    function captureHolds(Capture[] calldata items) external returns (bytes4[] memory refusals);

    /// @notice Moves spendable money to `settled` without a hold, within the `offlinePerMonth` of the current month, also
    /// for frozen cards, and for closed ones within `GRACE`. Operator only, never paused.
    /// @dev Reverts with `NotOperator`. Reasons: `IdUsed`, `ZeroAmount`, `UnknownCard`, `CardNotActive`,
    /// `AboveOfflineLimit`, `InsufficientBalance`.
    /// @param items debits
    /// @return refusals reason for each item, 0 if it was debited
    function debitWithoutHold(Posting[] calldata items) external returns (bytes4[] memory refusals);

    /// @notice Moves money from `settled` back to accounts from which it was taken, also for frozen and closed cards. So the
    /// operator can't direct it elsewhere. Operator only, never paused.
    /// @dev Reverts with `NotOperator`. Reasons: `IdUsed`, `ZeroAmount`, `UnknownCard`, `AboveTaken`,
    /// `InsufficientSettled`.
    /// @param items credits
    /// @return refusals reason for each item, 0 if it was credited
    function credit(Posting[] calldata items) external returns (bytes4[] memory refusals);

    /// @notice Releases expired holds. Anyone can call, at any time. Others are left as they are.
    /// @param ids identifiers of holds
    /// @return released how many holds were released
    function releaseExpired(bytes32[] calldata ids) external returns (uint256 released);

    /// @notice A hold.
    /// @param id identifier of the hold
    /// @return hold, all zero if it doesn't exist
    function holdOf(bytes32 id) external view returns (Hold memory);

    /// @notice Whether a debit with this identifier was posted.
    /// @param id identifier of the debit
    /// @return whether it was posted
    function isDebited(bytes32 id) external view returns (bool);

    /// @notice Whether a credit with this identifier was posted.
    /// @param id identifier of the credit
    /// @return whether it was posted
    function isCredited(bytes32 id) external view returns (bool);

    /// @notice Longest time from the placement of a hold to its expiry. Constant.
    /// @return time in seconds
    function MAX_HOLD() external view returns (uint40);
}
