// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

/// @dev The bookkeeping of `Vault` for one token: any user, and the sum of all others. A fee is any amount below the
/// withdrawal, as `ArithmeticProof.feeStaysWithinTheCap` proves.
contract VaultProof {
    uint256 private held;
    uint256 private own;
    uint256 private others;
    uint256 private fees;
    uint256 private donated;

    function deposit(uint256 arrived, bool isOwn) external {
        held += arrived;
        if (isOwn) own += arrived;
        else others += arrived;
    }

    function withdraw(uint256 amount, uint256 fee, bool isOwn) external {
        require(amount > 0 && fee < amount && amount <= (isOwn ? own : others));
        if (isOwn) own -= amount;
        else others -= amount;
        fees += fee;
        // The vault can always pay.
        assert(held >= amount - fee);
        held -= amount - fee;
    }

    function collectFees() external {
        assert(held >= fees);
        held -= fees;
        fees = 0;
    }

    function donate(uint256 amount) external {
        held += amount;
        donated += amount;
    }

    function holdsBalancesAndFees() external view {
        assert(held == own + others + fees + donated);
    }
}
