// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Errors} from "@openzeppelin/contracts/utils/Errors.sol";
import {ICustody} from "../../src/ICustody.sol";
import {IVault} from "../../src/IVault.sol";
import {FeeOnTransferToken, SenderChargeToken} from "../support/AwkwardTokens.sol";
import {VaultTest} from "../support/VaultTest.sol";

contract VaultWithdrawTest is VaultTest {
    function test_WithdrawSendsAndEmits() public {
        deposit(token, ALICE, 5e6);
        vm.expectEmit(address(vault));
        emit IVault.Withdrawn(ALICE, address(token), BOB, 2e6, 0);
        withdraw(address(token), ALICE, 2e6, BOB);
        vm.assertEq(token.balanceOf(BOB), 2e6);
        vm.assertEq(vault.balanceOf(ALICE, address(token)), 3e6);
    }

    function testFuzz_NativeRoundTripIsExact(uint96 given) public {
        uint256 amount = bound(given, 1, type(uint96).max);
        depositNative(ALICE, amount);
        withdraw(NATIVE, ALICE, amount, ALICE);
        vm.assertEq(ALICE.balance, amount);
        vm.assertEq(address(vault).balance, 0);
    }

    function testFuzz_NobodyWithdrawsMoreThanTheirOwn(uint64 own, uint64 extra) public {
        uint256 balance = bound(own, 1, 1e14);
        uint256 asked = balance + bound(extra, 1, 1e14);
        deposit(token, ALICE, balance);
        deposit(token, BOB, 1e14);
        vm.expectRevert(
            abi.encodeWithSelector(IVault.InsufficientVaultBalance.selector, address(token), balance, asked)
        );
        withdraw(address(token), ALICE, asked, ALICE);
    }

    function test_OwnerHasNoWayToAPrincipal() public {
        deposit(token, ALICE, 5e6);
        vm.expectRevert(abi.encodeWithSelector(IVault.InsufficientVaultBalance.selector, address(token), 0, 1));
        withdraw(address(token), OWNER, 1, OWNER);
        vm.expectRevert(ICustody.ZeroAmount.selector);
        vm.prank(OWNER);
        vault.collectFees(address(token), OWNER);
    }

    function test_ZeroWithdrawalIsRefused() public {
        vm.expectRevert(ICustody.ZeroAmount.selector);
        vault.withdraw(address(token), 0, BOB, type(uint256).max);
    }

    function test_WithdrawalToNobodyIsRefused() public {
        deposit(token, ALICE, 1);
        vm.expectRevert(abi.encodeWithSelector(ICustody.InvalidRecipient.selector, address(0)));
        withdraw(address(token), ALICE, 1, address(0));
    }

    function test_WithdrawalToTheVaultItselfIsRefused() public {
        deposit(token, ALICE, 1);
        vm.expectRevert(abi.encodeWithSelector(ICustody.InvalidRecipient.selector, address(vault)));
        withdraw(address(token), ALICE, 1, address(vault));
    }

    function test_RecipientRefusingTheNativeCoinLeavesTheBalance() public {
        depositNative(ALICE, 1 ether);
        vm.expectRevert(Errors.FailedCall.selector);
        withdraw(NATIVE, ALICE, 1 ether, address(token));
        vm.assertEq(vault.balanceOf(ALICE, NATIVE), 1 ether);
    }

    function testFuzz_PauseNeverBlocksExit(uint64 tokens, uint64 coins) public {
        uint256 a = bound(tokens, 1, 1e14);
        uint256 b = bound(coins, 1, type(uint64).max);
        deposit(token, ALICE, a);
        depositNative(ALICE, b);
        pause();
        withdraw(address(token), ALICE, a, ALICE);
        withdraw(NATIVE, ALICE, b, ALICE);
        vm.assertEq(token.balanceOf(ALICE), a);
        vm.assertEq(ALICE.balance, b);
    }

    function test_FeeOnTransferTokenPaysEverybodyOut() public {
        FeeOnTransferToken fee = new FeeOnTransferToken(2_000);
        fee.transfer(BOB, 1_000);
        fee.approve(address(vault), 1_000);
        vault.deposit(address(fee), 1_000);
        vm.prank(BOB);
        fee.approve(address(vault), 990);
        vm.prank(BOB);
        vault.deposit(address(fee), 990);
        vault.withdraw(address(fee), vault.balanceOf(address(this), address(fee)), address(0x77), type(uint256).max);
        withdraw(address(fee), BOB, vault.balanceOf(BOB, address(fee)), BOB);
        vm.assertEq(fee.balanceOf(address(vault)), 0);
    }

    function test_TokenChargingTheVaultCannotTouchOtherBalances() public {
        SenderChargeToken charge = new SenderChargeToken(3_000);
        deposit(IERC20(charge), ALICE, 1_000);
        deposit(IERC20(charge), BOB, 1_000);
        charge.setCharging(true);
        vm.expectRevert(abi.encodeWithSelector(ICustody.UnexpectedDebit.selector, address(charge), 1_000, 1_010));
        withdraw(address(charge), ALICE, 1_000, ALICE);
        charge.setCharging(false);
        withdraw(address(charge), ALICE, 1_000, ALICE);
        withdraw(address(charge), BOB, 1_000, BOB);
    }

    function test_DonationStaysWhenEverybodyLeaves() public {
        deposit(token, ALICE, 10);
        token.transfer(address(vault), 3);
        withdraw(address(token), ALICE, 10, ALICE);
        vm.assertEq(token.balanceOf(address(vault)), 3);
    }
}
