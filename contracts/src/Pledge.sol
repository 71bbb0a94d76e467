// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {Custody} from "./Custody.sol";
import {IPledge} from "./IPledge.sol";

/// @title Pledge
/// @notice The owner adds terms and can withdraw the free reserve, but never a pledge or its interest.
contract Pledge is IPledge, Custody {
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
    Position[] private _positions;
    mapping(address owner => uint256[]) private _idsOf;

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
    function redeem(uint256 id) external nonReentrant {
        Position storage own = _ownActive(id);
        if (block.timestamp < own.maturesAt) revert NotMatured(id, own.maturesAt);
        own.status = Status.Redeemed;
        pledged[own.token] -= own.amount;
        committed[own.token] -= own.interest;
        emit Redeemed(msg.sender, own.token, id, own.amount, own.interest);
        _send(own.token, msg.sender, own.amount + own.interest);
    }

    /// @inheritdoc IPledge
    function exitEarly(uint256 id) external nonReentrant {
        Position storage own = _ownActive(id);
        if (block.timestamp >= own.maturesAt) revert AlreadyMatured(id, own.maturesAt);
        own.status = Status.ExitedEarly;
        pledged[own.token] -= own.amount;
        committed[own.token] -= own.interest;
        freeReserve[own.token] += own.interest + own.penalty;
        emit ExitedEarly(msg.sender, own.token, id, own.amount, own.penalty);
        _send(own.token, msg.sender, own.amount - own.penalty);
    }

    /// @inheritdoc IPledge
    function addTerm(address token, uint32 duration, uint32 rateBps, uint16 penaltyBps)
        external
        onlyOwner
        returns (uint256 termId)
    {
        if (duration == 0 || duration > MAX_DURATION) revert InvalidDuration(duration);
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
        return _positions[id];
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
        for (uint256 i = 0; i < page.length; i++) page[i] = _positions[ids[offset + i]];
    }

    function _pledge(uint256 termId, Term memory term, uint256 amount) private returns (uint256 id) {
        uint256 arrived = _pull(term.token, amount);
        uint256 interest = Math.mulDiv(arrived, term.rateBps, BPS);
        uint256 penalty = Math.mulDiv(arrived, term.penaltyBps, BPS);
        _takeFromReserve(term.token, interest);
        committed[term.token] += interest;
        pledged[term.token] += arrived;

        id = _positions.length;
        uint64 startedAt = uint64(block.timestamp);
        uint64 maturesAt = startedAt + term.duration;
        _positions.push(
            Position(
                id, termId, msg.sender, term.token, arrived, interest, penalty, startedAt, maturesAt, Status.Active
            )
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

    function _ownActive(uint256 id) private view returns (Position storage own) {
        if (id >= _positions.length || _positions[id].owner != msg.sender) revert NotYourPosition(id, msg.sender);
        own = _positions[id];
        if (own.status != Status.Active) revert PositionClosed(id);
    }
}
