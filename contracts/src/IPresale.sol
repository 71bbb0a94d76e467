// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {ICustody} from "./ICustody.sol";

/// @title Fixed-price token sale with a soft cap, a hard cap, vesting, and refunds if the soft cap isn't reached
/// @notice The full inventory is deposited before the sale starts. The terms never change. Contributions can be paused;
/// claims and refunds can't.
interface IPresale is ICustody {
    /// @notice Durations are in seconds. Caps and price are in base units of the payment token.
    /// @param saleToken token that is sold
    /// @param paymentToken token that buyers pay with, or `address(0)` for the native currency
    /// @param price price of one whole sale token (10^decimals base units)
    /// @param softCap minimum amount to raise for the sale to succeed; must be low enough that, until the soft cap is
    /// reached, the amount left below the hard cap always buys at least one base unit
    /// @param hardCap maximum amount to raise
    /// @param walletCap maximum contribution per address
    /// @param cliff seconds from the end of the sale until the first claim is possible
    /// @param vesting seconds from the end of the sale until everything has vested, linearly
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

    /// @notice The sale is open from `start` (inclusive) to `end` (exclusive), and offers `inventory` of `token`.
    event Scheduled(address indexed token, uint256 inventory, uint64 start, uint64 end);

    /// @notice `owner` paid `amount` of `token` for `tokens` base units of the sale token, which `owner` can claim if
    /// the sale succeeds.
    event Contributed(address indexed owner, address indexed token, uint256 amount, uint256 tokens);

    /// @notice `owner` claimed `amount` of `token`, the sale token, which was sent to `to`.
    event TokensClaimed(address indexed owner, address indexed token, address indexed to, uint256 amount);

    /// @notice The whole contribution of `owner`, `amount` of `token`, was sent to `to`.
    event Refunded(address indexed owner, address indexed token, address indexed to, uint256 amount);

    /// @notice `to`, the recovery address of `owner`, took over the contribution `amount` of `owner`, for which `claimed`
    /// tokens were claimed before.
    event ContributionRecovered(address indexed owner, address indexed to, uint256 amount, uint256 claimed);

    /// @notice The proceeds were sent to `to`.
    event ProceedsCollected(address indexed token, address indexed to, uint256 amount);

    /// @notice The sale tokens that aren't owed to any buyer were sent to `to`.
    event UnsoldCollected(address indexed token, address indexed to, uint256 amount);

    /// @notice The price must not be zero.
    error InvalidPrice(uint256 price);
    /// @notice The caps must satisfy 0 < softCap <= hardCap and walletCap > 0.
    error InvalidCaps(uint256 softCap, uint256 hardCap, uint256 walletCap);
    /// @notice Contributions could stop just short of the soft cap, because the amount left below the hard cap could be
    /// less than `unitPrice`, the price of one base unit of the sale token. The caps must satisfy hardCap - softCap + 1
    /// >= unitPrice.
    error SoftCapOutOfReach(uint256 softCap, uint256 hardCap, uint256 unitPrice);
    /// @notice The wallet cap doesn't cover one base unit of the sale token, which costs `unitPrice`.
    error WalletCapBelowUnitPrice(uint256 walletCap, uint256 unitPrice);
    /// @notice The vesting must satisfy cliff <= vesting <= `MAX_VESTING`.
    error InvalidVesting(uint256 cliff, uint256 vesting);
    /// @notice The sale window must satisfy start < end and now < end <= now + `MAX_WINDOW`.
    error InvalidWindow(uint256 start, uint256 end);
    /// @notice The contract received fewer sale tokens than the hard cap requires.
    error InventoryShort(uint256 arrived, uint256 needed);
    /// @notice The call isn't allowed at this stage of the sale.
    error WrongStage(Stage stage);
    /// @notice The sale accepts only its ERC-20 payment token, not the native currency.
    error NativeNotAccepted();
    /// @notice The payment exceeds the hard cap. This address can still pay `left`.
    error AboveHardCap(uint256 amount, uint256 left);
    /// @notice The payment exceeds the wallet cap. This address can still pay `left`.
    error AboveWalletCap(uint256 amount, uint256 left);

    /// @notice Sets the sale window and transfers the inventory from the caller. Owner only, and only once. A start in
    /// the past opens the sale immediately.
    /// @dev Reverts with `WrongStage`, `InvalidWindow`, `InventoryShort`, `NotAToken`, or the token's own error.
    /// @param start block time at which the sale opens, in seconds
    /// @param end block time at which the sale ends, in seconds
    function schedule(uint64 start, uint64 end) external;

    /// @notice Buys sale tokens for `amount` of the approved payment token, minus any transfer fee.
    /// @dev A payment above a cap reverts entirely, so nobody buys less than they signed for. The error, `AboveHardCap`
    /// or `AboveWalletCap`, reports the tighter cap and the amount left below it. Also reverts with `WrongStage`,
    /// `EnforcedPause`, `ZeroAmount` if the payment doesn't buy one base unit, `NotAToken`, or the token's own error.
    /// @param amount payment in base units of the payment token
    function contribute(uint256 amount) external;

