// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {ICustody} from "../../src/ICustody.sol";
import {IVault} from "../../src/IVault.sol";
import {FalseToken, FeeOnTransferToken, RebasingToken, SilentToken, SinkToken} from "../support/AwkwardTokens.sol";
import {VaultTest} from "../support/VaultTest.sol";

contract VaultDepositTest is VaultTest {
    function test_DepositCreditsAndEmits() public {
        fund(token, ALICE, 5e6);
        vm.expectEmit(address(vault));
        emit IVault.Deposited(ALICE, address(token), 5e6);
        vm.prank(ALICE);
        vault.deposit(address(token), 5e6);
        vm.assertEq(vault.balanceOf(ALICE, address(token)), 5e6);
        vm.assertEq(token.balanceOf(address(vault)), 5e6);
    }

    function test_DepositUsesUpAnExactApproval() public {
        deposit(token, ALICE, 5e6);
        vm.assertEq(token.allowance(ALICE, address(vault)), 0);
    }

    function testFuzz_DepositsAddUpPerUserAndToken(uint64 first, uint64 second, uint64 other) public {
        uint256 a = bound(first, 1, 1e14);
        uint256 b = bound(second, 1, 1e14);
        uint256 c = bound(other, 1, 1e14);
        deposit(token, ALICE, a);
        deposit(token, ALICE, b);
        deposit(permitToken, ALICE, c);
        deposit(token, BOB, c);
        vm.assertEq(vault.balanceOf(ALICE, address(token)), a + b);
        vm.assertEq(vault.balanceOf(ALICE, address(permitToken)), c);
        vm.assertEq(vault.balanceOf(BOB, address(token)), c);
    }

    function testFuzz_NativeDepositCredits(uint96 amount) public {
        uint256 value = bound(amount, 1, type(uint96).max);
        vm.deal(ALICE, value);
        vm.expectEmit(address(vault));
        emit IVault.Deposited(ALICE, NATIVE, value);
        vm.prank(ALICE);
        vault.depositNative{value: value}();
        vm.assertEq(vault.balanceOf(ALICE, NATIVE), value);
        vm.assertEq(address(vault).balance, value);
    }

    function test_ZeroDepositIsRefused() public {
        vm.expectRevert(ICustody.ZeroAmount.selector);
        vault.deposit(address(token), 0);
    }

    function test_ZeroNativeDepositIsRefused() public {
        vm.expectRevert(ICustody.ZeroAmount.selector);
        vault.depositNative();
    }

    function test_DepositOfTheNativeAddressIsRefused() public {
        vm.expectRevert(abi.encodeWithSelector(ICustody.NotAToken.selector, NATIVE));
        vault.deposit(NATIVE, 1);
    }

    function test_DepositOfAnAddressWithoutCodeIsRefused() public {
        vm.expectRevert(abi.encodeWithSelector(ICustody.NotAToken.selector, BOB));
        vault.deposit(BOB, 1);
    }

    function test_DepositWithoutApprovalGivesTheTokensError() public {
        token.transfer(ALICE, 5);
        vm.expectRevert(
            abi.encodeWithSelector(IERC20Errors.ERC20InsufficientAllowance.selector, address(vault), 0, 5)
        );
        vm.prank(ALICE);
        vault.deposit(address(token), 5);
    }

    function test_TokenAnsweringFalseIsRefused() public {
        FalseToken falsy = new FalseToken(10);
        vm.expectRevert(abi.encodeWithSelector(SafeERC20.SafeERC20FailedOperation.selector, address(falsy)));
        vault.deposit(address(falsy), 10);
        vm.assertEq(vault.balanceOf(address(this), address(falsy)), 0);
    }

    function test_TokenWithoutAnswerWorksBothWays() public {
        SilentToken silent = new SilentToken(10);
        silent.approve(address(vault), 10);
        vault.deposit(address(silent), 10);
        vault.withdraw(address(silent), 10, BOB, 0);
        vm.assertEq(silent.balanceOf(BOB), 10);
    }

    function test_FeeOnTransferTokenIsCreditedByWhatArrived() public {
        FeeOnTransferToken fee = new FeeOnTransferToken(1_000);
        fee.approve(address(vault), 1_000);
        vault.deposit(address(fee), 1_000);
        vm.assertEq(vault.balanceOf(address(this), address(fee)), fee.balanceOf(address(vault)));
        vm.assertEq(vault.balanceOf(address(this), address(fee)), 990);
    }

    function test_FeeOnTransferOfEverythingIsRefused() public {
        SinkToken sink = new SinkToken(10);
        sink.approve(address(vault), 10);
        vm.expectRevert(ICustody.ZeroAmount.selector);
        vault.deposit(address(sink), 10);
    }

    function testFuzz_DonationCreditsNobody(uint64 donation, uint64 amount) public {
        uint256 sent = bound(amount, 1, 1e14);
        token.transfer(address(vault), bound(donation, 1, 1e14));
        vm.deal(address(vault), donation);
        deposit(token, ALICE, sent);
        vm.assertEq(vault.balanceOf(ALICE, address(token)), sent);
        vm.assertEq(vault.balanceOf(address(this), address(token)), 0);
        vm.assertEq(vault.balanceOf(address(this), NATIVE), 0);
        vm.assertEq(vault.accruedFees(address(token)), 0);
    }

    function test_DonationOfTheNativeCoinIsRefused() public {
        (bool sent,) = address(vault).call{value: 1}("");
        vm.assertFalse(sent);
    }

    function test_PauseStopsEveryKindOfDeposit() public {
        fund(token, address(this), 1);
        pause();
        vm.expectRevert(Pausable.EnforcedPause.selector);
        vault.deposit(address(token), 1);
        vm.expectRevert(Pausable.EnforcedPause.selector);
        vault.depositWithPermit(address(token), 1, 0, 0, 0, 0);
        vm.expectRevert(Pausable.EnforcedPause.selector);
        vault.depositNative{value: 1}();
    }

    function test_UnpauseOpensDepositsAgain() public {
        pause();
        vm.prank(OWNER);
        vault.unpause();
        deposit(token, ALICE, 1);
        vm.assertEq(vault.balanceOf(ALICE, address(token)), 1);
    }
}

/// @dev Rebasing tokens aren't supported. These tests show what happens with them and who is affected.
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
