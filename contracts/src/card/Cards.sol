// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {CardLimits} from "./CardLimits.sol";
import {ICards} from "./ICards.sol";

/// @title Cards
/// @dev Base contract with what owners do with their cards, by call or by signature.
abstract contract Cards is CardLimits {
    bytes32 private constant OPEN_TYPEHASH = keccak256(
        "OpenCard(address owner,address token,uint96 perDay,uint96 perMonth,uint96 offlinePerMonth,uint16 overCaptureBps,uint256 nonce,uint256 deadline)"
    );
    bytes32 private constant LIMITS_TYPEHASH = keccak256(
        "SetLimits(uint32 card,uint96 perDay,uint96 perMonth,uint96 offlinePerMonth,uint16 overCaptureBps,uint256 nonce,uint256 deadline)"
    );
    bytes32 private constant FREEZE_TYPEHASH = keccak256("FreezeCard(uint32 card,uint256 nonce,uint256 deadline)");
    bytes32 private constant UNFREEZE_TYPEHASH =
        keccak256("UnfreezeCard(uint32 card,uint256 nonce,uint256 deadline)");
    bytes32 private constant CLOSE_TYPEHASH = keccak256("CloseCard(uint32 card,uint256 nonce,uint256 deadline)");

    uint32 private _cardCount;

    /// @inheritdoc ICards
    function openCard(address token, Limits calldata limits) external returns (uint32 card) {
        return _open(msg.sender, token, limits);
    }

    /// @inheritdoc ICards
    function openCardBySignature(
        address owner,
        address token,
        Limits calldata limits,
        Authorization calldata authorization
    ) external returns (uint32 card) {
        (uint256 nonce, uint256 deadline) = (authorization.nonce, authorization.deadline);
        bytes32 message = keccak256(abi.encode(OPEN_TYPEHASH, owner, token, limits, nonce, deadline));
        _useSignature(owner, owner, message, nonce, deadline, authorization.signature);
        return _open(owner, token, limits);
    }

    /// @inheritdoc ICards
    function setLimits(uint32 card, Limits calldata limits) external {
        if (_ownerOf(card) != msg.sender) revert NotCardOwner(msg.sender);
        _setLimits(card, limits);
    }

    /// @inheritdoc ICards
    function setLimitsBySignature(uint32 card, Limits calldata limits, Authorization calldata authorization)
        external
    {
        _useCardSignature(card, abi.encode(LIMITS_TYPEHASH, card, limits), authorization);
        _setLimits(card, limits);
    }

    /// @inheritdoc ICards
    function setStatus(uint32 card, CardStatus status) external {
        // Also so that the operator can't freeze cards before they are opened.
        address owner = _ownerOf(card);
        bool isAllowed = msg.sender == owner || (status == CardStatus.Frozen && msg.sender == operator());
        if (!isAllowed) revert NotCardOwner(msg.sender);
        _setStatus(card, status);
    }

    /// @inheritdoc ICards
    function setStatusBySignature(uint32 card, CardStatus status, Authorization calldata authorization) external {
        bytes32 typehash = status == CardStatus.Frozen
            ? FREEZE_TYPEHASH
            : status == CardStatus.Active ? UNFREEZE_TYPEHASH : CLOSE_TYPEHASH;
        _useCardSignature(card, abi.encode(typehash, card), authorization);
        _setStatus(card, status);
    }

    function _open(address owner, address token, Limits calldata limits) private whenNotPaused returns (uint32 card) {
        card = ++_cardCount;
        CardState storage state = _cards[card];
        (state.account, state.status) = (_openAccount(owner, token), CardStatus.Active);
        state.activeSince = uint40(block.timestamp);
        emit CardOpened(card, owner, token);
        _writeLimits(card, limits);
    }

    function _setLimits(uint32 card, Limits calldata limits) private {
        if (_cards[card].status == CardStatus.Closed) revert WrongStatus(CardStatus.Closed);
        _writeLimits(card, limits);
    }

    function _setStatus(uint32 card, CardStatus status) private {
        CardState storage state = _cards[card];
        CardStatus current = state.status;
        if (status == CardStatus.None || status == current || current == CardStatus.Closed) {
            revert WrongStatus(current);
        }
        if (status == CardStatus.Active) {
            (state.inactiveFrom, state.activeSince) = (state.frozenAt, uint40(block.timestamp));
            state.frozenAt = 0;
        }
        // A card that is closed while it is frozen stays frozen since then, so that this allows no new approvals.
        else if (current == CardStatus.Active) state.frozenAt = uint40(block.timestamp);
        state.status = status;
        emit StatusSet(card, status);
    }

    function _ownerOf(uint32 card) private view returns (address owner) {
        owner = _accounts[_cards[card].account].owner;
        if (owner == address(0)) revert UnknownCard();
    }

    /// @dev `fields` is the encoded message without its nonce and deadline, which come last.
    function _useCardSignature(uint32 card, bytes memory fields, Authorization calldata authorization) private {
        (uint256 nonce, uint256 deadline) = (authorization.nonce, authorization.deadline);
        bytes32 message = keccak256(abi.encodePacked(fields, nonce, deadline));
        address owner = _ownerOf(card);
        _useSignature(owner, owner, message, nonce, deadline, authorization.signature);
    }
}
