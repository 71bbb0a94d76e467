// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {ICustody} from "../../src/ICustody.sol";
import {IPledge} from "../../src/IPledge.sol";
import {FeeOnTransferToken} from "../support/AwkwardTokens.sol";
import {PledgeTest} from "./PledgeTest.sol";

contract PledgeTermsTest is PledgeTest {
    function test_TermsAreListedInTheirOrder() public view {
        IPledge.Term[] memory terms = pledges.terms();
        vm.assertEq(terms.length, 3);
        vm.assertEq(
            abi.encode(terms[DAYS_90]), abi.encode(IPledge.Term(address(token), 90 days, 400, 300, true))
        );
    }

    function test_AddingATermEmits() public {
        vm.expectEmit(address(pledges));
        emit IPledge.TermAdded(3, IPledge.Term(BOB, 1, 0, 500, true));
        addTerm(BOB, 1, 0, 500);
    }

    function test_OnlyTheOwnerAddsTerms() public {
        expectUnauthorized(BOB);
        pledges.addTerm(address(token), 1, 0, 1);
    }

    function test_TimestampEdgeDurationsOfTerms() public {
        vm.expectRevert(abi.encodeWithSelector(IPledge.InvalidDuration.selector, 0));
        addTerm(address(token), 0, 0, 1);
        vm.expectRevert(abi.encodeWithSelector(IPledge.InvalidDuration.selector, 365 days + 1));
        addTerm(address(token), 365 days + 1, 0, 1);
        addTerm(address(token), 365 days, 0, 1);
    }

    function test_TermWithoutAPenaltyIsRefused() public {
        vm.expectRevert(IPledge.PenaltyRequired.selector);
        addTerm(address(token), 1, 0, 0);
    }

    function test_PenaltyAboveTheCapIsRefused() public {
        vm.expectRevert(abi.encodeWithSelector(IPledge.PenaltyAboveCap.selector, 501, 500));
        addTerm(address(token), 1, 0, 501);
    }

    function test_ClosedTermTakesNoPledgesAndOpensAgain() public {
        fundReserve(100);
        vm.expectEmit(address(pledges));
        emit IPledge.TermOpenSet(DAYS_30, false);
        vm.prank(OWNER);
        pledges.setTermOpen(DAYS_30, false);
        vm.expectRevert(abi.encodeWithSelector(IPledge.TermClosed.selector, DAYS_30));
        pledges.pledge(DAYS_30, 100);
        vm.prank(OWNER);
        pledges.setTermOpen(DAYS_30, true);
        pledge(ALICE, DAYS_30, 100);
    }

    function test_ClosingATermLeavesItsPledges() public {
        fundReserve(100);
        uint256 id = pledge(ALICE, DAYS_30, 100);
        vm.prank(OWNER);
        pledges.setTermOpen(DAYS_30, false);
        vm.warp(NOW + 30 days);
        redeem(ALICE, id);
        vm.assertEq(token.balanceOf(ALICE), 101);
    }

    function test_OnlyTheOwnerClosesTerms() public {
        expectUnauthorized(BOB);
        pledges.setTermOpen(DAYS_30, false);
    }

    function test_ClosingAnUnknownTermIsRefused() public {
        vm.expectRevert(abi.encodeWithSelector(IPledge.UnknownTerm.selector, 3));
        vm.prank(OWNER);
        pledges.setTermOpen(3, false);
    }

    function test_ReserveTakesFundsFromAnybodyAndEmits() public {
        fund(token, BOB, address(pledges), 70);
        vm.expectEmit(address(pledges));
        emit IPledge.ReserveFunded(BOB, address(token), 70);
        vm.prank(BOB);
        pledges.fundReserve(address(token), 70);
        vm.assertEq(pledges.freeReserve(address(token)), 70);
    }

    function test_FeeOnTransferReserveCountsWhatArrived() public {
        FeeOnTransferToken fee = new FeeOnTransferToken(1_000);
        fee.approve(address(pledges), 1_000);
        pledges.fundReserve(address(fee), 1_000);
        vm.assertEq(pledges.freeReserve(address(fee)), 990);
    }

    function test_OwnerWithdrawsWhatIsFreeAndEmits() public {
        fundReserve(100);
        pledge(ALICE, DAYS_180, 400);
        vm.expectEmit(address(pledges));
        emit IPledge.ReserveWithdrawn(address(token), CAROL, 60);
        withdrawReserve(60, CAROL);
        vm.assertEq(token.balanceOf(CAROL), 60);
        vm.assertEq(pledges.freeReserve(address(token)), 0);
    }

    function test_OwnerHasNoWayToInterestThatIsSetAside() public {
        fundReserve(100);
        pledge(ALICE, DAYS_180, 1_000);
        vm.expectRevert(abi.encodeWithSelector(IPledge.InsufficientReserve.selector, address(token), 0, 1));
        withdrawReserve(1, OWNER);
    }

    function test_OnlyTheOwnerWithdrawsTheReserve() public {
        expectUnauthorized(BOB);
        pledges.withdrawReserve(address(token), 1, BOB);
    }

    function test_ZeroWithdrawalOfTheReserveIsRefused() public {
        vm.expectRevert(ICustody.ZeroAmount.selector);
        withdrawReserve(0, OWNER);
    }

    function testFuzz_DonationIsNoReserve(uint64 donation) public {
        token.transfer(address(pledges), donation);
        vm.assertEq(pledges.freeReserve(address(token)), 0);
        vm.expectRevert(abi.encodeWithSelector(IPledge.InsufficientReserve.selector, address(token), 0, 1));
        withdrawReserve(1, OWNER);
    }

    function test_OwnershipMovesInTwoSteps() public {
        vm.prank(OWNER);
        pledges.transferOwnership(BOB);
        vm.assertEq(pledges.owner(), OWNER);
        vm.prank(BOB);
        pledges.acceptOwnership();
        vm.assertEq(pledges.owner(), BOB);
    }
}
