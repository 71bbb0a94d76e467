// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

/// @dev The bookkeeping of `Presale`: any buyer, and the sums of all others. `vested` is any amount that never decreases
/// and never exceeds the purchase, as `ArithmeticProof` proves of `Arithmetic.vested`.
contract PresaleProof {
    uint256 private immutable hardCap;
    uint256 private immutable walletCap;
    uint256 private immutable softCap;
    uint256 private held;
    uint256 private raised;
    uint256 private own;
    uint256 private others;
    uint256 private received;
    bool private isOver;
    bool private isCollected;

    uint256 private purchased;
    uint256 private vested;
    uint256 private claimed;
    uint256 private tokensHeld;

    constructor(uint256 softCap_, uint256 hardCap_, uint256 walletCap_) {
        require(softCap_ > 0 && softCap_ <= hardCap_ && walletCap_ > 0);
        (softCap, hardCap, walletCap) = (softCap_, hardCap_, walletCap_);
    }

    function contribute(uint256 amount, uint256 tokens) external {
        require(!isOver && amount > 0 && amount <= hardCap - raised && own <= walletCap && amount <= walletCap - own);
        held += amount;
        raised += amount;
        own += amount;
        purchased += tokens;
        tokensHeld += tokens;
    }

    function othersContribute(uint256 amount) external {
        require(!isOver && amount > 0 && amount <= hardCap - raised);
        held += amount;
        raised += amount;
        others += amount;
    }

    function end() external {
        isOver = true;
    }

    function refund() external {
        require(isOver && raised < softCap);
        uint256 amount = own;
        own = 0;
        // Refunds are always covered.
        assert(held >= amount);
        held -= amount;
    }

    function othersGetRefund(uint256 amount) external {
        require(isOver && raised < softCap && amount <= others);
        others -= amount;
        assert(held >= amount);
        held -= amount;
    }

    function collectProceeds() external {
        require(isOver && raised >= softCap && !isCollected);
        isCollected = true;
        assert(held >= raised);
        held -= raised;
    }

    function claim(uint256 later) external {
        require(isOver && raised >= softCap && later >= vested && later <= purchased);
        vested = later;
        assert(vested >= claimed);
        uint256 amount = vested - claimed;
        claimed += amount;
        assert(tokensHeld >= amount);
        tokensHeld -= amount;
    }

    /// @dev The buyer's recovery address takes the contribution, with its claims.
    function recover() external {
        others += own;
        (own, received, purchased, vested, claimed, tokensHeld) = (0, 0, 0, 0, 0, 0);
    }

    /// @dev The buyer recovers another's contribution, which keeps the tokens that it bought.
    function receiveRecovered(uint256 amount, uint256 tokens, uint256 theirVested, uint256 theirClaimed) external {
        require(amount <= others && theirClaimed <= theirVested && theirVested <= tokens);
        others -= amount;
        own += amount;
        received += amount;
        purchased += tokens;
        vested += theirVested;
        claimed += theirClaimed;
        tokensHeld += tokens - theirClaimed;
    }

    function capsHold() external view {
        assert(raised <= hardCap);
        assert(own <= walletCap + received);
        assert(own + others <= raised);
        assert(isCollected || held == own + others);
        assert(claimed <= vested && vested <= purchased);
        assert(tokensHeld == purchased - claimed);
    }
}
