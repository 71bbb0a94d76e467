// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

/// @dev The bookkeeping of `Pledge` for one token: any pledge, and the sums of all others. A penalty is any amount below
/// the pledge, as `ArithmeticProof.penaltyLeavesARest` proves, and interest is any amount.
contract PledgeProof {
    uint256 private held;
    uint256 private pledged;
    uint256 private committed;
    uint256 private free;
    uint256 private donated;

    bool private isActive;
    uint256 private amount;
    uint256 private interest;
    uint256 private penalty;

    function pledge(uint256 arrived, uint256 reserved, uint256 penalty_, bool isOwn) external {
        require(penalty_ < arrived && reserved <= free && !(isOwn && isActive));
        held += arrived;
        free -= reserved;
        committed += reserved;
        pledged += arrived;
        if (!isOwn) return;
        isActive = true;
        amount = arrived;
        interest = reserved;
        penalty = penalty_;
    }

    function redeem() external {
        require(isActive);
        isActive = false;
        // The contract can always pay, whatever the others and the owner did.
        assert(pledged >= amount && committed >= interest);
        assert(held >= amount + interest);
        pledged -= amount;
        committed -= interest;
        held -= amount + interest;
    }

    function exitEarly() external {
        require(isActive);
        isActive = false;
        assert(pledged >= amount && committed >= interest);
        assert(amount > penalty && held >= amount - penalty);
        pledged -= amount;
        committed -= interest;
        free += interest + penalty;
        held -= amount - penalty;
    }

    /// @dev Another pledge is part of the sums, without the pledge in question.
    function othersLeave(uint256 otherAmount, uint256 otherInterest, uint256 otherPenalty, bool isEarly) external {
        require(otherAmount <= pledged - (isActive ? amount : 0));
        require(otherInterest <= committed - (isActive ? interest : 0) && otherPenalty <= otherAmount);
        pledged -= otherAmount;
        committed -= otherInterest;
        if (isEarly) free += otherInterest + otherPenalty;
        held -= isEarly ? otherAmount - otherPenalty : otherAmount + otherInterest;
    }

    function fundReserve(uint256 arrived) external {
        held += arrived;
        free += arrived;
    }

    function withdrawReserve(uint256 taken) external {
        require(taken <= free);
        free -= taken;
        assert(held >= taken);
        held -= taken;
    }

    function donate(uint256 given) external {
        held += given;
        donated += given;
    }

    function heldIsPledgedAndReservedAndFree() external view {
        assert(held == pledged + committed + free + donated);
    }
}
