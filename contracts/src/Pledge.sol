// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";
import {Arithmetic} from "./Arithmetic.sol";
import {Custody} from "./Custody.sol";
import {IPledge} from "./IPledge.sol";

/// @title Pledge
/// @notice The owner adds terms and can withdraw the free reserve, but never a pledge or its interest.
contract Pledge is IPledge, Custody {
    /// @dev A position without the fields that its ID and its term determine, in three storage slots instead of eight.
    /// The amounts of a pledge are limited to 128 bits, which is checked when it is made.
    struct StoredPosition {
        address owner;
        uint64 maturesAt;
        Status status;
        uint128 amount;
        uint128 interest;
        uint128 penalty;
        uint64 termId;
        uint64 startedAt;
    }

    /// @inheritdoc IPledge
    uint256 public constant MAX_PENALTY_BPS = 500;
    /// @inheritdoc IPledge
    uint256 public constant MAX_DURATION = 365 days;

    /// @inheritdoc IPledge
    mapping(address token => uint256) public pledged;
    /// @inheritdoc IPledge
    mapping(address token => uint256) public committed;
    /// @inheritdoc IPledge
    mapping(address token => uint256) public freeReserve;

    Term[] private _allTerms;
    StoredPosition[] private _positions;
    mapping(address owner => uint256[]) private _idsOf;

    /// @param initialOwner first owner, who offers terms, pauses pledging and withdraws the free reserve
    constructor(address initialOwner) Custody(initialOwner) {}

    /// @inheritdoc IPledge
    function pledge(uint256 termId, uint256 amount) external whenNotPaused nonReentrant returns (uint256 id) {
        return _pledge(termId, _openTerm(termId), amount);
    }

    /// @inheritdoc IPledge
    function pledgeWithPermit(uint256 termId, uint256 amount, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external
        whenNotPaused
        nonReentrant
        returns (uint256 id)
    {
        Term memory term = _openTerm(termId);
        _permit(term.token, amount, deadline, v, r, s);
        return _pledge(termId, term, amount);
    }

    /// @inheritdoc IPledge
    function redeem(uint256 id, address to) external nonReentrant {
        StoredPosition storage own = _ownActive(id);
        (uint256 amount, uint256 interest, address token) = (own.amount, own.interest, _tokenOf(own));
        if (block.timestamp < own.maturesAt) revert NotMatured(id, own.maturesAt);
        own.status = Status.Redeemed;
        pledged[token] -= amount;
        committed[token] -= interest;
        emit Redeemed(msg.sender, token, id, to, amount, interest);
        _send(token, to, amount + interest);
    }

    /// @inheritdoc IPledge
    function exitEarly(uint256 id, address to) external nonReentrant {
        StoredPosition storage own = _ownActive(id);
        (uint256 amount, uint256 interest, uint256 penalty) = (own.amount, own.interest, own.penalty);
        address token = _tokenOf(own);
        if (block.timestamp >= own.maturesAt) revert AlreadyMatured(id, own.maturesAt);
        own.status = Status.ExitedEarly;
        pledged[token] -= amount;
        committed[token] -= interest;
        freeReserve[token] += interest + penalty;
        emit ExitedEarly(msg.sender, token, id, to, amount, penalty);
        _send(token, to, amount - penalty);
    }

    /// @inheritdoc IPledge
    function recover(address owner, uint256 count) external nonReentrant {
        _requireRecovery(owner);
        uint256[] storage ids = _idsOf[owner];
        uint256 moved = Math.min(count, ids.length);
        if (moved == 0) revert ZeroAmount();
        for (uint256 i = 0; i < moved; i++) {
            uint256 id = ids[ids.length - 1];
            ids.pop();
            _idsOf[msg.sender].push(id);
            _positions[id].owner = msg.sender;
            emit PledgeRecovered(owner, msg.sender, id);
        }
    }

    /// @inheritdoc IPledge
    function addTerm(address token, uint32 duration, uint32 rateBps, uint16 penaltyBps)
        external
        onlyOwner
        returns (uint256 termId)
    {
        if (duration == 0 || duration > MAX_DURATION) revert InvalidDuration(duration);
        if (penaltyBps == 0) revert PenaltyRequired();
        if (penaltyBps > MAX_PENALTY_BPS) revert PenaltyAboveCap(penaltyBps, MAX_PENALTY_BPS);
        Term memory term = Term(token, duration, rateBps, penaltyBps, true);
        termId = _allTerms.length;
        _allTerms.push(term);
        emit TermAdded(termId, term);
    }

    /// @inheritdoc IPledge
    function setTermOpen(uint256 termId, bool open) external onlyOwner {
        if (termId >= _allTerms.length) revert UnknownTerm(termId);
        _allTerms[termId].open = open;
        emit TermOpenSet(termId, open);
    }

    /// @inheritdoc IPledge
    function fundReserve(address token, uint256 amount) external nonReentrant {
        uint256 arrived = _pull(token, amount);
        freeReserve[token] += arrived;
        emit ReserveFunded(msg.sender, token, arrived);
    }

    /// @inheritdoc IPledge
    function withdrawReserve(address token, uint256 amount, address to) external onlyOwner nonReentrant {
        if (amount == 0) revert ZeroAmount();
        _takeFromReserve(token, amount);
        emit ReserveWithdrawn(token, to, amount);
        _send(token, to, amount);
    }

    /// @inheritdoc IPledge
    function terms() external view returns (Term[] memory) {
        return _allTerms;
    }

    /// @inheritdoc IPledge
    function position(uint256 id) external view returns (Position memory) {
        return _position(id);
    }

    /// @inheritdoc IPledge
    function positionCount(address owner) external view returns (uint256) {
        return _idsOf[owner].length;
    }

    /// @inheritdoc IPledge
    function positionsOf(address owner, uint256 offset, uint256 limit)
        external
        view
        returns (Position[] memory page)
    {
        uint256[] storage ids = _idsOf[owner];
        page = new Position[](Math.min(limit, Math.saturatingSub(ids.length, offset)));
        for (uint256 i = 0; i < page.length; i++) page[i] = _position(ids[offset + i]);
    }

    function _pledge(uint256 termId, Term memory term, uint256 amount) private returns (uint256 id) {
        uint256 arrived = _pull(term.token, amount);
        uint256 interest = Arithmetic.share(arrived, term.rateBps);
        uint256 penalty = Arithmetic.shareUp(arrived, term.penaltyBps);
        // The penalty is rounded up, so it could use up a pledge of a single base unit.
        if (penalty == arrived) revert ZeroAmount();
        _takeFromReserve(term.token, interest);
        committed[term.token] += interest;
        pledged[term.token] += arrived;

        id = _positions.length;
        uint64 startedAt = uint64(block.timestamp);
        uint64 maturesAt = startedAt + term.duration;
        _positions.push(
            StoredPosition({
                owner: msg.sender,
                maturesAt: maturesAt,
                status: Status.Active,
                amount: SafeCast.toUint128(arrived),
                interest: SafeCast.toUint128(interest),
                penalty: SafeCast.toUint128(penalty),
                termId: uint64(termId),
                startedAt: startedAt
            })
        );
        _idsOf[msg.sender].push(id);
        emit Pledged(msg.sender, term.token, id, termId, arrived, interest, penalty, maturesAt);
    }

    function _takeFromReserve(address token, uint256 amount) private {
        uint256 free = freeReserve[token];
        if (amount > free) revert InsufficientReserve(token, free, amount);
        freeReserve[token] = free - amount;
    }

    function _openTerm(uint256 termId) private view returns (Term memory term) {
        if (termId >= _allTerms.length) revert UnknownTerm(termId);
        term = _allTerms[termId];
        if (!term.open) revert TermClosed(termId);
    }

    function _ownActive(uint256 id) private view returns (StoredPosition storage own) {
        if (id >= _positions.length || _positions[id].owner != msg.sender) revert NotYourPosition(id, msg.sender);
        own = _positions[id];
        if (own.status != Status.Active) revert PositionClosed(id);
    }

    function _position(uint256 id) private view returns (Position memory) {
        StoredPosition storage stored = _positions[id];
        return Position({
            id: id,
            termId: stored.termId,
            owner: stored.owner,
            token: _tokenOf(stored),
            amount: stored.amount,
            interest: stored.interest,
            penalty: stored.penalty,
            startedAt: stored.startedAt,
            maturesAt: stored.maturesAt,
            status: stored.status
        });
    }

    /// @dev The token of a term never changes.
    function _tokenOf(StoredPosition storage stored) private view returns (address) {
        return _allTerms[stored.termId].token;
    }
}
