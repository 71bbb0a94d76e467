// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {ICustody} from "./ICustody.sol";

/// @title Fixed-price token sale with a soft cap, a hard
/// cap, vesting, and refunds if the soft cap isn't reached
/// @notice The full inventory is deposited before the sale starts. The terms
/// never change. Contributions can be paused; claims and refunds can't.
interface IPresale is ICustody {
    /// @notice Times are in seconds. Caps and price are in base units of the payment token.
    /// @param saleToken token that is sold
    /// @param paymentToken token that buyers pay with, `address(0)` for the native currency
    /// @param price of one whole sale token, that is of 10^decimals base units
    /// @param softCap minimum amount to raise for the sale to
    /// succeed; always reachable, whatever was paid before
    /// @param hardCap maximum amount to raise
    /// @param walletCap maximum contribution per address
    /// @param cliff seconds from the end of the sale until the first claim is possible
    /// @param vesting seconds from the end of the sale until
    /// everything has vested; linear, counted from the end of the sale
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

    /// @notice The sale is open from `start` (inclusive) to
    /// `end` (exclusive), and holds its `inventory` of `token`.
    event Scheduled(address indexed token, uint256 inventory, uint64 start, uint64 end);

    /// @notice `owner` paid `amount` of `token` for `tokens` of the sale token, due if the sale succeeds.
    event Contributed(address indexed owner, address indexed token, uint256 amount, uint256 tokens);

    /// @notice `owner` received `amount` of the sale `token`.
    event TokensClaimed(address indexed owner, address indexed token, uint256 amount);

    /// @notice The whole contribution of `owner`, `amount` of `token`, was sent to `to`.
    event Refunded(address indexed owner, address indexed token, address indexed to, uint256 amount);

    /// @notice The proceeds were sent to `to`.
    event ProceedsCollected(address indexed token, address indexed to, uint256 amount);

    /// @notice The sale tokens that no buyer is due were sent to `to`.
    event UnsoldCollected(address indexed token, address indexed to, uint256 amount);

    /// @notice The price must not be zero.
    error InvalidPrice(uint256 price);
    /// @notice The caps must satisfy 0 < softCap <= hardCap and walletCap > 0.
    error InvalidCaps(uint256 softCap, uint256 hardCap, uint256 walletCap);
    /// @notice The soft cap could become unreachable: less than `unitPrice`, the cost of one base unit of the
    /// sale token, could remain below the hard cap. The caps must satisfy hardCap - softCap + 1 >= unitPrice.
    error SoftCapOutOfReach(uint256 softCap, uint256 hardCap, uint256 unitPrice);
    /// @notice The wallet cap doesn't cover one base unit of the sale token, which costs `unitPrice`.
    error WalletCapBelowUnitPrice(uint256 walletCap, uint256 unitPrice);
    /// @notice The vesting must satisfy cliff <= vesting <= `MAX_VESTING`.
    error InvalidVesting(uint256 cliff, uint256 vesting);
    /// @notice The window must satisfy start < end and now < end <= now + `MAX_WINDOW`.
    error InvalidWindow(uint256 start, uint256 end);
    /// @notice Less of the sale token arrived than the hard cap requires.
    error InventoryShort(uint256 arrived, uint256 needed);
    /// @notice The call isn't allowed at this stage of the sale.
    error WrongStage(Stage stage);
    /// @notice The sale only accepts its payment token.
    error NativeNotAccepted();
    /// @notice The hard cap leaves room for `left`; this address may pay all of it.
    error AboveHardCap(uint256 amount, uint256 left);
    /// @notice The wallet cap leaves room for `left`; the hard cap has room for it.
    error AboveWalletCap(uint256 amount, uint256 left);

    /// @notice Sets the sale window and transfers the inventory from the caller.
    /// Only the owner, once. A start in the past opens the sale immediately.
    function schedule(uint64 start, uint64 end) external;

    /// @notice Buys sale tokens for `amount` of the approved payment token, or what arrives of it.
    /// @dev A payment beyond a cap reverts as a whole, so nobody buys less than they signed
    /// for. The error is that of the lower cap, with the amount left: `AboveHardCap` or
    /// `AboveWalletCap`. Also reverts with `WrongStage`, `EnforcedPause`, `ZeroAmount` if
    /// the payment doesn't buy one base unit, `NotAToken`, or the token's own error.
    function contribute(uint256 amount) external;

    /// @notice Same as `contribute`, with an EIP-2612 permit
    /// for exactly `amount` instead of a prior approval.
    /// @param deadline the permit's last valid block time, in seconds
    function contributeWithPermit(uint256 amount, uint256 deadline, uint8 v, bytes32 r, bytes32 s) external;

    /// @notice Same as `contribute`, with the native currency sent along: all of it or nothing.
    /// @dev Reverts with `NativeNotAccepted` if the sale is paid in a token.
    function contributeNative() external payable;

    /// @notice Sends the caller all vested tokens that aren't claimed yet. Never paused.
    function claim() external;

    /// @notice Sends the caller's whole contribution to `to` if the sale failed. Never paused.
    function refund(address to) external;

    /// @notice Sends the proceeds to `to`. Only the owner, once, after the end, if the soft cap was reached.
    function collectProceeds(address to) external;

    /// @notice Sends the sale tokens that no buyer is due to `to`. Only the owner, once, after the end.
    function collectUnsold(address to) external;

    /// @notice The terms of the sale.
    function terms() external view returns (Terms memory);

    /// @notice Current stage of the sale.
    function stage() external view returns (Stage);

    /// @notice Block time at which the sale opens; 0 until scheduled.
    function start() external view returns (uint64);

    /// @notice Block time at which the sale ends and vesting starts; 0 until scheduled.
    function end() external view returns (uint64);

    /// @notice Total amount contributed. Refunds don't reduce it.
    function raised() external view returns (uint256);

    /// @notice Sale tokens that buyers are due if the sale succeeds, including claimed ones.
    function sold() external view returns (uint256);

    /// @notice Sale tokens that are sold if the hard cap is reached.
    function inventory() external view returns (uint256);

    /// @notice Contribution of `owner` that hasn't been refunded.
    function contributionOf(address owner) external view returns (uint256);

    /// @notice Sale tokens that `owner` bought.
    function purchasedBy(address owner) external view returns (uint256);

    /// @notice Sale tokens that `owner` claimed.
    function claimedBy(address owner) external view returns (uint256);

    /// @notice Sale tokens of `owner` that have vested at `timestamp`,
    /// including claimed ones; 0 unless the sale succeeded.
    function vestedAt(address owner, uint256 timestamp) external view returns (uint256);

    /// @notice Sale tokens that `owner` can claim now.
    function claimable(address owner) external view returns (uint256);

    /// @notice Latest possible end of a sale, in seconds from its scheduling.
    function MAX_WINDOW() external view returns (uint256);

    /// @notice Maximum vesting duration in seconds.
    function MAX_VESTING() external view returns (uint256);
}
