// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

/// @dev One hold of `CardAccount`: any number of increments, releases, and captures, in any order. The excess of a capture
/// is any amount: `ArithmeticProof.captureStaysWithinTheMargin` bounds it for what remains, and
/// `ArithmeticProof.marginGrowsWithTheHold` by that of all that was placed.
contract CaptureProof {
    uint256 private placed;
    uint256 private remaining;
    uint256 private released;
    uint256 private captured;
    bool private isPlaced;
    uint256 private excesses;
    uint256 private excess;
    /// @dev What remained when the hold was captured in excess.
    uint256 private exceeded;

    function place(uint256 amount) external {
        require(amount > 0 && !isPlaced);
        isPlaced = true;
        placed = amount;
        remaining = amount;
    }

    function raise(uint256 amount) external {
        require(amount > 0 && remaining > 0);
        placed += amount;
        remaining += amount;
    }

    function release(uint256 amount) external {
        require(amount > 0 && amount <= remaining);
        remaining -= amount;
        released += amount;
    }

    function capture(uint256 amount, bool isLast) external {
        require(amount > 0 && remaining > 0);
        if (amount > remaining) {
            excesses++;
            excess = amount - remaining;
            exceeded = remaining;
            remaining = 0;
        } else if (isLast) {
            released += remaining - amount;
            remaining = 0;
        } else {
            remaining -= amount;
        }
        captured += amount;
    }

    function capturesAreWhatWasPlacedAndOneExcess() external view {
        assert(captured + released + remaining == placed + excess);
        assert(excesses <= 1);
        assert(exceeded <= placed);
        assert(captured <= placed + excess);
    }
}
