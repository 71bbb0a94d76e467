// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {ICustody} from "../../src/ICustody.sol";
import {IPledge} from "../../src/IPledge.sol";
import {IRecovery} from "../../src/IRecovery.sol";
import {RecoverTest} from "../support/RecoverTest.sol";
import {PledgeTest} from "./PledgeTest.sol";

contract PledgeRecoverTest is PledgeTest, RecoverTest {
    uint256 private count = type(uint256).max;

    function setUp() public override {
        super.setUp();
        fundReserve(1_000_000);
    }

    function custody() internal view override returns (IRecovery) {
        return pledges;
    }

    function recoverCall() internal view override returns (bytes memory) {
        return abi.encodeCall(IPledge.recover, (ALICE, count));
    }

    function test_RulesOfRecoveryApply() public {
        pledge(ALICE, DAYS_30, 1_000);
        assertRulesApply();
    }

    function test_MovesPledgesWithTheirTerms() public {
        uint256 his = pledge(BOB, DAYS_30, 500);
        uint256 first = pledge(ALICE, DAYS_30, 1_000);
        uint256 second = pledge(ALICE, DAYS_180, 2_000);
        waitForRecovery();
        IPledge.Position memory before = pledges.position(first);
        vm.expectEmit(address(pledges));
        emit IPledge.PledgeRecovered(ALICE, BOB, second);
        vm.expectEmit(address(pledges));
        emit IPledge.PledgeRecovered(ALICE, BOB, first);
        recover();
        before.owner = BOB;
        vm.assertEq(abi.encode(pledges.position(first)), abi.encode(before));
        vm.assertEq(pledges.positionCount(ALICE), 0);
        IPledge.Position[] memory all = pledges.positionsOf(BOB, 0, 10);
        vm.assertEq(all.length, 3);
        vm.assertEq(all[0].id, his);
        vm.assertEq(all[1].id, second);
        vm.assertEq(all[2].id, first);
        vm.assertEq(pledges.pledged(address(token)), 3_500);
        vm.assertEq(pledges.committed(address(token)), 5 + 10 + 200);
    }

    function test_OnlyTheNewOwnerRedeemsOrExits() public {
        uint256 first = pledge(ALICE, DAYS_30, 1_000);
        uint256 second = pledge(ALICE, DAYS_180, 2_000);
        waitForRecovery();
        recover();
        vm.expectRevert(abi.encodeWithSelector(IPledge.NotYourPosition.selector, first, ALICE));
        exitEarly(ALICE, first);
        exitEarly(BOB, second);
        vm.assertEq(token.balanceOf(BOB), 2_000 - 100);
        vm.expectRevert(abi.encodeWithSelector(IPledge.NotMatured.selector, first, NOW + 30 days));
        redeem(BOB, first);
        vm.warp(NOW + 30 days);
        redeem(BOB, first);
        vm.assertEq(token.balanceOf(BOB), 1_900 + 1_010);
    }

    function test_MovesAnyNumberInSeveralCalls() public {
        for (uint256 i = 0; i < 5; i++) pledge(ALICE, DAYS_30, 1_000);
        waitForRecovery();
        count = 2;
        recover();
        vm.assertEq(pledges.positionCount(ALICE), 3);
        vm.assertEq(pledges.positionCount(BOB), 2);
        vm.assertEq(pledges.position(4).owner, BOB);
        vm.assertEq(pledges.position(2).owner, ALICE);
        vm.prank(ALICE);
        pledges.exitEarly(0, ALICE);
        recover();
        recover();
        vm.assertEq(pledges.positionCount(ALICE), 0);
        vm.assertEq(pledges.positionCount(BOB), 5);
        vm.assertEq(pledges.position(0).owner, BOB);
        assertStatus(0, IPledge.Status.ExitedEarly);
        tryRecover(BOB, abi.encodeWithSelector(ICustody.ZeroAmount.selector));
    }

    function test_MovingNoneIsRefused() public {
        pledge(ALICE, DAYS_30, 1_000);
        waitForRecovery();
        count = 0;
        tryRecover(BOB, abi.encodeWithSelector(ICustody.ZeroAmount.selector));
    }

    function test_NeverPaused() public {
        uint256 id = pledge(ALICE, DAYS_30, 1_000);
        pause();
        waitForRecovery();
        recover();
        vm.assertEq(pledges.position(id).owner, BOB);
    }

    function test_OwnerCanPledgeAgain() public {
        pledge(ALICE, DAYS_30, 1_000);
        waitForRecovery();
        recover();
        uint256 id = pledge(ALICE, DAYS_30, 1_000);
        vm.assertEq(pledges.positionCount(ALICE), 1);
        vm.assertEq(pledges.position(id).owner, ALICE);
    }
}
