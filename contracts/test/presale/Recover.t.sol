// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ICustody} from "../../src/ICustody.sol";
import {IPresale} from "../../src/IPresale.sol";
import {IRecovery} from "../../src/IRecovery.sol";
import {Presale} from "../../src/Presale.sol";
import {DemoToken} from "../../src/demo/DemoToken.sol";
import {RecoverTest} from "../support/RecoverTest.sol";
import {PresaleTest} from "./PresaleTest.sol";

contract PresaleRecoverTest is PresaleTest, RecoverTest {
    function custody() internal view override returns (IRecovery) {
        return sale;
    }

    function recoverCall() internal view override returns (bytes memory) {
        return abi.encodeCall(IPresale.recover, (ALICE));
    }

    function test_RulesOfRecoveryApply() public {
        open();
        contribute(ALICE, 1_000e6);
        assertRulesApply();
    }

    function test_MovesContributionAndClaims() public {
        open();
        contribute(ALICE, 1_000e6);
        contribute(BOB, 500e6);
        vm.warp(END + 45 days);
        claim(ALICE);
        claim(BOB);
        vm.assertEq(sale.claimedBy(ALICE), 10_000e18);
        waitForRecovery();
        vm.expectEmit(address(sale));
        emit IPresale.ContributionRecovered(ALICE, BOB, 1_000e6, 10_000e18);
        recover();
        vm.assertEq(sale.contributionOf(ALICE), 0);
        vm.assertEq(sale.claimedBy(ALICE), 0);
        vm.assertEq(sale.purchasedBy(ALICE), 0);
        vm.assertEq(sale.claimable(ALICE), 0);
        vm.assertEq(sale.contributionOf(BOB), 1_500e6);
        vm.assertEq(sale.purchasedBy(BOB), 30_000e18);
        vm.assertEq(sale.claimedBy(BOB), 15_000e18);
        vm.warp(END + VESTING);
        claim(BOB);
        vm.assertEq(tide.balanceOf(BOB), 20_000e18);
        tryRecover(BOB, abi.encodeWithSelector(ICustody.ZeroAmount.selector));
    }

    function test_MovesARefund() public {
        open();
        contribute(ALICE, 400e6);
        contribute(BOB, 100e6);
        vm.warp(END);
        waitForRecovery();
        recover();
        refund(BOB, BOB);
        vm.assertEq(dollar.balanceOf(BOB), 500e6);
        vm.assertEq(dollar.balanceOf(address(sale)), 0);
        vm.expectRevert(ICustody.ZeroAmount.selector);
        refund(ALICE, ALICE);
    }

    function test_NothingIsLeftToRecoverAfterARefund() public {
        open();
        contribute(ALICE, 400e6);
        vm.warp(END);
        refund(ALICE, ALICE);
        waitForRecovery();
        tryRecover(BOB, abi.encodeWithSelector(ICustody.ZeroAmount.selector));
    }

    function test_WalletCapAppliesToPaymentsAlone() public {
        open();
        contribute(ALICE, 4_000e6);
        contribute(BOB, 4_000e6);
        waitForRecovery();
        recover();
        vm.assertEq(sale.contributionOf(BOB), 8_000e6);
        fund(IERC20(dollar), BOB, address(sale), 1);
        vm.expectRevert(abi.encodeWithSelector(IPresale.AboveWalletCap.selector, 1, 0));
        vm.prank(BOB);
        sale.contribute(1);
        contribute(ALICE, 1_000e6);
        vm.assertEq(sale.contributionOf(ALICE), 1_000e6);
        vm.assertEq(sale.raised(), 9_000e6);
    }

    function test_NeverBlockedByAPause() public {
        open();
        contribute(ALICE, 1_000e6);
        pause();
        waitForRecovery();
        recover();
        vm.assertEq(sale.purchasedBy(BOB), 20_000e18);
    }

    /// @dev Opens a sale at 3 units of the payment for one of the token. Alice's 5 and Bob's 4 buy one unit each, but one
    /// payment of 9 would buy three.
    function openCoarseSale(uint256 softCap, uint256 hardCap) private {
        DemoToken coarse = new DemoToken("Coarse", "CRS", 0, address(this), 1e30);
        sale = new Presale(IPresale.Terms(address(coarse), address(dollar), 3, softCap, hardCap, 20, 0, 0), OWNER);
        fund(coarse, OWNER, address(sale), sale.inventory());
        vm.prank(OWNER);
        sale.schedule(START, END);
        vm.warp(START);
        contribute(ALICE, 5);
        contribute(BOB, 4);
        vm.assertEq(sale.sold(), 2);
    }

    /// @dev Recovered payments must not buy a unit that the sale may have given to the owner of the contract as unsold.
    function test_RoundingOfRecoveredPaymentsIsThatOfThePaymentsThemselves() public {
        openCoarseSale(1, 10);
        vm.warp(END);
        vm.prank(OWNER);
        sale.collectUnsold(OWNER);
        waitForRecovery();
        recover();
        vm.assertEq(sale.contributionOf(BOB), 9);
        vm.assertEq(sale.purchasedBy(BOB), 2);
        claim(BOB);
        vm.assertEq(IERC20(sale.terms().saleToken).balanceOf(BOB), 2);
        vm.assertEq(sale.claimable(BOB), 0);
        // The same holds if Carol recovers from Bob.
        vm.prank(BOB);
        sale.setRecovery(CAROL, DELAY);
        vm.prank(CAROL);
        sale.requestRecovery(BOB);
        vm.warp(vm.getBlockTimestamp() + DELAY);
        vm.prank(CAROL);
        sale.recover(BOB);
        vm.assertEq(sale.purchasedBy(CAROL), 2);
        vm.assertEq(sale.purchasedBy(BOB), 0);
        vm.assertEq(sale.claimable(CAROL), 0);
    }

    function test_FurtherPaymentsAfterARecoveryBuyTheirOwnTokens() public {
        openCoarseSale(1, 30);
        waitForRecovery();
        recover();
        contribute(BOB, 3);
        vm.assertEq(sale.purchasedBy(BOB), 3);
        vm.assertEq(sale.sold(), 3);
        contribute(ALICE, 3);
        vm.assertEq(sale.purchasedBy(ALICE), 1);
    }

    function test_RefundOfRecoveredPaymentsLeavesNoPurchase() public {
        openCoarseSale(12, 30);
        vm.warp(END);
        waitForRecovery();
        recover();
        vm.assertEq(sale.purchasedBy(BOB), 2);
        refund(BOB, BOB);
        vm.assertEq(dollar.balanceOf(BOB), 9);
        vm.assertEq(sale.purchasedBy(BOB), 0);
    }
}
