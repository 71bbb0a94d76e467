// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {ICustody} from "../../src/ICustody.sol";
import {RebasingToken} from "../support/AwkwardTokens.sol";
import {VaultTest} from "../support/VaultTest.sol";

/// @dev Unsupported rebasing tokens: what happens, and who is affected.
contract VaultRebasingTest is VaultTest {
    RebasingToken private rebasing;

    function setUp() public override {
        super.setUp();
        rebasing = new RebasingToken(1e6);
        deposit(rebasing, ALICE, 1_000);
        deposit(rebasing, BOB, 1_000);
        deposit(token, BOB, 1_000);
    }

    function test_ShrinkingTokenHarmsItsLastHoldersAndNoOtherToken() public {
        rebasing.rebase(50);
        withdraw(address(rebasing), ALICE, 1_000, ALICE);
        vm.assertEq(rebasing.balanceOf(ALICE), 1_000);
        vm.expectPartialRevert(IERC20Errors.ERC20InsufficientBalance.selector);
        withdraw(address(rebasing), BOB, 1_000, BOB);
        withdraw(address(token), BOB, 1_000, BOB);
        vm.assertEq(token.balanceOf(BOB), 1_000);
    }

    function test_GrowthOfATokenStaysInTheVaultForNobody() public {
        rebasing.rebase(150);
        withdraw(address(rebasing), ALICE, 1_000, ALICE);
        withdraw(address(rebasing), BOB, 1_000, BOB);
        vm.assertGe(rebasing.balanceOf(address(vault)), 1_000);
        vm.expectRevert(ICustody.ZeroAmount.selector);
        vm.prank(OWNER);
        vault.collectFees(address(rebasing), OWNER);
    }
}
