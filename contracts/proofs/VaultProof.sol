// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

/// @dev The bookkeeping of `Vault` for one token: any user, and the sum of all others. And for any one nonce of the user:
/// the transfers that used it, its cancellations, and the money that it moved. A fee is any amount below the
/// withdrawal, as `ArithmeticProof.feeStaysWithinTheCap` proves.
contract VaultProof {
    uint256 private held;
    uint256 private own;
    uint256 private others;
    uint256 private fees;
    uint256 private donated;
    bool private isNonceUsed;
    uint256 private nonceUses;
    uint256 private signedAmount;
    uint256 private movedByNonce;

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

    /// @dev A transfer by call or with another nonce, from the user or to the user. One between others changes nothing
    /// here.
    function transfer(uint256 amount, bool isFromOwn) external {
        require(amount > 0 && amount <= (isFromOwn ? own : others));
        move(amount, isFromOwn);
    }

    /// @dev The user signs any number of transfers with the nonce, of at most `signedAmount`.
    function sign(uint256 amount) external {
        if (amount > signedAmount) signedAmount = amount;
    }

    /// @dev Anyone submits one of them, any number of times.
    function transferBySignature(uint256 amount) external {
        require(amount > 0 && amount <= signedAmount && !isNonceUsed && amount <= own);
        isNonceUsed = true;
        nonceUses++;
        movedByNonce += amount;
        move(amount, true);
    }

    function cancelNonce() external {
        require(!isNonceUsed);
        isNonceUsed = true;
        nonceUses++;
    }

    /// @dev The user's recovery address takes the whole balance, or the user, as a recovery address, takes from another.
    function recover(uint256 amount, bool isFromOwn) external {
        require(amount > 0 && (isFromOwn ? amount == own : amount <= others));
        move(amount, isFromOwn);
    }

    function move(uint256 amount, bool isFromOwn) private {
        if (isFromOwn) {
            own -= amount;
            others += amount;
        } else {
            others -= amount;
            own += amount;
        }
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

    function aNonceMovesOneTransferAtMost() external view {
        assert(nonceUses <= 1);
        assert(movedByNonce <= signedAmount);
    }
}
