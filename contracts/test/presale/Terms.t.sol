// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {IPresale} from "../../src/IPresale.sol";
import {Presale} from "../../src/Presale.sol";
import {DemoToken} from "../../src/demo/DemoToken.sol";
import {FeeOnTransferToken} from "../support/AwkwardTokens.sol";
import {PresaleTest} from "./PresaleTest.sol";

contract PresaleTermsTest is PresaleTest {
    function test_TermsAreTheArguments() public view {
        IPresale.Terms memory read = sale.terms();
        vm.assertEq(abi.encode(read), abi.encode(terms()));
        vm.assertEq(sale.owner(), OWNER);
        vm.assertEq(sale.inventory(), 200_000e18);
    }

    function test_ZeroPriceIsRefused() public {
        IPresale.Terms memory wrong = terms();
        wrong.price = 0;
        vm.expectRevert(abi.encodeWithSelector(IPresale.InvalidPrice.selector, 0));
        new Presale(wrong, OWNER);
    }

    function refuseCaps(uint256 soft, uint256 hard, uint256 wallet) private {
        IPresale.Terms memory wrong = terms();
        (wrong.softCap, wrong.hardCap, wrong.walletCap) = (soft, hard, wallet);
        vm.expectRevert(abi.encodeWithSelector(IPresale.InvalidCaps.selector, soft, hard, wallet));
        new Presale(wrong, OWNER);
    }

    function test_CapsThatContradictAreRefused() public {
        refuseCaps(0, 10, 10);
        refuseCaps(11, 10, 10);
        refuseCaps(10, 10, 0);
    }

    /// @dev Returns sale terms with a 0-decimal sale token at a price of 30 base units.
    function coarseTerms(uint256 soft, uint256 hard, uint256 wallet) private returns (IPresale.Terms memory changed) {
        changed = terms();
        changed.saleToken = address(new DemoToken("Coarse", "CRS", 0, address(this), 1e30));
        (changed.price, changed.softCap, changed.hardCap, changed.walletCap) = (30, soft, hard, wallet);
    }

    function test_WalletCapBelowThePriceOfAUnitIsRefused() public {
        IPresale.Terms memory wrong = coarseTerms(10, 100, 29);
        vm.expectRevert(abi.encodeWithSelector(IPresale.WalletCapBelowUnitPrice.selector, 29, 30));
        new Presale(wrong, OWNER);
        new Presale(coarseTerms(10, 100, 30), OWNER);
    }

    function test_SoftCapThatOthersCouldPutOutOfReachIsRefused() public {
        IPresale.Terms memory wrong = coarseTerms(72, 100, 100);
        vm.expectRevert(abi.encodeWithSelector(IPresale.SoftCapOutOfReach.selector, 72, 100, 30));
        new Presale(wrong, OWNER);
        sale = new Presale(coarseTerms(71, 100, 100), OWNER);
        DemoToken coarse = DemoToken(sale.terms().saleToken);
        fund(coarse, OWNER, address(sale), sale.inventory());
        vm.prank(OWNER);
        sale.schedule(START, END);
        vm.warp(START);
        // When the sale is one base unit short of the soft cap, the amount left below the hard cap still buys one
        // token.
        contribute(BOB, 70);
        contribute(ALICE, 30);
        vm.warp(END);
        assertStage(IPresale.Stage.Succeeded);
    }

    function test_EqualCapsAreTakenWhereAUnitCostsNoMoreThanTheSmallestPayment() public {
        IPresale.Terms memory equal = terms();
        equal.softCap = equal.hardCap;
        sale = new Presale(equal, OWNER);
        open();
        contribute(ALICE, WALLET_CAP);
        contribute(BOB, HARD_CAP - WALLET_CAP - 1);
        contribute(CAROL, 1);
        vm.warp(END);
        assertStage(IPresale.Stage.Succeeded);
    }

    function refuseVesting(uint64 cliff, uint64 vesting) private {
        IPresale.Terms memory wrong = terms();
        (wrong.cliff, wrong.vesting) = (cliff, vesting);
        vm.expectRevert(abi.encodeWithSelector(IPresale.InvalidVesting.selector, cliff, vesting));
        new Presale(wrong, OWNER);
    }

    function test_VestingThatContradictsIsRefused() public {
        refuseVesting(11, 10);
        refuseVesting(0, 4 * 365 days + 1);
        refuseVesting(4 * 365 days + 1, 4 * 365 days + 1);
        refuseVesting(4 * 365 days + 1, 4 * 365 days);
    }

    function test_LongestVestingAndCliffAreAccepted() public {
        IPresale.Terms memory longest = terms();
        (longest.cliff, longest.vesting) = (4 * 365 days, 4 * 365 days);
        sale = new Presale(longest, OWNER);
        vm.assertEq(sale.terms().vesting, sale.MAX_VESTING());
        open();
        contribute(ALICE, SOFT_CAP);
        vm.warp(uint256(END) + 4 * 365 days - 1);
        vm.assertEq(sale.claimable(ALICE), 0);
        vm.warp(uint256(END) + 4 * 365 days);
        vm.assertEq(sale.claimable(ALICE), sale.purchasedBy(ALICE));
    }

    function test_SchedulingTakesTheWholeInventoryAndEmits() public {
        fund(tide, OWNER, address(sale), 200_000e18);
        vm.expectEmit(address(sale));
        emit IPresale.Scheduled(address(tide), 200_000e18, START, END);
        vm.prank(OWNER);
        sale.schedule(START, END);
        vm.assertEq(tide.balanceOf(address(sale)), 200_000e18);
        vm.assertEq(sale.start(), START);
        vm.assertEq(sale.end(), END);
    }

    function test_OnlyTheOwnerSchedules() public {
        expectUnauthorized(BOB);
        sale.schedule(START, END);
    }

    function test_SchedulingTwiceIsRefused() public {
        schedule();
        expectStage(IPresale.Stage.Upcoming);
        vm.prank(OWNER);
        sale.schedule(START, END);
    }

    function refuseWindow(uint64 start, uint64 end) private {
        vm.expectRevert(abi.encodeWithSelector(IPresale.InvalidWindow.selector, start, end));
        vm.prank(OWNER);
        sale.schedule(start, end);
    }

    function test_WindowsThatContradictAreRefused() public {
        refuseWindow(NOW - 1, NOW);
        refuseWindow(START, START);
        refuseWindow(START, NOW + 365 days + 1);
    }

    function test_TimestampEdgeWindowMayHaveBegun() public {
        fund(tide, OWNER, address(sale), 200_000e18);
        vm.prank(OWNER);
        sale.schedule(0, NOW + 365 days);
        assertStage(IPresale.Stage.Open);
    }

    function test_FeeOnTransferSaleTokenIsRefused() public {
        FeeOnTransferToken fee = new FeeOnTransferToken(1e30);
        IPresale.Terms memory changed = terms();
        changed.saleToken = address(fee);
        sale = new Presale(changed, OWNER);
        fund(fee, OWNER, address(sale), 100);
        fee.transfer(OWNER, 1e28);
        vm.prank(OWNER);
        fee.approve(address(sale), 1e28);
        vm.expectRevert(abi.encodeWithSelector(IPresale.InventoryShort.selector, 198_000e18, 200_000e18));
        vm.prank(OWNER);
        sale.schedule(START, END);
    }

    function test_HardCapTooSmallToSellAnythingIsRefused() public {
        IPresale.Terms memory tiny = terms();
        (tiny.price, tiny.softCap, tiny.hardCap) = (type(uint256).max, 1, 1);
        uint256 unitPrice = type(uint256).max / 1e18 + 1;
        tiny.walletCap = unitPrice;
        vm.expectRevert(abi.encodeWithSelector(IPresale.SoftCapOutOfReach.selector, 1, 1, unitPrice));
        new Presale(tiny, OWNER);
    }

    function test_TimestampEdgesOfTheStages() public {
        assertStage(IPresale.Stage.Unscheduled);
        schedule();
        vm.warp(START - 1);
        assertStage(IPresale.Stage.Upcoming);
        vm.warp(START);
        assertStage(IPresale.Stage.Open);
        vm.warp(END - 1);
        assertStage(IPresale.Stage.Open);
        vm.warp(END);
        assertStage(IPresale.Stage.Failed);
    }

    function test_OwnershipMovesInTwoSteps() public {
        vm.prank(OWNER);
        sale.transferOwnership(BOB);
        vm.assertEq(sale.owner(), OWNER);
        vm.prank(BOB);
        sale.acceptOwnership();
        vm.assertEq(sale.owner(), BOB);
    }
}
