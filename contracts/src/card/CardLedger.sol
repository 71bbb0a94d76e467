// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {ICardAccount} from "../ICardAccount.sol";
import {Custody} from "../Custody.sol";
import {CardArithmetic} from "./CardArithmetic.sol";

/// @title CardLedger
/// @dev Base contract with the balances of card users. Numbers replace the pairs of owner and token, so that a hold names
/// its account in 32 bits, and a capture reads and writes as few slots as possible.
abstract contract CardLedger is ICardAccount, Custody {
    /// @dev Three slots, in this order: placing a hold needs the first alone, and capturing only reads the second.
    /// `deposited` is what the owner paid in and didn't withdraw. What is above the balance was captured or debited.
    struct AccountState {
        uint96 balance;
        uint96 held;
        uint40 leavingSince;
        address token;
        uint96 deposited;
        address owner;
        uint96 leaving;
    }

    /// @inheritdoc ICardAccount
    mapping(address token => uint256) public settled;
    uint32 private _accountCount;
    mapping(address owner => mapping(address token => uint32)) private _accountIds;
    mapping(uint32 id => AccountState) internal _accounts;

    /// @dev Returns the number of the account of `owner` in `token`. Opens the account if there is none.
    function _openAccount(address owner, address token) internal returns (uint32 id) {
        id = _accountIds[owner][token];
        if (id != 0) return id;
        id = ++_accountCount;
        _accountIds[owner][token] = id;
        _accounts[id].owner = owner;
        _accounts[id].token = token;
    }

    /// @dev Returns the account of `owner` in `token`. If there is none, the account 0, which is always empty.
    function _accountFor(address owner, address token) internal view returns (AccountState storage) {
        return _accounts[_accountIds[owner][token]];
    }

    function _addTo(address owner, address token, uint256 amount) internal {
        AccountState storage account = _accounts[_openAccount(owner, token)];
        if (amount > type(uint96).max - account.balance) revert BalanceOverflow();
        account.balance += uint96(amount);
        account.deposited = CardArithmetic.addDeposit(account.deposited, uint96(amount));
    }

    /// @dev Returns the part of the balance that no hold reserves.
    function _free(AccountState storage account) internal view returns (uint96) {
        return account.balance - account.held;
    }

    /// @dev Returns what was captured and debited, less credits.
    function _taken(AccountState storage account) internal view returns (uint96) {
        return account.deposited - account.balance;
    }

    /// @dev Returns what a purchase can use that was approved at `approvedAt`. Money that is leaving is there only for
    /// purchases approved before its request. Approvals are at most `GRACE` old, so it can leave safely after that.
    function _spendable(AccountState storage account, uint256 approvedAt) internal view returns (uint256) {
        uint96 free = _free(account);
        if (approvedAt < account.leavingSince || account.leavingSince == 0) return free;
        return Math.saturatingSub(free, account.leaving);
    }

    /// @dev Moves `amount` of the balance to `settled`, and no longer holds `freed`. Requires both to be there.
    function _take(AccountState storage account, uint96 amount, uint96 freed) internal {
        (uint96 balance, uint96 held, uint40 leavingSince) = (account.balance, account.held, account.leavingSince);
        (account.balance, account.held) = (balance - amount, held - freed);
        settled[account.token] += amount;
        if (leavingSince != 0) _setLeaving(account, account.leaving, leavingSince);
    }

    /// @dev Takes `amount` from the balance for its owner.
    function _removeFrom(AccountState storage account, uint96 amount) internal {
        account.balance -= amount;
        account.deposited -= amount;
        if (account.leavingSince != 0) _setLeaving(account, account.leaving, account.leavingSince);
    }

    /// @dev A request can't be for more than the balance.
    function _setLeaving(AccountState storage account, uint96 amount, uint40 since) internal {
        account.leaving = uint96(Math.min(amount, account.balance));
        account.leavingSince = account.leaving == 0 ? 0 : since;
    }
}
