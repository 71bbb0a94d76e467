// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {IVault} from "../../src/IVault.sol";
import {VaultTest} from "../support/VaultTest.sol";

/// @dev Anyone can transfer to another's vault balance, also right before its owner withdraws all of it.
contract VaultAddedBalanceTest is VaultTest {
    function setUp() public override {
        super.setUp();
        setTerms(address(token), 0, 0, 0, 50e6);
        deposit(token, ALICE, 1_000e6);
        deposit(token, BOB, 1e6);
    }

    function test_OneUnitFromAStrangerDoesNotBlockAnExit() public {
        uint256 whole = vault.balanceOf(ALICE, address(token));
        vm.prank(BOB);
        vault.transfer(address(token), 1, ALICE);
        withdraw(address(token), ALICE, whole, ALICE);
        vm.assertEq(token.balanceOf(ALICE), whole);
    }

    /// @dev With the lowest maximum, 44 withdrawals would be needed to get 99% out.
    function test_OwnerDoesNotHoldAnExitBackWithUnits() public {
        deposit(token, OWNER, 100);
        setTerms(address(token), 100, 0, 0, 1);
        uint256 whole = vault.balanceOf(ALICE, address(token));
        vm.prank(OWNER);
        vault.transfer(address(token), 1, ALICE);
        vm.prank(ALICE);
        vault.withdraw(address(token), whole, ALICE, type(uint256).max);
        vm.assertEq(vault.balanceOf(ALICE, address(token)), 1);
    }

    function test_LimitsEndWhereATenthStays() public {
        vm.expectRevert(abi.encodeWithSelector(IVault.AboveMaximum.selector, 900e6 - 1, 100e6));
        vm.prank(ALICE);
        vault.withdraw(address(token), 900e6 - 1, ALICE, type(uint256).max);
        withdraw(address(token), ALICE, 900e6, ALICE);
    }
}
