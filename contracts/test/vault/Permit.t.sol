// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";
import {ICustody} from "../../src/ICustody.sol";
import {IVault} from "../../src/IVault.sol";
import {RefusingPermitToken, SilentToken} from "../support/AwkwardTokens.sol";
import {VaultTest} from "../support/VaultTest.sol";

contract VaultPermitTest is VaultTest {
    function setUp() public override {
        super.setUp();
        permitToken.transfer(ALICE, 1e20);
    }

    function sign(uint256 amount, uint256 deadline) private view returns (uint8 v, bytes32 r, bytes32 s) {
        return signPermit(permitToken, address(vault), amount, deadline);
    }

    function depositSigned(uint256 amount, uint256 deadline, uint8 v, bytes32 r, bytes32 s) private {
        vm.prank(ALICE);
        vault.depositWithPermit(address(permitToken), amount, deadline, v, r, s);
    }

    function testFuzz_PermitDepositsInOneTransaction(uint96 given) public {
        uint256 amount = bound(given, 1, 1e20);
        (uint8 v, bytes32 r, bytes32 s) = sign(amount, block.timestamp);
        depositSigned(amount, block.timestamp, v, r, s);
        vm.assertEq(vault.balanceOf(ALICE, address(permitToken)), amount);
        vm.assertEq(permitToken.allowance(ALICE, address(vault)), 0);
    }

    function test_PermitFrontRunDoesNotBlockTheDeposit() public {
        (uint8 v, bytes32 r, bytes32 s) = sign(1e18, block.timestamp);
        vm.prank(BOB);
        permitToken.permit(ALICE, address(vault), 1e18, block.timestamp, v, r, s);
        depositSigned(1e18, block.timestamp, v, r, s);
        vm.assertEq(vault.balanceOf(ALICE, address(permitToken)), 1e18);
    }

    function test_PermitReplayTakesNothing() public {
        (uint8 v, bytes32 r, bytes32 s) = sign(1e18, block.timestamp);
        depositSigned(1e18, block.timestamp, v, r, s);
        vm.expectPartialRevert(ERC20Permit.ERC2612InvalidSigner.selector);
        depositSigned(1e18, block.timestamp, v, r, s);
        vm.assertEq(vault.balanceOf(ALICE, address(permitToken)), 1e18);
    }

    function test_PermitOfAnotherPersonTakesNothing() public {
        (uint8 v, bytes32 r, bytes32 s) = sign(1e18, block.timestamp);
        vm.expectPartialRevert(ERC20Permit.ERC2612InvalidSigner.selector);
        vm.prank(BOB);
        vault.depositWithPermit(address(permitToken), 1e18, block.timestamp, v, r, s);
        vm.assertEq(permitToken.balanceOf(ALICE), 1e20);
    }

    function test_ExpiredPermitGivesTheTokensReason() public {
        uint256 deadline = block.timestamp;
        (uint8 v, bytes32 r, bytes32 s) = sign(1e18, deadline);
        vm.warp(deadline + 1);
        vm.expectRevert(abi.encodeWithSelector(ERC20Permit.ERC2612ExpiredSignature.selector, deadline));
        depositSigned(1e18, deadline, v, r, s);
    }

    function test_PermitIsGoodAtItsVeryDeadline() public {
        uint256 deadline = block.timestamp + 60;
        (uint8 v, bytes32 r, bytes32 s) = sign(1e18, deadline);
        vm.warp(deadline);
        depositSigned(1e18, deadline, v, r, s);
        vm.assertEq(vault.balanceOf(ALICE, address(permitToken)), 1e18);
    }

    function test_PermitFailingIsForgivenWhereAnAllowanceCovers() public {
        fund(token, ALICE, 7);
        vm.prank(ALICE);
        vault.depositWithPermit(address(token), 7, 0, 0, 0, 0);
        vm.assertEq(vault.balanceOf(ALICE, address(token)), 7);
    }

    function test_PermitRefusedWithoutReasonIsNamed() public {
        RefusingPermitToken refusing = new RefusingPermitToken(10);
        refusing.approve(address(vault), 9);
        vm.expectRevert(abi.encodeWithSelector(ICustody.PermitRefused.selector, address(refusing)));
        vault.depositWithPermit(address(refusing), 10, 0, 0, 0, 0);
    }

    function test_PhantomPermitTakesOnlyWhatWasApproved() public {
        SilentToken silent = new SilentToken(10);
        vm.expectRevert(abi.encodeWithSignature("Panic(uint256)", 0x11));
        vault.depositWithPermit(address(silent), 10, 0, 0, 0, 0);
        vm.assertEq(silent.balanceOf(address(this)), 10);
    }

    function test_PermitOfAnAddressWithoutCodeIsRefused() public {
        vm.expectRevert(abi.encodeWithSelector(ICustody.NotAToken.selector, NATIVE));
        vault.depositWithPermit(NATIVE, 1, 0, 0, 0, 0);
    }

    function test_PermitForMoreThanOwnedGivesTheTokensError() public {
        (uint8 v, bytes32 r, bytes32 s) = sign(1e20 + 1, block.timestamp);
        vm.expectRevert(
            abi.encodeWithSelector(IERC20Errors.ERC20InsufficientBalance.selector, ALICE, 1e20, 1e20 + 1)
        );
        depositSigned(1e20 + 1, block.timestamp, v, r, s);
    }
}
