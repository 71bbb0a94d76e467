// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {ICustody} from "./ICustody.sol";

/// @title Sale of a token at a fixed price, with a soft and a hard cap, vesting, and refunds where the soft cap fails
/// @notice The whole of what can be sold is put in before the sale starts. The terms never change. Contributing can be
/// paused; claims and refunds cannot.
interface IPresale is ICustody {
    /// @notice Times are block times in seconds. Caps and price are in base units of the payment.
    /// @param saleToken what is sold
    /// @param paymentToken what is paid, `address(0)` for the native coin
    /// @param price of one whole sale token, that is of 10^decimals base units
    /// @param softCap least that has to be raised for the sale to succeed; it can be reached whoever paid what before
    /// @param hardCap most that can be raised
    /// @param walletCap most that one address can contribute
    /// @param cliff seconds from the end of the sale until the first tokens can be claimed
    /// @param vesting seconds from the end of the sale until all can be; linear, counted from the end of the sale
    struct Terms {
        address saleToken;
        address paymentToken;
        uint256 price;
        uint256 softCap;
        uint256 hardCap;
        uint256 walletCap;
        uint64 cliff;
        uint64 vesting;
    }

    enum Stage {
        Unscheduled,
        Upcoming,
        Open,
        Succeeded,
        Failed
    }

    /// @notice The sale is open from `start` until just before `end`, and all `inventory` of `token` is in.
    event Scheduled(address indexed token, uint256 inventory, uint64 start, uint64 end);

    /// @notice `owner` paid `amount` of `token` and is due `tokens` of the sale token if the sale succeeds.
    event Contributed(address indexed owner, address indexed token, uint256 amount, uint256 tokens);

    /// @notice `owner` was sent `amount` of the sale `token`.
    event TokensClaimed(address indexed owner, address indexed token, uint256 amount);

    /// @notice All that `owner` had paid, `amount` of `token`, went to `to`.
    event Refunded(address indexed owner, address indexed token, address indexed to, uint256 amount);

    /// @notice What was raised went to `to`.
    event ProceedsCollected(address indexed token, address indexed to, uint256 amount);

    /// @notice What nobody is due went to `to`.
    event UnsoldCollected(address indexed token, address indexed to, uint256 amount);

    /// @notice A price has to be more than nothing.
    error InvalidPrice(uint256 price);
    /// @notice Wanted: 0 < softCap <= hardCap, walletCap > 0.
    error InvalidCaps(uint256 softCap, uint256 hardCap, uint256 walletCap);
    /// @notice A sale below its soft cap could have less left to its hard cap than `unitPrice`, which buys one base unit of
    /// the sale token: nobody new could save it. Wanted: hardCap - softCap + 1 >= unitPrice.
    error SoftCapOutOfReach(uint256 softCap, uint256 hardCap, uint256 unitPrice);
    /// @notice One address could buy nothing: one base unit of the sale token costs `unitPrice`.
    error WalletCapBelowUnitPrice(uint256 walletCap, uint256 unitPrice);
    /// @notice Wanted: cliff <= vesting <= `MAX_VESTING`.
    error InvalidVesting(uint256 cliff, uint256 vesting);
    /// @notice Wanted: start < end, now < end <= now + `MAX_WINDOW`.
    error InvalidWindow(uint256 start, uint256 end);
    /// @notice Less of the sale token arrived than the hard cap can sell.
    error InventoryShort(uint256 arrived, uint256 needed);
    /// @notice Not at this stage of the sale.
    error WrongStage(Stage stage);
    /// @notice The sale is paid in a token.
    error NativeNotAccepted();
    /// @notice Only `left` can still be raised from anybody; this address may pay all of it.
    error AboveHardCap(uint256 amount, uint256 left);
    /// @notice Only `left` can still be contributed by this address; the hard cap has room for it.
    error AboveWalletCap(uint256 amount, uint256 left);

    /// @notice Fixes when the sale runs and takes all that it can sell from the caller. Only the owner, once.
    /// A start that has passed opens the sale at once.
    function schedule(uint64 start, uint64 end) external;

    /// @notice Buys for `amount` of the approved payment token, or what arrives of it.
    /// @dev A payment beyond a cap is refused as a whole, never taken in part: nobody buys less than they signed for. The
    /// lower of the two caps answers, with what is left: `AboveHardCap` or `AboveWalletCap`. Reverts besides with
    /// `WrongStage`, `EnforcedPause`, `ZeroAmount` where not one base unit is bought, `NotAToken`, or the token's own error.
    function contribute(uint256 amount) external;

    /// @notice As `contribute`, with an EIP-2612 permit of exactly `amount` in place of an earlier approval.
    /// @param deadline the permit's last valid block time, in seconds
    function contributeWithPermit(uint256 amount, uint256 deadline, uint8 v, bytes32 r, bytes32 s) external;

    /// @notice Buys for the native coin sent along, all of it or nothing, as `contribute`.
    /// @dev Reverts with `NativeNotAccepted` where a token is paid.
    function contributeNative() external payable;

    /// @notice Sends the caller what has vested and was not claimed before. Never paused.
    function claim() external;

    /// @notice Sends all that the caller paid to `to`, where the sale failed. Never paused.
    function refund(address to) external;

    /// @notice Sends what was raised to `to`. Only the owner, once, after the end, where the soft cap was reached.
    function collectProceeds(address to) external;

    /// @notice Sends the sale tokens that no buyer is due to `to`. Only the owner, once, after the end.
    function collectUnsold(address to) external;

    /// @notice The terms of the sale.
    function terms() external view returns (Terms memory);

    /// @notice Where the sale is now.
    function stage() external view returns (Stage);

    /// @notice When the sale opens; 0 until scheduled.
    function start() external view returns (uint64);

    /// @notice When the sale is over and vesting starts to count; 0 until scheduled.
    function end() external view returns (uint64);

    /// @notice What buyers paid in. Refunds do not lower it.
    function raised() external view returns (uint256);

    /// @notice Sale tokens that buyers are due if the sale succeeds, claimed ones included.
    function sold() external view returns (uint256);

    /// @notice Sale tokens that the hard cap can sell at most.
    function inventory() external view returns (uint256);

    /// @notice What `owner` paid and was not refunded.
    function contributionOf(address owner) external view returns (uint256);

    /// @notice Sale tokens that `owner` bought.
    function purchasedBy(address owner) external view returns (uint256);

    /// @notice Sale tokens that `owner` claimed.
    function claimedBy(address owner) external view returns (uint256);

    /// @notice Sale tokens of `owner` that have vested at `timestamp`, claimed ones included; 0 unless the sale succeeded.
    function vestedAt(address owner, uint256 timestamp) external view returns (uint256);

    /// @notice Sale tokens that `owner` can claim now.
    function claimable(address owner) external view returns (uint256);

    /// @notice The longest a sale can run or be announced ahead, in seconds.
    function MAX_WINDOW() external view returns (uint256);

    /// @notice The longest that vesting can take, in seconds.
    function MAX_VESTING() external view returns (uint256);
}
