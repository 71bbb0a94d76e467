// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {ICustody} from "../../src/ICustody.sol";
import {IRecovery} from "../../src/IRecovery.sol";
import {IVault} from "../../src/IVault.sol";
import {RecoverTest} from "../support/RecoverTest.sol";
import {TransferTest} from "../support/TransferTest.sol";

/// @dev Alice has 1,000 units of the token in the vault, and 5 ETH.
contract VaultRecoverTest is TransferTest, RecoverTest {
    address private asset;

    function setUp() public override {
        super.setUp();
        depositNative(ALICE, 5 ether);
        asset = address(token);
    }

    function custody() internal view override returns (IRecovery) {
        return vault;
    }

    function recoverCall() internal view override returns (bytes memory) {
        return abi.encodeCall(IVault.recover, (ALICE, asset));
    }

    function test_RulesOfRecoveryApply() public {
        assertRulesApply();
    }

    function test_MovesTheWholeBalanceOfOneTokenAtATime() public {
        deposit(token, BOB, 10);
        waitForRecovery();
        vm.expectEmit(address(vault));
        emit IVault.BalanceRecovered(ALICE, address(token), BOB, 1_000);
        recover();
        vm.assertEq(vault.balanceOf(ALICE, address(token)), 0);
        vm.assertEq(vault.balanceOf(BOB, address(token)), 1_010);
        vm.assertEq(vault.balanceOf(ALICE, NATIVE), 5 ether);
        asset = NATIVE;
        recover();
        vm.assertEq(vault.balanceOf(BOB, NATIVE), 5 ether);
        tryRecover(BOB, abi.encodeWithSelector(ICustody.ZeroAmount.selector));
        withdraw(NATIVE, BOB, 5 ether, BOB);
        vm.assertEq(BOB.balance, 5 ether);
    }

    function test_HasNoFeeAndNoLimits() public {
        setTerms(address(token), 100, 10, 10, 20);
        waitForRecovery();
        recover();
        vm.assertEq(vault.balanceOf(BOB, address(token)), 1_000);
        vm.assertEq(vault.accruedFees(address(token)), 0);
    }

    function test_MovesWhatArrivedSinceTheRequest() public {
        nameBob();
        request();
        deposit(token, ALICE, 500);
        vm.warp(vm.getBlockTimestamp() + DELAY);
        recover();
        vm.assertEq(vault.balanceOf(BOB, address(token)), 1_500);
        deposit(token, ALICE, 1);
        recover();
        vm.assertEq(vault.balanceOf(BOB, address(token)), 1_501);
    }

    function test_AVetoBetweenTwoMovesKeepsTheRest() public {
        waitForRecovery();
        recover();
        vm.prank(ALICE);
        vault.vetoRecovery();
        asset = NATIVE;
        tryRecover(BOB, abi.encodeWithSelector(IRecovery.NoRecoveryRequest.selector, ALICE));
        vm.assertEq(vault.balanceOf(ALICE, NATIVE), 5 ether);
    }

    function test_OwnerCanActUntilTheMoveAndAfter() public {
        waitForRecovery();
        withdraw(address(token), ALICE, 400, ALICE);
        IVault.SignedTransfer memory late = signed(100, 2);
        vm.warp(NOW);
        assertExecuted(signed(100, 1));
        vm.warp(NOW + DELAY);
        recover();
        vm.assertEq(vault.balanceOf(BOB, address(token)), 100 + 500);
        // The nonces stay Alice's: what she signed before is possible again once she has a balance.
        vm.warp(NOW);
        assertRefused(late, IVault.InsufficientVaultBalance.selector);
        deposit(token, ALICE, 100);
        assertExecuted(late);
    }

    function test_NeverPaused() public {
        pause();
        waitForRecovery();
        recover();
        vm.assertEq(vault.balanceOf(BOB, address(token)), 1_000);
        vm.prank(ALICE);
        vault.vetoRecovery();
        vm.prank(ALICE);
        vault.removeRecovery();
    }

    function test_TwoOwnersCanShareARecoveryAddress() public {
        deposit(token, CAROL, 70);
        vm.prank(CAROL);
        vault.setRecovery(BOB, DELAY);
        waitForRecovery();
        recover();
        vm.assertEq(vault.balanceOf(CAROL, address(token)), 70);
        vm.expectRevert(abi.encodeWithSelector(IRecovery.NoRecoveryRequest.selector, CAROL));
        vm.prank(BOB);
        vault.recover(CAROL, address(token));
    }
}
