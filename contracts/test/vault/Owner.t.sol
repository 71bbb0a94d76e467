// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {ICustody} from "../../src/ICustody.sol";
import {IVault} from "../../src/IVault.sol";
import {Vault} from "../../src/Vault.sol";
import {VaultTest} from "../support/VaultTest.sol";

contract VaultOwnerTest is VaultTest {
    function accrue() private {
        setTerms(address(token), 100, 0, 0, 0);
        deposit(token, ALICE, 10_000);
        withdraw(address(token), ALICE, 5_000, ALICE);
    }

    function test_OwnerIsTheArgumentNotTheDeployer() public view {
        vm.assertEq(vault.owner(), OWNER);
    }

    function test_OwnerCannotBeNobody() public {
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableInvalidOwner.selector, address(0)));
        new Vault(address(0));
    }

    function test_OnlyTheOwnerSetsTerms() public {
        expectUnauthorized(BOB);
        vault.setWithdrawalTerms(address(token), IVault.WithdrawalTerms(0, 0, 0, 0));
    }

    function test_OnlyTheOwnerPauses() public {
        expectUnauthorized(BOB);
        vault.pause();
        pause();
        expectUnauthorized(BOB);
        vault.unpause();
    }

    function test_OnlyTheOwnerCollectsFees() public {
        accrue();
        expectUnauthorized(BOB);
        vault.collectFees(address(token), BOB);
    }

    function test_CollectingTakesTheFeesAndNothingElse() public {
        accrue();
        token.transfer(address(vault), 77);
        vm.expectEmit(address(vault));
        emit IVault.FeesCollected(address(token), BOB, 50);
        vm.prank(OWNER);
        vault.collectFees(address(token), BOB);
        vm.assertEq(token.balanceOf(BOB), 50);
        vm.assertEq(vault.accruedFees(address(token)), 0);
        vm.assertEq(token.balanceOf(address(vault)), 5_000 + 77);
    }

    function test_CollectingTwiceIsRefused() public {
        accrue();
        vm.prank(OWNER);
        vault.collectFees(address(token), BOB);
        vm.expectRevert(ICustody.ZeroAmount.selector);
        vm.prank(OWNER);
        vault.collectFees(address(token), BOB);
    }

    function test_CollectingToNobodyIsRefused() public {
        accrue();
        vm.expectRevert(abi.encodeWithSelector(ICustody.InvalidRecipient.selector, address(0)));
        vm.prank(OWNER);
        vault.collectFees(address(token), address(0));
    }

    function test_CollectingTheNativeCoin() public {
        setTerms(NATIVE, 100, 0, 0, 0);
        depositNative(ALICE, 1 ether);
        withdraw(NATIVE, ALICE, 1 ether, ALICE);
        vm.prank(OWNER);
        vault.collectFees(NATIVE, BOB);
        vm.assertEq(BOB.balance, 0.01 ether);
    }

    function test_OwnershipMovesInTwoSteps() public {
        vm.prank(OWNER);
        vault.transferOwnership(BOB);
        vm.assertEq(vault.owner(), OWNER);
        expectUnauthorized(ALICE);
        vault.acceptOwnership();
        vm.prank(BOB);
        vault.acceptOwnership();
        vm.assertEq(vault.owner(), BOB);
    }

    function test_RenouncingWhilePausedIsRefused() public {
        pause();
        vm.expectRevert(Pausable.EnforcedPause.selector);
        vm.prank(OWNER);
        vault.renounceOwnership();
        vm.assertEq(vault.owner(), OWNER);
    }

    function test_OnlyTheOwnerRenounces() public {
        expectUnauthorized(BOB);
        vault.renounceOwnership();
    }

    function test_RenouncingNeverBlocksEntryNorExit() public {
        vm.prank(OWNER);
        vault.renounceOwnership();
        vm.assertEq(vault.owner(), address(0));
        deposit(token, ALICE, 5);
        withdraw(address(token), ALICE, 5, ALICE);
        vm.assertEq(token.balanceOf(ALICE), 5);
    }
}