    /// @notice Same as `contribute`, with an EIP-2612 permit for exactly `amount` instead of a prior approval.
    /// @param amount payment in base units of the payment token
    /// @param deadline latest block time at which the permit is valid, in seconds
    /// @param v recovery byte of the permit's signature
    /// @param r first half of the permit's signature
    /// @param s second half of the permit's signature
    function contributeWithPermit(uint256 amount, uint256 deadline, uint8 v, bytes32 r, bytes32 s) external;

    /// @notice Same as `contribute`, but pays with the native currency sent with the call.
    /// @dev Reverts with `NativeNotAccepted` if the sale is paid in a token.
    function contributeNative() external payable;

    /// @notice Sends all vested tokens that the caller hasn't claimed yet to `to`. Never paused.
    /// @dev Reverts with `ZeroAmount`, `InvalidRecipient`, `UnexpectedDebit`, or the token's own error.
    /// @param to recipient, neither the zero address nor this contract
    function claim(address to) external;

    /// @notice Sends the caller's whole contribution to `to` if the sale failed. Never paused.
    /// @dev Reverts with `WrongStage`, `ZeroAmount`, `InvalidRecipient`, `UnexpectedDebit`, or the token's own error.
    /// @param to recipient, neither the zero address nor this contract
    function refund(address to) external;

    /// @notice Moves the contribution of `owner`, with the tokens that it bought and the claims made before, to the caller,
    /// who is the owner's recovery address and can then claim or get a refund like any buyer. Never paused. The
    /// wallet cap doesn't apply. The owner can contribute again.
    /// @dev Reverts with `NotRecoveryAddress`, `NoRecoveryRequest`, `RecoveryNotReady`, or `ZeroAmount`.
    /// @param owner account whose contribution to recover
    function recover(address owner) external;

    /// @notice Sends the proceeds to `to`. Owner only, and only once, after the end of a sale that reached its soft
    /// cap.
    /// @param to recipient, neither the zero address nor this contract
    function collectProceeds(address to) external;

    /// @notice Sends the sale tokens that aren't owed to any buyer to `to`. Owner only, and only once, after the sale
    /// has ended.
    /// @param to recipient, neither the zero address nor this contract
    function collectUnsold(address to) external;

    /// @notice The terms of the sale.
    /// @return token addresses, price, caps, and vesting
    function terms() external view returns (Terms memory);

    /// @notice Current stage of the sale.
    /// @return stage at the current block time
    function stage() external view returns (Stage);

    /// @notice Block time at which the sale opens, or 0 if it hasn't been scheduled.
    /// @return time in seconds
    function start() external view returns (uint64);

    /// @notice Block time at which the sale ends and vesting starts, or 0 if the sale hasn't been scheduled.
    /// @return time in seconds
    function end() external view returns (uint64);

    /// @notice Total amount contributed. Refunds don't reduce it.
    /// @return amount in base units of the payment token
    function raised() external view returns (uint256);

    /// @notice Sale tokens owed to buyers if the sale succeeds, including tokens already claimed.
    /// @return amount in base units of the sale token
    function sold() external view returns (uint256);

    /// @notice Amount of sale tokens to be sold if the hard cap is reached.
    /// @return amount in base units of the sale token
    function inventory() external view returns (uint256);

    /// @notice Contribution of `owner` that hasn't been refunded.
    /// @param owner buyer
    /// @return amount in base units of the payment token
    function contributionOf(address owner) external view returns (uint256);

    /// @notice Sale tokens that `owner` bought.
    /// @param owner buyer
    /// @return amount in base units of the sale token
    function purchasedBy(address owner) external view returns (uint256);

    /// @notice Sale tokens that `owner` claimed.
    /// @param owner buyer
    /// @return amount in base units of the sale token
    function claimedBy(address owner) external view returns (uint256);

    /// @notice Sale tokens bought by `owner` that have vested by `timestamp`, claimed or not, or 0 if the sale hasn't
    /// succeeded.
    /// @param owner buyer
    /// @param timestamp block time in seconds, past or future
    /// @return amount in base units of the sale token
    function vestedAt(address owner, uint256 timestamp) external view returns (uint256);

    /// @notice Sale tokens that `owner` can claim now.
    /// @param owner buyer
    /// @return amount in base units of the sale token
    function claimable(address owner) external view returns (uint256);

    /// @notice Maximum time from scheduling a sale to its end. Constant.
    /// @return time in seconds
    function MAX_WINDOW() external view returns (uint256);

    /// @notice Maximum vesting duration. Constant.
    /// @return time in seconds
    function MAX_VESTING() external view returns (uint256);
}
