// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

/// @dev One account of `CardAccount` with any one of its holds, and the sum of its other holds. `CaptureProof` proves how much
/// is captured from a hold; here, it is any amount that the account has.
contract HoldProof {
    uint256 private balance;
    uint256 private held;
    uint256 private hold;
    uint256 private otherHolds;
    uint256 private leaving;

    /// @dev Also a credit, and what the owner recovers from another account.
    function add(uint256 amount) external {
        balance += amount;
    }

    /// @dev Replaces or, with an amount of 0, cancels an earlier request.
    function requestWithdrawal(uint256 amount) external {
        require(amount <= balance);
        leaving = amount;
    }

    function withdraw(uint256 amount) external {
        require(amount <= leaving && amount <= balance - held);
        leaving -= amount;
        remove(amount);
    }

    /// @dev With the operator's signature, or by the recovery address.
    function withdrawNow(uint256 amount) external {
        require(amount <= balance - held);
        remove(amount);
    }

    /// @dev Places or raises a hold. The approval may date from before the withdrawal request.
    function reserve(uint256 amount, bool isThisHold, bool isEarlier) external {
        require(amount <= (isEarlier ? balance - held : spendable()));
        held += amount;
        if (isThisHold) hold += amount;
        else otherHolds += amount;
    }

    /// @dev By the operator, or by anyone after the expiry.
    function release(uint256 amount, bool isThisHold) external {
        free(amount, isThisHold);
    }

    /// @dev Captures `amount` of a hold, of which `freed` is no longer held: more than that, if the rest is released, or less,
    /// if the excess is taken from what is spendable.
    function capture(uint256 amount, uint256 freed, bool isThisHold) external {
        require(amount <= freed || amount - freed <= spendable());
        free(freed, isThisHold);
        remove(amount);
    }

    function debit(uint256 amount) external {
        require(amount <= spendable());
        remove(amount);
    }

    function spendable() private view returns (uint256) {
        uint256 unheld = balance - held;
        return unheld > leaving ? unheld - leaving : 0;
    }

    function free(uint256 amount, bool isThisHold) private {
        require(amount <= (isThisHold ? hold : otherHolds));
        held -= amount;
        if (isThisHold) hold -= amount;
        else otherHolds -= amount;
    }

    function remove(uint256 amount) private {
        balance -= amount;
        if (leaving > balance) leaving = balance;
    }

    function heldIsTheSumOfOpenHoldsWithinTheBalance() external view {
        assert(held == hold + otherHolds);
        assert(held <= balance);
        assert(leaving <= balance);
    }
}
