// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

/// @dev The bookkeeping of `CardAccount` for one token: any account, and the sum of all others. `HoldProof` proves what
/// of a balance can be taken; here, it is any amount of it.
contract CardProof {
    uint256 private tokens;
    uint256 private own;
    uint256 private others;
    uint256 private settled;
    uint256 private donated;
    uint256 private deposited;

    function topUp(uint256 arrived, bool isOwn) external {
        tokens += arrived;
        if (isOwn) {
            own += arrived;
            deposited += arrived;
        } else {
            others += arrived;
        }
    }

    /// @dev After the delay, or with the operator's signature.
    function withdraw(uint256 amount, bool isOwn) external {
        require(amount > 0 && amount <= (isOwn ? own : others));
        if (isOwn) {
            own -= amount;
            deposited -= amount;
        } else {
            others -= amount;
        }
        // The contract can always pay.
        assert(tokens >= amount);
        tokens -= amount;
    }

    /// @dev A recovery address takes from the account, or the account, as a recovery address, takes from another.
    function recover(uint256 amount, bool isFromOwn) external {
        require(amount > 0 && amount <= (isFromOwn ? own : others));
        if (isFromOwn) {
            own -= amount;
            deposited -= amount;
            others += amount;
        } else {
            others -= amount;
            own += amount;
            deposited += amount;
        }
    }

    /// @dev A capture, or a debit without a hold.
    function take(uint256 amount, bool isOwn) external {
        require(amount > 0 && amount <= (isOwn ? own : others));
        if (isOwn) own -= amount;
        else others -= amount;
        settled += amount;
    }

    /// @dev What others are credited was taken from them before, which is not modeled: any amount.
    function credit(uint256 amount, bool isOwn) external {
        require(amount > 0 && amount <= settled && (!isOwn || amount <= deposited - own));
        settled -= amount;
        if (isOwn) own += amount;
        else others += amount;
    }

    function collect(uint256 amount) external {
        require(amount > 0 && amount <= settled);
        settled -= amount;
        assert(tokens >= amount);
        tokens -= amount;
    }

    function fund(uint256 arrived) external {
        tokens += arrived;
        settled += arrived;
    }

    function donate(uint256 amount) external {
        tokens += amount;
        donated += amount;
    }

    function holdsBalancesAndSettled() external view {
        assert(tokens == own + others + settled + donated);
    }

    /// @dev So no credit makes a balance larger than what was paid in.
    function noBalanceIsAboveItsDeposits() external view {
        assert(own <= deposited);
    }
}
