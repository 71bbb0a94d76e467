// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC20Pausable} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Pausable.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";

// Tokens that mean harm or behave oddly, which the wallet page tests deploy.

/// @dev Token that reports any metadata, and the same balance for everyone. Its transfers succeed but move nothing.
contract ClaimingToken {
    enum Fault {
        None,
        BalanceReverts,
        BalanceBurnsGas
    }

    event Transfer(address indexed from, address indexed to, uint256 value);

    string private _name;
    string private _symbol;
    uint256 private immutable _repeats;
    uint256 private immutable _decimals;
    uint256 private immutable _balance;
    Fault private _fault;
    mapping(address => mapping(address => uint256)) public allowance;

    /// @param repeats How often `name` and `symbol` repeat their text, because storing a long text costs too much gas.
    /// @param decimals_ Not limited to a byte. `decimals` reverts if it is the maximum.
    constructor(
        string memory name_,
        string memory symbol_,
        uint256 repeats,
        uint256 decimals_,
        uint256 balance_
    ) {
        _name = name_;
        _symbol = symbol_;
        _repeats = repeats;
        _decimals = decimals_;
        _balance = balance_;
    }

    function setFault(Fault fault) external {
        _fault = fault;
    }

    function pretend(address to, uint256 value) external {
        emit Transfer(address(0), to, value);
    }

    function name() external view returns (string memory) {
        return _repeated(_name);
    }

    function symbol() external view returns (string memory) {
        return _repeated(_symbol);
    }

    function decimals() external view returns (uint256) {
        require(_decimals != type(uint256).max);
        return _decimals;
    }

    function balanceOf(address) external view returns (uint256) {
        require(_fault != Fault.BalanceReverts);
        if (_fault == Fault.BalanceBurnsGas) {
            assembly {
                invalid()
            }
        }
        return _balance;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        return true;
    }

    function transfer(address, uint256) external pure returns (bool) {
        return true;
    }

    function transferFrom(address, address, uint256) external pure returns (bool) {
        return true;
    }

    function _repeated(string memory text) private view returns (string memory) {
        bytes memory one = bytes(text);
        bytes memory all = new bytes(one.length * _repeats);
        for (uint256 i = 0; i < all.length; i++) all[i] = one[i % one.length];
        return string(all);
    }
}

/// @dev Token with any decimals and supply, whose transfers move what they should.
contract SizedToken is ERC20("Sized", "SIZED") {
    uint8 private immutable _decimals;

    constructor(uint8 decimals_, address owner, uint256 supply) {
        _decimals = decimals_;
        _mint(owner, supply);
    }

    function decimals() public view override returns (uint8) {
        return _decimals;
    }
}

/// @dev Token whose issuer can block accounts, with the text of USDC.
contract BlocklistToken is ERC20("Blocklist", "BLOCK") {
    mapping(address => bool) public isBlocked;

    constructor(address owner, uint256 supply) {
        _mint(owner, supply);
    }

    function setBlocked(address account, bool on) external {
        isBlocked[account] = on;
    }

    function _update(address from, address to, uint256 value) internal override {
        require(!isBlocked[from] && !isBlocked[to], "Blacklistable: account is blacklisted");
        super._update(from, to, value);
    }
}

/// @dev Token that anyone can pause.
contract OpenPausableToken is ERC20("Pausable", "PAUSE"), ERC20Pausable {
    constructor(address owner, uint256 supply) {
        _mint(owner, supply);
    }

    function setPaused(bool on) external {
        if (on) _pause();
        else _unpause();
    }

    function _update(address from, address to, uint256 value) internal override(ERC20, ERC20Pausable) {
        super._update(from, to, value);
    }
}

/// @dev Token that is paused with a text, like those before OpenZeppelin 5.
contract OldPausableToken is ERC20("Old pausable", "OLDPAUSE") {
    bool private _paused;

    constructor(address owner, uint256 supply) {
        _mint(owner, supply);
    }

    function setPaused(bool on) external {
        _paused = on;
    }

    function _update(address from, address to, uint256 value) internal override {
        require(!_paused, "ERC20Pausable: token transfer while paused");
        super._update(from, to, value);
    }
}
