// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";
import {DemoFeeToken} from "../../src/demo/DemoFeeToken.sol";

/// @dev Token whose recipients get 1% less than the amount sent.
contract FeeOnTransferToken is DemoFeeToken {
    constructor(uint256 supply) DemoFeeToken("Fee", "FEE", 18, msg.sender, supply) {}
}

/// @dev Token whose recipients get nothing.
contract SinkToken is ERC20("Sink", "SINK") {
    constructor(uint256 supply) {
        _mint(msg.sender, supply);
    }

    function _update(address from, address to, uint256 value) internal override {
        super._update(from, from == address(0) ? to : address(0xfee), value);
    }
}

/// @dev Token whose senders pay an extra 1% while `charging` is true.
contract SenderChargeToken is ERC20("Charge", "CHG") {
    bool public charging;

    constructor(uint256 supply) {
        _mint(msg.sender, supply);
    }

    function setCharging(bool on) external {
        charging = on;
    }

    function _update(address from, address to, uint256 value) internal override {
        super._update(from, to, value);
        if (charging && from != address(0)) super._update(from, address(0xfee), value / 100);
    }
}

interface ITransferHook {
    function onTransfer() external;
}

/// @dev Token with permits that calls a hook contract during each transfer, like ERC-777.
contract HookToken is ERC20("Hook", "HOOK"), ERC20Permit("Hook") {
    ITransferHook public hook;

    constructor(uint256 supply) {
        _mint(msg.sender, supply);
    }

    function setHook(ITransferHook hook_) external {
        hook = hook_;
    }

    function _update(address from, address to, uint256 value) internal override {
        super._update(from, to, value);
        ITransferHook called = hook;
        if (address(called) == address(0)) return;
        hook = ITransferHook(address(0));
        called.onTransfer();
        hook = called;
    }
}

/// @dev Hook that reverts every transfer.
contract RefusingHook is ITransferHook {
    error Refused();

    function onTransfer() external pure {
        revert Refused();
    }
}

/// @dev Hook that makes a call during each transfer. Counts the attempts and the successes.
contract CallingHook is ITransferHook {
    address private immutable _target;
    bytes private _data;
    uint256 public attempts;
    uint256 public successes;

    constructor(address target, bytes memory data) {
        _target = target;
        _data = data;
    }

    /// @dev Makes a call on request, outside a transfer.
    function call(address target, bytes calldata data) external {
        (bool done,) = target.call(data);
        require(done);
    }

    function onTransfer() external {
        attempts++;
        (bool done,) = _target.call(_data);
        if (done) successes++;
    }
}

/// @dev Token whose transfers return no value, like USDT on Ethereum. Calls to unknown functions succeed.
contract SilentToken {
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    constructor(uint256 supply) {
        balanceOf[msg.sender] = supply;
    }

    function approve(address spender, uint256 value) external {
        allowance[msg.sender][spender] = value;
    }

    function transfer(address to, uint256 value) external {
        _move(msg.sender, to, value);
    }

    function transferFrom(address from, address to, uint256 value) external {
        allowance[from][msg.sender] -= value;
        _move(from, to, value);
    }

    function _move(address from, address to, uint256 value) private {
        balanceOf[from] -= value;
        balanceOf[to] += value;
    }

    fallback() external {}
}

/// @dev Token whose `transferFrom` returns false instead of reverting.
contract FalseToken is ERC20("False", "NO") {
    constructor(uint256 supply) {
        _mint(msg.sender, supply);
    }

    function transferFrom(address, address, uint256) public pure override returns (bool) {
        return false;
    }
}

/// @dev Token whose `permit` always reverts without a reason.
contract RefusingPermitToken is ERC20("Refusing", "REF") {
    constructor(uint256 supply) {
        _mint(msg.sender, supply);
    }

    function permit(address, address, uint256, uint256, uint8, bytes32, bytes32) external pure {
        assembly {
            revert(0, 0)
        }
    }
}

/// @dev Token whose balances can grow and shrink without transfers.
contract RebasingToken is ERC20("Rebase", "RBS") {
    uint256 public percent = 100;

    constructor(uint256 supply) {
        _mint(msg.sender, supply);
    }

    function rebase(uint256 percent_) external {
        percent = percent_;
    }

    function balanceOf(address account) public view override returns (uint256) {
        return super.balanceOf(account) * percent / 100;
    }

    function _update(address from, address to, uint256 value) internal override {
        super._update(from, to, value * 100 / percent);
    }
}

/// @dev Token whose transfers revert while it is stopped, like a paused stablecoin.
contract StoppableToken is ERC20("Stop", "STOP") {
    error Stopped();

    bool public stopped;

    constructor(uint256 supply) {
        _mint(msg.sender, supply);
    }

    function setStopped(bool on) external {
        stopped = on;
    }

    function _update(address from, address to, uint256 value) internal override {
        if (stopped) revert Stopped();
        super._update(from, to, value);
    }
}

/// @dev Token without a supply: what is sent appears at the recipient, and balances can be set.
contract UnboundedToken {
    mapping(address => uint256) public balanceOf;

    function setBalance(address account, uint256 balance) external {
        balanceOf[account] = balance;
    }

    function approve(address, uint256) external pure returns (bool) {
        return true;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        balanceOf[msg.sender] -= value < balanceOf[msg.sender] ? value : balanceOf[msg.sender];
        balanceOf[to] = value;
        return true;
    }

    function transferFrom(address, address to, uint256 value) external returns (bool) {
        balanceOf[to] = value;
        return true;
    }
}
