// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {ICustody} from "../../src/ICustody.sol";
import {IVault} from "../../src/IVault.sol";
import {FeeOnTransferToken, StoppableToken} from "../support/AwkwardTokens.sol";
import {VaultTest} from "../support/VaultTest.sol";

contract VaultTransferTest is VaultTest {
    function transfer(address asset, uint256 amount, address to) private {
        vm.prank(ALICE);
        vault.transfer(asset, amount, to);
    }

    function testFuzz_TransferMovesTheAmountAndEmits(uint64 given, uint64 part) public {
        uint256 balance = bound(given, 1, 1e14);
        uint256 amount = bound(part, 1, balance);
        deposit(token, ALICE, balance);
        deposit(token, BOB, 7);
        vm.expectEmit(address(vault));
        emit IVault.Transferred(ALICE, address(token), BOB, amount, 0);
        transfer(address(token), amount, BOB);
        vm.assertEq(vault.balanceOf(ALICE, address(token)), balance - amount);
        vm.assertEq(vault.balanceOf(BOB, address(token)), 7 + amount);
        vm.assertEq(token.balanceOf(address(vault)), balance + 7);
    }

    function test_TransferOfTheNativeCoin() public {
        depositNative(ALICE, 1 ether);
        transfer(NATIVE, 0.4 ether, BOB);
        vm.assertEq(vault.balanceOf(BOB, NATIVE), 0.4 ether);
        withdraw(NATIVE, BOB, 0.4 ether, BOB);
        vm.assertEq(BOB.balance, 0.4 ether);
    }

    function testFuzz_NobodyTransfersMoreThanTheirOwn(uint64 own, uint64 extra) public {
        uint256 balance = bound(own, 1, 1e14);
        uint256 asked = balance + bound(extra, 1, 1e14);
        deposit(token, ALICE, balance);
        deposit(token, CAROL, 1e14);
        vm.expectRevert(
            abi.encodeWithSelector(IVault.InsufficientVaultBalance.selector, address(token), balance, asked)
        );
        transfer(address(token), asked, BOB);
    }

    function test_OwnerOfTheVaultTransfersNothingOfOthers() public {
        deposit(token, ALICE, 5);
        vm.expectRevert(abi.encodeWithSelector(IVault.InsufficientVaultBalance.selector, address(token), 0, 1));
        vm.prank(OWNER);
        vault.transfer(address(token), 1, BOB);
    }

    function test_ZeroTransferIsRefused() public {
        vm.expectRevert(ICustody.ZeroAmount.selector);
        transfer(address(token), 0, BOB);
    }

    function test_TransferToNobodyTheVaultOrOneselfIsRefused() public {
        deposit(token, ALICE, 5);
        address[3] memory recipients = [address(0), address(vault), ALICE];
        for (uint256 i = 0; i < recipients.length; i++) {
            vm.expectRevert(abi.encodeWithSelector(ICustody.InvalidRecipient.selector, recipients[i]));
            transfer(address(token), 5, recipients[i]);
        }
        vm.assertEq(vault.balanceOf(ALICE, address(token)), 5);
    }

    function test_PauseTermsAndRenouncingNeverBlockTransfers() public {
        deposit(token, ALICE, 1_000);
        setTerms(address(token), 100, 1_000, 500, 600);
        vm.prank(OWNER);
        vault.renounceOwnership();
        transfer(address(token), 1, BOB);
        transfer(address(token), 998, BOB);
        vm.assertEq(vault.balanceOf(BOB, address(token)), 999);
        vm.assertEq(vault.accruedFees(address(token)), 0);
    }

    function test_PauseNeverBlocksTransfers() public {
        deposit(token, ALICE, 5);
        pause();
        transfer(address(token), 5, BOB);
        withdraw(address(token), BOB, 5, BOB);
        vm.assertEq(token.balanceOf(BOB), 5);
    }

    function test_TransferTakesNoFeeOfAFeeOnTransferToken() public {
        FeeOnTransferToken fee = new FeeOnTransferToken(1_000);
        fee.approve(address(vault), 1_000);
        vault.deposit(address(fee), 1_000);
        vault.transfer(address(fee), 990, BOB);
        vm.assertEq(vault.balanceOf(BOB, address(fee)), 990);
    }

    function test_TransferWorksWhileTheTokenIsStopped() public {
        StoppableToken stoppable = new StoppableToken(10);
        deposit(stoppable, ALICE, 10);
        stoppable.setStopped(true);
        transfer(address(stoppable), 10, BOB);
        stoppable.setStopped(false);
        withdraw(address(stoppable), BOB, 10, BOB);
        vm.assertEq(stoppable.balanceOf(BOB), 10);
    }
}
