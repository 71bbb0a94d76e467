// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

/// @title Calendar
/// @dev UTC days and calendar months. All functions are internal.
library Calendar {
    uint256 private constant DAYS_PER_ERA = 146_097;
    /// @dev Days from 1 March of the year 0 to 1970.
    uint256 private constant EPOCH = 719_468;

    /// @dev Returns the UTC day of a time in seconds, counted from 1970.
    function dayOf(uint256 time) internal pure returns (uint24) {
        return uint24(time / 1 days);
    }

    /// @dev Returns a number for the calendar month of a day: the same for all its days, and one more for the next month.
    /// By `days_from_civil` (howardhinnant.github.io/date_algorithms.html), with years that start in March, so that
    /// the leap day is their last.
    function monthOf(uint24 day) internal pure returns (uint24) {
        // Days have few bits, and nothing here is negative.
        unchecked {
            uint256 era = (day + EPOCH) / DAYS_PER_ERA;
            uint256 dayOfEra = (day + EPOCH) % DAYS_PER_ERA;
            uint256 year =
                (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / (DAYS_PER_ERA - 1)) / 365;
            uint256 dayOfYear = dayOfEra - (365 * year + year / 4 - year / 100);
            return uint24((era * 400 + year) * 12 + (5 * dayOfYear + 2) / 153);
        }
    }
}
