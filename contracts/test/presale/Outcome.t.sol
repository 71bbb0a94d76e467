// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {Errors} from "@openzeppelin/contracts/utils/Errors.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {ICustody} from "../../src/ICustody.sol";
import {IPresale} from "../../src/IPresale.sol";
import {Presale} from "../../src/Presale.sol";
import {StoppableToken} from "../support/AwkwardTokens.sol";
import {PresaleTest} from "./PresaleTest.sol";

contract PresaleOutcomeTest is PresaleTest {
    function succeed() private {
        open();
        contribute(ALICE, 900e6);
        contribute(BOB, 100e6);
        vm.warp(END);
    }

    function fail() private {
        open();
        contribute(ALICE, 900e6);
        contribute(BOB, 100e6 - 1);
        vm.warp(END);
    }

    function test_SoftCapDecidesToTheUnit() public {
        succeed();
        assertStage(IPresale.Stage.Succeeded);
    }

    function test_SoftCapMissedByAUnitFails() public {
        fail();
        assertStage(IPresale.Stage.Failed);
    }

    function test_NothingVestsBeforeTheCliff() public {
        succeed();
        vm.warp(END + CLIFF - 1);
        vm.assertEq(sale.claimable(ALICE), 0);
        vm.expectRevert(ICustody.ZeroAmount.selector);
        claim(ALICE);
    }

    function test_TimestampEdgeCliffGivesWhatIsLinearSinceTheEnd() public {
        succeed();
        vm.warp(END + CLIFF);
        vm.assertEq(sale.claimable(ALICE), uint256(18_000e18) * 7 / 90);
    }

    function test_TimestampEdgeLastSecondOfVesting() public {
        succeed();
        vm.warp(END + VESTING - 1);
        vm.assertEq(sale.claimable(ALICE), uint256(18_000e18) * (VESTING - 1) / VESTING);
        vm.warp(END + VESTING);
        vm.assertEq(sale.claimable(ALICE), 18_000e18);
    }

    function test_WithoutVestingAllIsThereAtTheEnd() public {
        IPresale.Terms memory changed = terms();
        (changed.cliff, changed.vesting) = (0, 0);
        sale = new Presale(changed, OWNER);
        succeed();
        vm.assertEq(sale.claimable(ALICE), 18_000e18);
    }

    function testFuzz_VestingIsMonotonicAndAtMostThePurchase(uint32 first, uint32 second) public {
        succeed();
        (uint256 early, uint256 late) = first < second ? (first, second) : (second, first);
        vm.assertLe(sale.vestedAt(ALICE, END + early), sale.vestedAt(ALICE, END + late));
        vm.assertLe(sale.vestedAt(ALICE, END + late), sale.purchasedBy(ALICE));
    }

    function test_NothingIsVestedBeforeTheEndWhateverTimeIsAsked() public {
        open();
        contribute(ALICE, SOFT_CAP);
        vm.assertEq(sale.vestedAt(ALICE, type(uint256).max), 0);
        vm.assertEq(sale.claimable(ALICE), 0);
    }

    function test_ClaimPaysAndEmits() public {
        succeed();
        vm.warp(END + VESTING);
        vm.expectEmit(address(sale));
        emit IPresale.TokensClaimed(ALICE, address(tide), ALICE, 18_000e18);
        claim(ALICE);
        vm.assertEq(tide.balanceOf(ALICE), 18_000e18);
        vm.assertEq(sale.claimedBy(ALICE), 18_000e18);
    }

    function test_TokensGoToTheRecipient() public {
        succeed();
        vm.warp(END + VESTING);
        uint256 amount = sale.purchasedBy(ALICE);
        vm.expectEmit(address(sale));
        emit IPresale.TokensClaimed(ALICE, address(tide), CAROL, amount);
        vm.prank(ALICE);
        sale.claim(CAROL);
        vm.assertEq(tide.balanceOf(CAROL), amount);
        vm.assertEq(tide.balanceOf(ALICE), 0);
    }

    function test_NobodyAndTheSaleAreNoRecipientsOfTokens() public {
        succeed();
        vm.warp(END + VESTING);
        address[2] memory wrong = [address(0), address(sale)];
        for (uint256 i = 0; i < 2; i++) {
            vm.expectRevert(abi.encodeWithSelector(ICustody.InvalidRecipient.selector, wrong[i]));
            vm.prank(ALICE);
            sale.claim(wrong[i]);
        }
        vm.assertEq(sale.claimedBy(ALICE), 0);
    }

    function test_ClaimOnceOnly() public {
        succeed();
        vm.warp(END + VESTING);
        claim(ALICE);
        vm.expectRevert(ICustody.ZeroAmount.selector);
        claim(ALICE);
    }

    function testFuzz_ClaimingInPartsGivesTheWholeExactly(uint32 a, uint32 b) public {
        succeed();
        vm.warp(END + bound(a, CLIFF, VESTING));
        claim(ALICE);
        vm.warp(END + bound(b, VESTING, 2 * VESTING));
        if (sale.claimable(ALICE) > 0) claim(ALICE);
        vm.assertEq(tide.balanceOf(ALICE), 18_000e18);
    }

    function test_ClaimWhereTheSaleFailedIsRefused() public {
        fail();
        vm.warp(END + VESTING);
        vm.expectRevert(ICustody.ZeroAmount.selector);
        claim(ALICE);
    }

    function test_RefundGivesAllBackAndEmits() public {
        fail();
        vm.expectEmit(address(sale));
        emit IPresale.Refunded(ALICE, address(dollar), CAROL, 900e6);
        refund(ALICE, CAROL);
        vm.assertEq(dollar.balanceOf(CAROL), 900e6);
        vm.assertEq(sale.contributionOf(ALICE), 0);
    }

    function test_RefundOnceOnly() public {
        fail();
        refund(ALICE, ALICE);
        vm.expectRevert(ICustody.ZeroAmount.selector);
        refund(ALICE, ALICE);
    }

    function test_RefundWhereTheSaleSucceededIsRefused() public {
        succeed();
        expectStage(IPresale.Stage.Succeeded);
        refund(ALICE, ALICE);
    }

    function test_RefundBeforeTheEndIsRefused() public {
        open();
        contribute(ALICE, 1);
        expectStage(IPresale.Stage.Open);
        refund(ALICE, ALICE);
    }

    function test_MaliciousReceiverOfANativeRefundHarmsItselfAlone() public {
        nativeSale();
        contributeNative(ALICE, 0.5 ether);
        contributeNative(BOB, 0.4 ether);
        vm.warp(END);
        vm.expectRevert(Errors.FailedCall.selector);
        refund(ALICE, address(tide));
        refund(BOB, BOB);
        refund(ALICE, CAROL);
        vm.assertEq(BOB.balance, 0.4 ether);
        vm.assertEq(CAROL.balance, 0.5 ether);
    }

    function test_RefundToNobodyIsRefused() public {
        fail();
        vm.expectRevert(abi.encodeWithSelector(ICustody.InvalidRecipient.selector, address(0)));
        refund(ALICE, address(0));
    }

    function test_ProceedsGoToTheOwnersChoiceOnceAndEmit() public {
        succeed();
        vm.expectEmit(address(sale));
        emit IPresale.ProceedsCollected(address(dollar), CAROL, 1_000e6);
        vm.prank(OWNER);
        sale.collectProceeds(CAROL);
        vm.assertEq(dollar.balanceOf(CAROL), 1_000e6);
        vm.expectRevert(ICustody.ZeroAmount.selector);
        vm.prank(OWNER);
        sale.collectProceeds(CAROL);
    }

    function test_NativeProceedsGoToTheOwnersChoice() public {
        nativeSale();
        contributeNative(ALICE, 2 ether);
        vm.warp(END);
        vm.prank(OWNER);
        sale.collectProceeds(CAROL);
        vm.assertEq(CAROL.balance, 2 ether);
    }

    function test_OwnerHasNoWayToPaymentsOfAFailedSale() public {
        fail();
        expectStage(IPresale.Stage.Failed);
        vm.prank(OWNER);
        sale.collectProceeds(OWNER);
    }

    function test_OwnerHasNoWayToPaymentsBeforeTheEnd() public {
        open();
        contribute(ALICE, SOFT_CAP);
        expectStage(IPresale.Stage.Open);
        vm.prank(OWNER);
        sale.collectProceeds(OWNER);
        expectStage(IPresale.Stage.Open);
        vm.prank(OWNER);
        sale.collectUnsold(OWNER);
    }

    function test_OnlyTheOwnerCollects() public {
        succeed();
        expectUnauthorized(BOB);
        sale.collectProceeds(BOB);
        expectUnauthorized(BOB);
        sale.collectUnsold(BOB);
    }

    function test_UnsoldIsWhatNoBuyerIsDue() public {
        succeed();
        vm.expectEmit(address(sale));
        emit IPresale.UnsoldCollected(address(tide), CAROL, 180_000e18);
        vm.prank(OWNER);
        sale.collectUnsold(CAROL);
        vm.assertEq(tide.balanceOf(address(sale)), 20_000e18);
        vm.expectRevert(ICustody.ZeroAmount.selector);
        vm.prank(OWNER);
        sale.collectUnsold(CAROL);
        vm.warp(END + VESTING);
        claim(ALICE);
        claim(BOB);
        vm.assertEq(tide.balanceOf(address(sale)), 0);
    }

    function test_UnsoldOfAFailedSaleIsEverything() public {
        fail();
        vm.prank(OWNER);
        sale.collectUnsold(CAROL);
        vm.assertEq(tide.balanceOf(CAROL), 200_000e18);
    }

    function test_UnsoldOfASoldOutSaleIsNothing() public {
        open();
        contribute(ALICE, 5_000e6);
        contribute(BOB, 5_000e6);
        vm.warp(END);
        vm.expectRevert(ICustody.ZeroAmount.selector);
        vm.prank(OWNER);
        sale.collectUnsold(CAROL);
    }

    function test_UnsoldBeforeSchedulingIsRefused() public {
        expectStage(IPresale.Stage.Unscheduled);
        vm.prank(OWNER);
        sale.collectUnsold(OWNER);
    }

    function test_PauseNeverBlocksClaimOrRefund() public {
        succeed();
        pause();
        vm.warp(END + VESTING);
        claim(ALICE);
        sale = new Presale(terms(), OWNER);
        vm.warp(NOW);
        fail();
        pause();
        refund(ALICE, ALICE);
        vm.assertEq(dollar.balanceOf(ALICE), 900e6);
    }

    function test_RenouncingWhilePausedIsRefused() public {
        open();
        pause();
        vm.expectRevert(Pausable.EnforcedPause.selector);
        vm.prank(OWNER);
        sale.renounceOwnership();
        vm.assertEq(sale.owner(), OWNER);
    }

    function renounceWhileOpen() private {
        open();
        vm.prank(OWNER);
        sale.renounceOwnership();
        vm.assertEq(sale.owner(), address(0));
    }

    function test_RenouncingNeverBlocksEntryNorClaim() public {
        renounceWhileOpen();
        contribute(ALICE, SOFT_CAP);
        vm.warp(END + VESTING);
        claim(ALICE);
        vm.assertEq(tide.balanceOf(ALICE), 20_000e18);
    }

    function test_RenouncingNeverBlocksARefund() public {
        renounceWhileOpen();
        contribute(ALICE, 5);
        vm.warp(END);
        refund(ALICE, ALICE);
        vm.assertEq(dollar.balanceOf(ALICE), 5);
    }

    function test_SaleTokenFailingNeverBlocksARefund() public {
        StoppableToken stoppable = new StoppableToken(1e30);
        IPresale.Terms memory changed = terms();
        changed.saleToken = address(stoppable);
        sale = new Presale(changed, OWNER);
        fund(stoppable, OWNER, address(sale), sale.inventory());
        vm.prank(OWNER);
        sale.schedule(START, END);
        vm.warp(START);
        contribute(ALICE, 5);
        vm.warp(END);
        stoppable.setStopped(true);
        refund(ALICE, ALICE);
        vm.assertEq(dollar.balanceOf(ALICE), 5);
    }

    function test_DonationStaysAndBlocksNothing() public {
        succeed();
        tide.transfer(address(sale), 3);
        dollar.transfer(address(sale), 4);
        vm.prank(OWNER);
        sale.collectProceeds(OWNER);
        vm.prank(OWNER);
        sale.collectUnsold(OWNER);
        vm.warp(END + VESTING);
        claim(ALICE);
        claim(BOB);
        vm.assertEq(tide.balanceOf(address(sale)), 3);
        vm.assertEq(dollar.balanceOf(address(sale)), 4);
    }

    function test_DonationOfTheNativeCoinIsRefused() public {
        (bool sent,) = address(sale).call{value: 1}("");
        vm.assertFalse(sent);
    }
}
