// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Permit.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";
import {LowLevelCall} from "@openzeppelin/contracts/utils/LowLevelCall.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {ICustody} from "./ICustody.sol";
import {Recovery} from "./Recovery.sol";

/// @title Custody
/// @dev Base contract that credits the amount of a token that actually arrives, and reverts if sending a token costs
/// more than the amount sent.
abstract contract Custody is ICustody, Recovery, Ownable2Step, Pausable, ReentrancyGuardTransient {
    using SafeERC20 for IERC20;

    address internal constant NATIVE = address(0);

    constructor(address initialOwner) Ownable(initialOwner) {}

    /// @inheritdoc ICustody
    function pause() external onlyOwner {
        _pause();
    }

    /// @inheritdoc ICustody
    function unpause() external onlyOwner {
        _unpause();
    }

    /// @notice Permanently removes the owner. Owner only, and not while paused: nobody could ever unpause the contract,
    /// so deposits would stay blocked and a staking pool's funded rewards could be stranded.
    function renounceOwnership() public override whenNotPaused {
        super.renounceOwnership();
    }

    /// @dev Submits the caller's EIP-2612 permit for exactly `amount`. If the permit fails, for example because
    /// somebody else already submitted it, the call still succeeds if the allowance is sufficient. If the allowance
    /// isn't sufficient either, reverts with the token's revert reason, or with `PermitRefused` if the token gives
    /// none.
    function _permit(address token, uint256 amount, uint256 deadline, uint8 v, bytes32 r, bytes32 s) internal {
        _requireContract(token);
        try IERC20Permit(token).permit(msg.sender, address(this), amount, deadline, v, r, s) {}
        catch (bytes memory reason) {
            if (IERC20(token).allowance(msg.sender, address(this)) < amount) {
                if (reason.length == 0) revert PermitRefused(token);
                LowLevelCall.bubbleRevert(reason);
            }
        }
    }

    /// @dev Transfers `amount` of an approved token from the caller. Returns the amount received, from 1 to `amount`.
    function _pull(address token, uint256 amount) internal returns (uint256 arrived) {
        _requireContract(token);
        uint256 before = IERC20(token).balanceOf(address(this));
        IERC20(token).safeTransferFrom(msg.sender, address(this), amount);
        // A fee-on-transfer token delivers less than `amount`. A token hook may add more than `amount` as a donation.
        arrived = Math.min(IERC20(token).balanceOf(address(this)) - before, amount);
        if (arrived == 0) revert ZeroAmount();
    }

    /// @dev Sends the native currency or a token. Reverts if the contract's balance drops by more than `amount`.
    function _send(address token, address to, uint256 amount) internal {
        if (to == address(0) || to == address(this)) revert InvalidRecipient(to);
        if (token == NATIVE) return Address.sendValue(payable(to), amount);

        uint256 before = IERC20(token).balanceOf(address(this));
        IERC20(token).safeTransfer(to, amount);
        uint256 remaining = IERC20(token).balanceOf(address(this));
        // Adds instead of subtracting, because `before - remaining` would underflow if a token hook increased the
        // balance.
        if (remaining + amount < before) revert UnexpectedDebit(token, amount, before - remaining);
    }

    function _requireContract(address token) internal view {
        if (token.code.length == 0) revert NotAToken(token);
    }
}
