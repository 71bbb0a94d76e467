// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {ICustody} from "../../src/ICustody.sol";
import {IPledge} from "../../src/IPledge.sol";
import {SenderChargeToken} from "../support/AwkwardTokens.sol";
import {PledgeTest} from "./PledgeTest.sol";

contract PledgeLeaveTest is PledgeTest {
    function setUp() public override {
        super.setUp();
        fundReserve(1_000_000e6);
    }

    function test_RedeemingPaysPledgeAndInterestAndEmits() public {
        uint256 id = pledge(ALICE, DAYS_180, 1_000e6);
        vm.warp(NOW + 180 days);
        vm.expectEmit(address(pledges));
        emit IPledge.Redeemed(ALICE, address(token), id, ALICE, 1_000e6, 100e6);
        redeem(ALICE, id);
        vm.assertEq(token.balanceOf(ALICE), 1_100e6);
        vm.assertEq(pledges.pledged(address(token)), 0);
        vm.assertEq(pledges.committed(address(token)), 0);
        assertStatus(id, IPledge.Status.Redeemed);
    }

    function test_TimestampEdgeRedeemingBeginsAtMaturity() public {
        uint256 id = pledge(ALICE, DAYS_30, 100);
        vm.warp(NOW + 30 days - 1);
        vm.expectRevert(abi.encodeWithSelector(IPledge.NotMatured.selector, id, NOW + 30 days));
        redeem(ALICE, id);
        vm.warp(NOW + 30 days);
        redeem(ALICE, id);
        vm.assertEq(token.balanceOf(ALICE), 101);
    }

    function test_TimestampEdgeLeavingEarlyEndsAtMaturity() public {
        uint256 first = pledge(ALICE, DAYS_30, 100);
        uint256 second = pledge(ALICE, DAYS_30, 100);
        vm.warp(NOW + 30 days - 1);
        exitEarly(ALICE, first);
        vm.warp(NOW + 30 days);
        vm.expectRevert(abi.encodeWithSelector(IPledge.AlreadyMatured.selector, second, NOW + 30 days));
        exitEarly(ALICE, second);
        redeem(ALICE, second);
    }

    function test_LeavingEarlyCostsThePenaltyAndTheInterestAndEmits() public {
        uint256 free = pledges.freeReserve(address(token));
        uint256 id = pledge(ALICE, DAYS_180, 1_000e6);
        vm.expectEmit(address(pledges));
        emit IPledge.ExitedEarly(ALICE, address(token), id, ALICE, 1_000e6, 50e6);
        exitEarly(ALICE, id);
        vm.assertEq(token.balanceOf(ALICE), 950e6);
        vm.assertEq(pledges.freeReserve(address(token)), free + 50e6);
        vm.assertEq(pledges.committed(address(token)), 0);
        assertStatus(id, IPledge.Status.ExitedEarly);
    }

    function testFuzz_PenaltyNeverExceedsTheCap(uint64 given, uint16 bps) public {
        uint256 amount = bound(given, 2, 1e12);
        addTerm(address(token), 1 days, 0, uint16(bound(bps, 1, 500)));
        uint256 id = pledge(ALICE, 3, amount);
        exitEarly(ALICE, id);
        vm.assertGe(token.balanceOf(ALICE), amount - (amount + 19) / 20);
    }

    function test_ClaimOnceOnly() public {
        uint256 id = pledge(ALICE, DAYS_30, 100);
        pledge(BOB, DAYS_30, 100);
        vm.warp(NOW + 30 days);
        redeem(ALICE, id);
        vm.expectRevert(abi.encodeWithSelector(IPledge.PositionClosed.selector, id));
        redeem(ALICE, id);
        vm.expectRevert(abi.encodeWithSelector(IPledge.PositionClosed.selector, id));
        exitEarly(ALICE, id);
    }

    function test_NobodyElseLeavesForTheOwnerOfAPledge() public {
        uint256 id = pledge(ALICE, DAYS_30, 100);
        vm.expectRevert(abi.encodeWithSelector(IPledge.NotYourPosition.selector, id, BOB));
        exitEarly(BOB, id);
        vm.warp(NOW + 30 days);
        vm.expectRevert(abi.encodeWithSelector(IPledge.NotYourPosition.selector, id, OWNER));
        redeem(OWNER, id);
    }

    function test_PledgesGoToTheRecipient() public {
        uint256 first = pledge(ALICE, DAYS_180, 1_000e6);
        uint256 second = pledge(ALICE, DAYS_180, 1_000e6);
        vm.expectEmit(address(pledges));
        emit IPledge.ExitedEarly(ALICE, address(token), first, BOB, 1_000e6, 50e6);
        vm.prank(ALICE);
        pledges.exitEarly(first, BOB);
        vm.warp(NOW + 180 days);
        vm.expectEmit(address(pledges));
        emit IPledge.Redeemed(ALICE, address(token), second, CAROL, 1_000e6, 100e6);
        vm.prank(ALICE);
        pledges.redeem(second, CAROL);
        vm.assertEq(token.balanceOf(BOB), 950e6);
        vm.assertEq(token.balanceOf(CAROL), 1_100e6);
        vm.assertEq(token.balanceOf(ALICE), 0);
    }

    function expectInvalidRecipient(address to) private {
        vm.expectRevert(abi.encodeWithSelector(ICustody.InvalidRecipient.selector, to));
        vm.prank(ALICE);
    }

    function test_NobodyAndTheContractAreNoRecipients() public {
        uint256 id = pledge(ALICE, DAYS_30, 100);
        address[2] memory wrong = [address(0), address(pledges)];
        for (uint256 i = 0; i < 2; i++) {
            vm.warp(NOW);
            expectInvalidRecipient(wrong[i]);
            pledges.exitEarly(id, wrong[i]);
            vm.warp(NOW + 30 days);
            expectInvalidRecipient(wrong[i]);
            pledges.redeem(id, wrong[i]);
        }
        assertStatus(id, IPledge.Status.Active);
    }

    /// @dev Reserving all interest and exiting in the same block, to keep others out, costs the penalty each time.
    function test_ReservingAllInterestAndExitingCostsThePenalty() public {
        uint256 whole = 10 * pledges.freeReserve(address(token));
        uint256 id = pledge(BOB, DAYS_180, whole);
        vm.assertEq(pledges.freeReserve(address(token)), 0);
        exitEarly(BOB, id);
        vm.assertEq(token.balanceOf(BOB), whole - whole / 20);
        vm.assertEq(pledges.freeReserve(address(token)), whole / 10 + whole / 20);
        pledge(ALICE, DAYS_180, whole);
    }

    function test_UnknownPledgeIsRefused() public {
        vm.expectRevert(abi.encodeWithSelector(IPledge.NotYourPosition.selector, 0, ALICE));
        redeem(ALICE, 0);
    }

    function test_OwnerHasNoWayToAPledge() public {
        pledge(ALICE, DAYS_30, 100e6);
        uint256 free = pledges.freeReserve(address(token));
        withdrawReserve(free, OWNER);
        vm.expectRevert(abi.encodeWithSelector(IPledge.InsufficientReserve.selector, address(token), 0, 1));
        withdrawReserve(1, OWNER);
        vm.assertEq(token.balanceOf(address(pledges)), 101e6);
    }

    function testFuzz_PauseNeverBlocksExit(uint64 given) public {
        uint256 amount = bound(given, 2, 1e12);
        uint256 first = pledge(ALICE, DAYS_30, amount);
        uint256 second = pledge(ALICE, DAYS_30, amount);
        pause();
        exitEarly(ALICE, first);
        vm.warp(NOW + 30 days);
        redeem(ALICE, second);
        vm.assertEq(token.balanceOf(ALICE), 2 * amount - (amount + 49) / 50 + amount / 100);
    }

    function test_RenouncingWhilePausedIsRefused() public {
        pause();
        vm.expectRevert(Pausable.EnforcedPause.selector);
        vm.prank(OWNER);
        pledges.renounceOwnership();
        vm.assertEq(pledges.owner(), OWNER);
    }

    function test_RenouncingNeverBlocksEntryNorExit() public {
        uint256 first = pledge(ALICE, DAYS_30, 100);
        vm.prank(OWNER);
        pledges.renounceOwnership();
        vm.assertEq(pledges.owner(), address(0));
        uint256 second = pledge(ALICE, DAYS_30, 100);
        exitEarly(ALICE, first);
        vm.warp(NOW + 30 days);
        redeem(ALICE, second);
        vm.assertEq(token.balanceOf(ALICE), 199);
    }

    function test_WithdrawnReserveNeverBlocksExit() public {
        uint256 id = pledge(ALICE, DAYS_180, 1_000e6);
        withdrawReserve(pledges.freeReserve(address(token)), OWNER);
        vm.warp(NOW + 180 days);
        redeem(ALICE, id);
        vm.assertEq(token.balanceOf(ALICE), 1_100e6);
    }

    function test_LaterTermsNeverChangeAPledge() public {
        uint256 id = pledge(ALICE, DAYS_90, 1_000e6);
        bytes memory before = abi.encode(pledges.position(id));
        addTerm(address(token), 90 days, 1, 500);
        vm.prank(OWNER);
        pledges.setTermOpen(DAYS_90, false);
        vm.assertEq(abi.encode(pledges.position(id)), before);
    }

    function test_TokenChargingTheContractCannotTouchOtherPledges() public {
        SenderChargeToken charge = new SenderChargeToken(3_000);
        addTerm(address(charge), 1 days, 0, 500);
        fund(IERC20(charge), ALICE, address(pledges), 1_000);
        vm.prank(ALICE);
        uint256 id = pledges.pledge(3, 1_000);
        charge.approve(address(pledges), 1_000);
        pledges.pledge(3, 1_000);
        charge.setCharging(true);
        vm.expectRevert(abi.encodeWithSelector(ICustody.UnexpectedDebit.selector, address(charge), 950, 959));
        exitEarly(ALICE, id);
    }
}
