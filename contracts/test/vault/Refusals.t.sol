// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IVault} from "../../src/IVault.sol";
import {UnboundedToken} from "../support/AwkwardTokens.sol";
import {TransferTest} from "../support/TransferTest.sol";

/// @dev Reasons of refusals and errors, which others rely on.
contract VaultRefusalsTest is TransferTest {
    function test_ATransferThatHappenedIsNeverReportedAsExpired() public {
        IVault.SignedTransfer memory item = signed(100, 0);
        assertExecuted(item);
        vm.warp(DEADLINE + 1);
        assertRefused(item, IVault.NonceUsed.selector);
    }

    function test_ReasonOfACanceledTransferStays() public {
        IVault.SignedTransfer memory item = signed(100, 0);
        vm.prank(ALICE);
        vault.cancelNonce(0);
        vm.warp(DEADLINE + 1);
        assertRefused(item, IVault.NonceUsed.selector);
    }

    function test_OverflowOfATransferByCallHasAName() public {
        UnboundedToken unbounded = new UnboundedToken();
        deposit(IERC20(address(unbounded)), BOB, type(uint256).max);
        unbounded.setBalance(address(vault), 0);
        deposit(IERC20(address(unbounded)), ALICE, 2);
        vm.expectRevert(IVault.BalanceOverflow.selector);
        vm.prank(ALICE);
        vault.transfer(address(unbounded), 1, BOB);
    }
}
