// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";
import {ICustody} from "../../src/ICustody.sol";
import {IPledge} from "../../src/IPledge.sol";
import {DemoPermitToken} from "../../src/demo/DemoPermitToken.sol";
import {FeeOnTransferToken} from "../support/AwkwardTokens.sol";
import {PledgeTest} from "./PledgeTest.sol";

contract PledgePledgeTest is PledgeTest {
    function test_PledgeIsRecordedAndEmitted() public {
        fundReserve(1_000e6);
        fund(token, ALICE, address(pledges), 1_000e6);
        vm.expectEmit(address(pledges));
        emit IPledge.Pledged(ALICE, address(token), 0, DAYS_90, 1_000e6, 40e6, 30e6, NOW + 90 days);
        vm.prank(ALICE);
        uint256 id = pledges.pledge(DAYS_90, 1_000e6);
        IPledge.Position memory expected = IPledge.Position(
            0, DAYS_90, ALICE, address(token), 1_000e6, 40e6, 30e6, NOW, NOW + 90 days, IPledge.Status.Active
        );
        vm.assertEq(abi.encode(pledges.position(id)), abi.encode(expected));
        vm.assertEq(pledges.pledged(address(token)), 1_000e6);
        vm.assertEq(pledges.committed(address(token)), 40e6);
        vm.assertEq(pledges.freeReserve(address(token)), 960e6);
    }

    function test_InterestIsFundedInAdvanceToTheUnit() public {
        fundReserve(99);
        fund(token, ALICE, address(pledges), 1_000);
        vm.expectRevert(abi.encodeWithSelector(IPledge.InsufficientReserve.selector, address(token), 99, 100));
        vm.prank(ALICE);
        pledges.pledge(DAYS_180, 1_000);
        fundReserve(1);
        vm.prank(ALICE);
        pledges.pledge(DAYS_180, 1_000);
    }

    function testFuzz_RoundingOfInterestIsDownAndOfThePenaltyUp(uint64 given) public {
        uint256 amount = bound(given, 2, type(uint64).max);
        fundReserve(amount);
        uint256 id = pledge(ALICE, DAYS_90, amount);
        vm.assertEq(pledges.position(id).interest, amount * 4 / 100);
        vm.assertEq(pledges.position(id).penalty, (amount * 3 + 99) / 100);
    }

    /// @dev The penalty is rounded up, so a pledge of one unit would have nothing left to exit with.
    function test_PledgeThatThePenaltyUsesUpIsRefused() public {
        fundReserve(100);
        fund(token, ALICE, address(pledges), 1);
        vm.expectRevert(ICustody.ZeroAmount.selector);
        vm.prank(ALICE);
        pledges.pledge(DAYS_30, 1);
        uint256 id = pledge(ALICE, DAYS_30, 2);
        vm.assertEq(pledges.position(id).penalty, 1);
    }

    function test_PledgeOfMoreThan128BitsIsRefused() public {
        uint256 most = type(uint128).max;
        DemoPermitToken vast = new DemoPermitToken("Vast", "VAST", 18, address(this), type(uint256).max);
        addTerm(address(vast), 1 days, 0, 1);
        addTerm(address(vast), 1 days, 20_000, 1);
        vast.approve(address(pledges), type(uint256).max);
        vast.transfer(ALICE, 1);
        pledges.fundReserve(address(vast), 2 * most);
        expectTooLarge(most + 1);
        pledges.pledge(3, most + 1);
        expectTooLarge(most + 1);
        pledges.pledge(4, most / 2 + 1);
        uint256 id = pledges.pledge(3, most);
        vm.assertEq(pledges.position(id).amount, most);
        id = pledges.pledge(4, most / 2);
        vm.assertEq(pledges.position(id).interest, most - 1);
    }

    function expectTooLarge(uint256 value) private {
        vm.expectRevert(abi.encodeWithSelector(SafeCast.SafeCastOverflowedUintDowncast.selector, 128, value));
    }

    function testFuzz_PermitPledgesInOneTransaction(uint64 given) public {
        uint256 amount = bound(given, 2, type(uint64).max);
        fundReserve(amount);
        token.transfer(ALICE, amount);
        (uint8 v, bytes32 r, bytes32 s) = signPermit(token, address(pledges), amount, block.timestamp);
        vm.prank(ALICE);
        uint256 id = pledges.pledgeWithPermit(DAYS_30, amount, block.timestamp, v, r, s);
        vm.assertEq(pledges.position(id).owner, ALICE);
    }

    function test_PermitOfAnotherPersonPledgesNothing() public {
        token.transfer(ALICE, 5);
        (uint8 v, bytes32 r, bytes32 s) = signPermit(token, address(pledges), 5, block.timestamp);
        vm.expectPartialRevert(ERC20Permit.ERC2612InvalidSigner.selector);
        vm.prank(BOB);
        pledges.pledgeWithPermit(DAYS_30, 5, block.timestamp, v, r, s);
    }

    function test_UnknownTermIsRefused() public {
        vm.expectRevert(abi.encodeWithSelector(IPledge.UnknownTerm.selector, 3));
        pledges.pledge(3, 1);
        vm.expectRevert(abi.encodeWithSelector(IPledge.UnknownTerm.selector, 3));
        pledges.pledgeWithPermit(3, 1, 0, 0, 0, 0);
    }

    function test_ZeroPledgeIsRefused() public {
        vm.expectRevert(ICustody.ZeroAmount.selector);
        pledges.pledge(DAYS_30, 0);
    }

    function test_PauseStopsEveryKindOfPledge() public {
        pause();
        vm.expectRevert(Pausable.EnforcedPause.selector);
        pledges.pledge(DAYS_30, 1);
        vm.expectRevert(Pausable.EnforcedPause.selector);
        pledges.pledgeWithPermit(DAYS_30, 1, 0, 0, 0, 0);
        vm.prank(OWNER);
        pledges.unpause();
        fundReserve(1);
        pledge(ALICE, DAYS_30, 100);
    }

    function test_FeeOnTransferPledgeIsWhatArrived() public {
        FeeOnTransferToken fee = new FeeOnTransferToken(10_000);
        addTerm(address(fee), 1 days, 100, 500);
        fee.approve(address(pledges), 2_000);
        pledges.fundReserve(address(fee), 1_000);
        uint256 id = pledges.pledge(3, 1_000);
        vm.assertEq(pledges.position(id).amount, 990);
        vm.assertEq(pledges.position(id).interest, 9);
        vm.warp(NOW + 1 days);
        pledges.redeem(id, address(0x77));
        vm.assertEq(fee.balanceOf(address(pledges)), 981);
    }

    function test_TermWithoutInterestNeedsNoReserve() public {
        addTerm(address(token), 1, 0, 1);
        uint256 id = pledge(ALICE, 3, 5);
        vm.warp(NOW + 1);
        redeem(ALICE, id);
        vm.assertEq(token.balanceOf(ALICE), 5);
    }

    function test_PositionsComeInPagesOldestFirst() public {
        fundReserve(1_000);
        for (uint256 i = 1; i <= 5; i++) {
            pledge(ALICE, DAYS_30, i * 100);
            pledge(BOB, DAYS_30, 7);
        }
        vm.assertEq(pledges.positionCount(ALICE), 5);
        IPledge.Position[] memory page = pledges.positionsOf(ALICE, 1, 3);
        vm.assertEq(page.length, 3);
        for (uint256 i = 0; i < 3; i++) {
            vm.assertEq(page[i].amount, (i + 2) * 100);
            vm.assertEq(page[i].id, (i + 1) * 2);
            vm.assertEq(page[i].owner, ALICE);
        }
    }

    function test_PositionsBeyondTheEndAreNone() public {
        fundReserve(1_000);
        pledge(ALICE, DAYS_30, 100);
        vm.assertEq(pledges.positionsOf(ALICE, 0, type(uint256).max).length, 1);
        vm.assertEq(pledges.positionsOf(ALICE, 1, 1).length, 0);
        vm.assertEq(pledges.positionsOf(ALICE, type(uint256).max, type(uint256).max).length, 0);
        vm.assertEq(pledges.positionsOf(BOB, 0, 10).length, 0);
    }
}
