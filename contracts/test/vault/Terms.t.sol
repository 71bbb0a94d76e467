// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {DemoToken} from "../../src/demo/DemoToken.sol";
import {IVault} from "../../src/IVault.sol";
import {VaultTest} from "../support/VaultTest.sol";

contract VaultTermsTest is VaultTest {
    function test_TermsAreFreeAndUnlimitedUntilSet() public view {
        IVault.WithdrawalTerms memory terms = vault.withdrawalTerms(address(token));
        vm.assertEq(terms.feeBps, 0);
        vm.assertEq(terms.flatFee, 0);
        vm.assertEq(terms.minAmount, 0);
        vm.assertEq(terms.maxAmount, 0);
        vm.assertEq(vault.withdrawalFee(address(token), 1e12), 0);
    }

    function test_SetTermsAreReadBackAndEmitted() public {
        IVault.WithdrawalTerms memory terms = IVault.WithdrawalTerms(50, 3, 10, 100);
        vm.expectEmit(address(vault));
        emit IVault.WithdrawalTermsSet(address(token), terms);
        vm.prank(OWNER);
        vault.setWithdrawalTerms(address(token), terms);
        IVault.WithdrawalTerms memory read = vault.withdrawalTerms(address(token));
        vm.assertEq(read.feeBps, 50);
        vm.assertEq(read.flatFee, 3);
        vm.assertEq(read.minAmount, 10);
        vm.assertEq(read.maxAmount, 100);
    }

    function test_FeeIsKeptAndTheRestSent() public {
        setTerms(address(token), 50, 1_000, 0, 0);
        deposit(token, ALICE, 10e6);
        vm.expectEmit(address(vault));
        emit IVault.Withdrawn(ALICE, address(token), BOB, 10e6, 51_000);
        withdraw(address(token), ALICE, 10e6, BOB);
        vm.assertEq(token.balanceOf(BOB), 10e6 - 51_000);
        vm.assertEq(vault.accruedFees(address(token)), 51_000);
    }

    function test_FeeOfTheNativeCoinIsKept() public {
        setTerms(NATIVE, 100, 0, 0, 0);
        depositNative(ALICE, 1 ether);
        withdraw(NATIVE, ALICE, 1 ether, BOB);
        vm.assertEq(BOB.balance, 0.99 ether);
        vm.assertEq(vault.accruedFees(NATIVE), 0.01 ether);
    }

    function test_TermsOfOneTokenLeaveOthersFree() public {
        setTerms(address(token), 100, 5, 10, 20);
        vm.assertEq(vault.withdrawalFee(address(permitToken), 1e18), 0);
    }

    function testFuzz_FeeNeverExceedsTheCap(uint256 amount, uint16 bps, uint128 flatFee) public {
        setTerms(address(token), uint16(bound(bps, 0, vault.MAX_FEE_BPS())), flatFee, 0, 0);
        uint256 fee = vault.withdrawalFee(address(token), amount);
        vm.assertLe(fee, amount / 100);
    }

    function test_FeeRoundingIsDownInFavourOfTheUser() public {
        setTerms(address(token), 100, 0, 0, 0);
        vm.assertEq(vault.withdrawalFee(address(token), 99), 0);
        vm.assertEq(vault.withdrawalFee(address(token), 100), 1);
        vm.assertEq(vault.withdrawalFee(address(token), 199), 1);
    }

    function test_FlatFeeCannotEatASmallBalance() public {
        setTerms(address(token), 0, type(uint128).max, 0, 0);
        deposit(token, ALICE, 1_000);
        withdraw(address(token), ALICE, 1_000, BOB);
        vm.assertEq(token.balanceOf(BOB), 990);
    }

    function test_WholeBalanceOfTheGreatestNumberLeaves() public {
        DemoToken vast = new DemoToken("Vast", "VAST", 18, address(this), type(uint256).max);
        setTerms(address(vast), 100, type(uint128).max, type(uint128).max, type(uint128).max);
        deposit(vast, ALICE, type(uint256).max);
        withdraw(address(vast), ALICE, type(uint256).max, BOB);
        vm.assertEq(vast.balanceOf(BOB), type(uint256).max - type(uint256).max / 100);
    }

    function test_FeeShareAboveTheCapIsRefused() public {
        vm.expectRevert(abi.encodeWithSelector(IVault.FeeAboveCap.selector, 101, 100));
        setTerms(address(token), 101, 0, 0, 0);
    }

    function test_MaximumBelowMinimumIsRefused() public {
        vm.expectRevert(abi.encodeWithSelector(IVault.LimitsContradict.selector, 11, 10));
        setTerms(address(token), 0, 0, 11, 10);
    }

    function test_LimitsIncludeTheirEnds() public {
        setTerms(address(token), 0, 0, 10, 20);
        deposit(token, ALICE, 200);
        withdraw(address(token), ALICE, 10, BOB);
        withdraw(address(token), ALICE, 20, BOB);
        vm.expectRevert(abi.encodeWithSelector(IVault.BelowMinimum.selector, 9, 10));
        withdraw(address(token), ALICE, 9, BOB);
        vm.expectRevert(abi.encodeWithSelector(IVault.AboveMaximum.selector, 21, 20));
        withdraw(address(token), ALICE, 21, BOB);
    }

    function test_NoMinimumAsksForMoreThanATenthOfABalance() public {
        setTerms(address(token), 0, 0, type(uint128).max, 0);
        deposit(token, ALICE, 1_009);
        vm.expectRevert(abi.encodeWithSelector(IVault.BelowMinimum.selector, 99, 100));
        withdraw(address(token), ALICE, 99, BOB);
        withdraw(address(token), ALICE, 100, BOB);
        vm.assertEq(token.balanceOf(BOB), 100);
    }

    /// @dev Under any minimum, a balance of any size can be withdrawn in steps of a tenth of the remaining balance.
    function testFuzz_NoMinimumKeepsAPartIn(uint64 given, uint128 minAmount) public {
        uint256 balance = bound(given, 2, 1e15);
        deposit(token, ALICE, balance);
        setTerms(address(token), 0, 0, minAmount, 0);
        uint256 part = (balance + 9) / 10;
        withdraw(address(token), ALICE, part, BOB);
        vm.assertEq(token.balanceOf(BOB), part);
        vm.assertEq(vault.balanceOf(ALICE, address(token)), balance - part);
    }

    /// @dev The lowest possible maximum still lets a tenth of the balance out.
    function test_NoMaximumIsBelowATenthOfABalance() public {
        setTerms(address(token), 0, 0, 1, 1);
        deposit(token, ALICE, 1_009);
        vm.expectRevert(abi.encodeWithSelector(IVault.AboveMaximum.selector, 101, 100));
        withdraw(address(token), ALICE, 101, BOB);
        withdraw(address(token), ALICE, 100, BOB);
        vm.expectRevert(abi.encodeWithSelector(IVault.AboveMaximum.selector, 91, 90));
        withdraw(address(token), ALICE, 91, BOB);
    }

    /// @dev Under any limits, one partial withdrawal of exactly a tenth, rounded up, is within both.
    function testFuzz_NoLimitsHoldATenthBack(uint64 given, uint128 minAmount, uint128 maxAmount) public {
        uint256 balance = bound(given, 10, 1e15) / 10 * 10;
        deposit(token, ALICE, balance);
        uint128 max = maxAmount != 0 && maxAmount < minAmount ? minAmount : maxAmount;
        setTerms(address(token), 0, 0, minAmount, max);
        withdraw(address(token), ALICE, balance / 10, BOB);
        vm.assertEq(token.balanceOf(BOB), balance / 10);
    }

    function test_NoMaximumMeansNone() public {
        setTerms(address(token), 0, 0, 10, 0);
        deposit(token, ALICE, 1e15);
        withdraw(address(token), ALICE, 1e15 - 1, BOB);
        vm.assertEq(token.balanceOf(BOB), 1e15 - 1);
    }

    /// @dev Under any terms, the whole balance can be withdrawn, minus a fee of at most the cap.
    function testFuzz_NoTermsBlockExit(uint64 given, uint16 bps, uint128 flatFee, uint128 minAmount, uint128 maxAmount)
        public
    {
        uint256 amount = bound(given, 1, 1e15);
        deposit(token, ALICE, amount);
        uint128 max = maxAmount != 0 && maxAmount < minAmount ? minAmount : maxAmount;
        setTerms(address(token), uint16(bound(bps, 0, 100)), flatFee, minAmount, max);
        pause();
        withdraw(address(token), ALICE, amount, BOB);
        vm.assertGe(token.balanceOf(BOB), amount - amount / 100);
        vm.assertEq(vault.balanceOf(ALICE, address(token)), 0);
    }

    function test_FeeRaisedAfterSigningCostsNoMoreThanAgreed() public {
        setTerms(address(token), 10, 0, 0, 0);
        deposit(token, ALICE, 10_000);
        uint256 agreed = vault.withdrawalFee(address(token), 10_000);
        setTerms(address(token), 11, 0, 0, 0);
        vm.expectRevert(abi.encodeWithSelector(IVault.FeeAboveAgreed.selector, 11, 10));
        vm.prank(ALICE);
        vault.withdraw(address(token), 10_000, BOB, agreed);
        vm.assertEq(vault.balanceOf(ALICE, address(token)), 10_000);
    }

    function test_FeeOfExactlyWhatWasAgreedIsTaken() public {
        setTerms(address(token), 10, 0, 0, 0);
        deposit(token, ALICE, 10_000);
        vm.prank(ALICE);
        vault.withdraw(address(token), 10_000, BOB, 10);
        vm.assertEq(token.balanceOf(BOB), 9_990);
    }

    /// @dev A caller who accepts the maximum fee can always withdraw, even if the owner changes the terms in between.
    function testFuzz_FeeCapIsAlwaysEnoughToAgreeTo(uint64 given, uint16 bps, uint128 flatFee) public {
        uint256 amount = bound(given, 1, 1e15);
        deposit(token, ALICE, amount);
        setTerms(address(token), uint16(bound(bps, 0, 100)), flatFee, 0, 0);
        uint256 cap = amount * vault.MAX_FEE_BPS() / 10_000;
        vm.prank(ALICE);
        vault.withdraw(address(token), amount, BOB, cap);
        vm.assertEq(vault.balanceOf(ALICE, address(token)), 0);
    }
}
