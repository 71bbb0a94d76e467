// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {IERC20Metadata} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Metadata.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {Arithmetic} from "./Arithmetic.sol";
import {Custody} from "./Custody.sol";
import {IPresale} from "./IPresale.sol";

/// @title Presale
/// @notice The owner schedules the sale and collects the proceeds and unsold tokens after it, but can't take what is
/// owed to buyers: their tokens if the sale succeeded, or their payments if it failed.
contract Presale is IPresale, Custody {
    /// @inheritdoc IPresale
    uint256 public constant MAX_WINDOW = 365 days;
    /// @inheritdoc IPresale
    uint256 public constant MAX_VESTING = 4 * 365 days;

    /// @inheritdoc IPresale
    uint256 public immutable inventory;
    uint256 private immutable _saleUnit;
    Terms private _terms;

    /// @inheritdoc IPresale
    uint64 public start;
    /// @inheritdoc IPresale
    uint64 public end;
    bool private _proceedsCollected;
    bool private _unsoldCollected;
    /// @inheritdoc IPresale
    uint256 public raised;
    /// @inheritdoc IPresale
    uint256 public sold;
    /// @inheritdoc IPresale
    mapping(address owner => uint256) public contributionOf;
    /// @inheritdoc IPresale
    mapping(address owner => uint256) public claimedBy;
    // Tokens that an owner's contribution would buy in one payment, beyond those bought in several owners' payments.
    mapping(address owner => uint256) private _roundedOff;

    modifier atStage(Stage needed) {
        Stage actual = stage();
        if (actual != needed) revert WrongStage(actual);
        _;
    }

    /// @param terms_ terms of the sale, which never change
    /// @param initialOwner first owner, who schedules the sale, pauses contributions and collects the proceeds
    constructor(Terms memory terms_, address initialOwner) Custody(initialOwner) {
        if (terms_.price == 0) revert InvalidPrice(terms_.price);
        if (terms_.softCap == 0 || terms_.softCap > terms_.hardCap || terms_.walletCap == 0) {
            revert InvalidCaps(terms_.softCap, terms_.hardCap, terms_.walletCap);
        }
        if (terms_.cliff > terms_.vesting || terms_.vesting > MAX_VESTING) {
            revert InvalidVesting(terms_.cliff, terms_.vesting);
        }
        _terms = terms_;
        _saleUnit = 10 ** IERC20Metadata(terms_.saleToken).decimals();
        inventory = Math.mulDiv(terms_.hardCap, _saleUnit, terms_.price);

        uint256 unitPrice = Math.ceilDiv(terms_.price, _saleUnit);
        if (terms_.walletCap < unitPrice) revert WalletCapBelowUnitPrice(terms_.walletCap, unitPrice);
        // When contributions are one base unit short of the soft cap, a new buyer must still be able to pay for one
        // base unit of the sale token. Otherwise, the sale could get stuck below the soft cap.
        if (terms_.hardCap - (terms_.softCap - 1) < unitPrice) {
            revert SoftCapOutOfReach(terms_.softCap, terms_.hardCap, unitPrice);
        }
    }

    /// @inheritdoc IPresale
    function schedule(uint64 start_, uint64 end_) external onlyOwner nonReentrant atStage(Stage.Unscheduled) {
        if (start_ >= end_ || end_ <= block.timestamp || end_ > block.timestamp + MAX_WINDOW) {
            revert InvalidWindow(start_, end_);
        }
        (start, end) = (start_, end_);
        uint256 arrived = _pull(_terms.saleToken, inventory);
        if (arrived < inventory) revert InventoryShort(arrived, inventory);
        emit Scheduled(_terms.saleToken, inventory, start_, end_);
    }

    /// @inheritdoc IPresale
    function contribute(uint256 amount) external whenNotPaused nonReentrant atStage(Stage.Open) {
        _contribute(_pull(_terms.paymentToken, amount));
    }

    /// @inheritdoc IPresale
    function contributeWithPermit(uint256 amount, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external
        whenNotPaused
        nonReentrant
        atStage(Stage.Open)
    {
        _permit(_terms.paymentToken, amount, deadline, v, r, s);
        _contribute(_pull(_terms.paymentToken, amount));
    }

    /// @inheritdoc IPresale
    function contributeNative() external payable whenNotPaused nonReentrant atStage(Stage.Open) {
        if (_terms.paymentToken != NATIVE) revert NativeNotAccepted();
        _contribute(msg.value);
    }

    /// @inheritdoc IPresale
    function claim(address to) external nonReentrant {
        uint256 amount = claimable(msg.sender);
        if (amount == 0) revert ZeroAmount();
        claimedBy[msg.sender] += amount;
        emit TokensClaimed(msg.sender, _terms.saleToken, to, amount);
        _send(_terms.saleToken, to, amount);
    }

    /// @inheritdoc IPresale
    function refund(address to) external nonReentrant atStage(Stage.Failed) {
        uint256 amount = contributionOf[msg.sender];
        if (amount == 0) revert ZeroAmount();
        contributionOf[msg.sender] = 0;
        emit Refunded(msg.sender, _terms.paymentToken, to, amount);
        _send(_terms.paymentToken, to, amount);
    }

    /// @inheritdoc IPresale
    function recover(address owner) external nonReentrant {
        _requireRecovery(owner);
        (uint256 amount, uint256 claimed) = (contributionOf[owner], claimedBy[owner]);
        if (amount == 0) revert ZeroAmount();
        uint256 purchased = purchasedBy(owner) + purchasedBy(msg.sender);
        uint256 total = contributionOf[msg.sender] + amount;
        delete contributionOf[owner];
        delete claimedBy[owner];
        delete _roundedOff[owner];
        contributionOf[msg.sender] = total;
        claimedBy[msg.sender] += claimed;
        // Two rounded amounts can be one base unit short of their rounded sum, which the sale may not have.
        _roundedOff[msg.sender] = _tokensFor(total) - purchased;
        emit ContributionRecovered(owner, msg.sender, amount, claimed);
    }

    /// @inheritdoc IPresale
    function collectProceeds(address to) external onlyOwner nonReentrant atStage(Stage.Succeeded) {
        if (_proceedsCollected) revert ZeroAmount();
        _proceedsCollected = true;
        emit ProceedsCollected(_terms.paymentToken, to, raised);
        _send(_terms.paymentToken, to, raised);
    }

    /// @inheritdoc IPresale
    function collectUnsold(address to) external onlyOwner nonReentrant {
        Stage now_ = stage();
        if (now_ != Stage.Succeeded && now_ != Stage.Failed) revert WrongStage(now_);
        uint256 amount = now_ == Stage.Succeeded ? inventory - sold : inventory;
        if (_unsoldCollected || amount == 0) revert ZeroAmount();
        _unsoldCollected = true;
        emit UnsoldCollected(_terms.saleToken, to, amount);
        _send(_terms.saleToken, to, amount);
    }

    /// @inheritdoc IPresale
    function terms() external view returns (Terms memory) {
        return _terms;
    }

    /// @inheritdoc IPresale
    function stage() public view returns (Stage) {
        if (end == 0) return Stage.Unscheduled;
        if (block.timestamp < start) return Stage.Upcoming;
        if (block.timestamp < end) return Stage.Open;
        return raised < _terms.softCap ? Stage.Failed : Stage.Succeeded;
    }

    /// @inheritdoc IPresale
    function purchasedBy(address owner) public view returns (uint256) {
        // A refund leaves `_roundedOff` as it is.
        return Math.saturatingSub(_tokensFor(contributionOf[owner]), _roundedOff[owner]);
    }

    /// @inheritdoc IPresale
    function vestedAt(address owner, uint256 timestamp) public view returns (uint256) {
        if (stage() != Stage.Succeeded || timestamp < end) return 0;
        return Arithmetic.vested(purchasedBy(owner), timestamp - end, _terms.cliff, _terms.vesting);
    }

    /// @inheritdoc IPresale
    function claimable(address owner) public view returns (uint256) {
        return vestedAt(owner, block.timestamp) - claimedBy[owner];
    }

    function _contribute(uint256 amount) private {
        uint256 before = contributionOf[msg.sender];
        (uint256 left, uint256 ownLeft) = (_terms.hardCap - raised, Math.saturatingSub(_terms.walletCap, before));
        // Report the tighter of the two caps, so that a payment of the reported amount fits within both caps.
        if (amount > left && left < ownLeft) revert AboveHardCap(amount, left);
        if (amount > ownLeft) revert AboveWalletCap(amount, ownLeft);
        // Computed from the buyer's total, so that several small payments buy as many tokens as one payment of the same
        // total.
        uint256 tokens = _tokensFor(before + amount) - _tokensFor(before);
        if (tokens == 0) revert ZeroAmount();
        contributionOf[msg.sender] = before + amount;
        raised += amount;
        sold += tokens;
        emit Contributed(msg.sender, _terms.paymentToken, amount, tokens);
    }

    function _tokensFor(uint256 payment) private view returns (uint256) {
        return Math.mulDiv(payment, _saleUnit, _terms.price);
    }
}
