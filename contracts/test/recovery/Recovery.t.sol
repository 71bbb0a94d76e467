// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {IRecovery} from "../../src/IRecovery.sol";
import {Recovery} from "../../src/Recovery.sol";
import {PeopleTest} from "../support/PeopleTest.sol";

contract RecoveryHarness is Recovery {
    function requireRecovery(address owner) external view {
        _requireRecovery(owner);
    }
}

/// @dev Who can recover, and when. Alice is the owner, and Bob is her recovery address.
contract RecoveryTest is PeopleTest {
    uint64 private constant NOW = 1_700_000_000;
    uint32 private constant DELAY = 7 days;
    RecoveryHarness private recovery;

    function setUp() public {
        vm.warp(NOW);
        recovery = new RecoveryHarness();
        setRecovery(BOB, DELAY);
    }

    function setRecovery(address recoveryAddress, uint32 delay) private {
        vm.prank(ALICE);
        recovery.setRecovery(recoveryAddress, delay);
    }

    function request() private {
        vm.prank(BOB);
        recovery.requestRecovery(ALICE);
    }

    function veto() private {
        vm.prank(ALICE);
        recovery.vetoRecovery();
    }

    function assertRefused(address caller, bytes memory reason) private {
        vm.expectRevert(reason);
        vm.prank(caller);
        recovery.requireRecovery(ALICE);
    }

    function assertAllowed(address caller) private {
        vm.prank(caller);
        recovery.requireRecovery(ALICE);
    }

    function assertPlan(address recoveryAddress, uint256 delay, uint256 readyAt) private view {
        IRecovery.RecoveryPlan memory plan = recovery.recoveryOf(ALICE);
        vm.assertEq(plan.recoveryAddress, recoveryAddress);
        vm.assertEq(plan.delay, delay);
        vm.assertEq(plan.readyAt, readyAt);
    }

    function notReady(uint64 readyAt) private pure returns (bytes memory) {
        return abi.encodeWithSelector(IRecovery.RecoveryNotReady.selector, readyAt);
    }

    function notRequested() private view returns (bytes memory) {
        return abi.encodeWithSelector(IRecovery.NoRecoveryRequest.selector, ALICE);
    }

    function notNamed(address caller) private view returns (bytes memory) {
        return abi.encodeWithSelector(IRecovery.NotRecoveryAddress.selector, ALICE, caller);
    }

    function test_OffByDefault() public {
        vm.assertEq(recovery.recoveryOf(CAROL).recoveryAddress, address(0));
        bytes memory reason = abi.encodeWithSelector(IRecovery.NotRecoveryAddress.selector, CAROL, BOB);
        vm.expectRevert(reason);
        vm.prank(BOB);
        recovery.requestRecovery(CAROL);
        vm.expectRevert(reason);
        vm.prank(BOB);
        recovery.requireRecovery(CAROL);
    }

    function test_OwnerNamesARecoveryAddress() public {
        assertPlan(BOB, DELAY, 0);
        vm.expectEmit(address(recovery));
        emit IRecovery.RecoverySet(ALICE, CAROL, 1 days);
        setRecovery(CAROL, 1 days);
        assertPlan(CAROL, 1 days, 0);
    }

    function test_AddressesThatCannotRecoverAreRefused() public {
        address[3] memory invalid = [address(0), address(recovery), ALICE];
        for (uint256 i = 0; i < 3; i++) {
            vm.expectRevert(abi.encodeWithSelector(IRecovery.InvalidRecoveryAddress.selector, invalid[i]));
            setRecovery(invalid[i], DELAY);
        }
        assertPlan(BOB, DELAY, 0);
    }

    function test_DelaysIncludeTheirEnds() public {
        vm.assertEq(recovery.MIN_RECOVERY_DELAY(), 1 days);
        vm.assertEq(recovery.MAX_RECOVERY_DELAY(), 365 days);
        setRecovery(BOB, 1 days);
        setRecovery(BOB, 365 days);
        uint32[3] memory invalid = [0, uint32(1 days) - 1, uint32(365 days) + 1];
        for (uint256 i = 0; i < 3; i++) {
            vm.expectRevert(abi.encodeWithSelector(IRecovery.InvalidRecoveryDelay.selector, invalid[i]));
            setRecovery(BOB, invalid[i]);
        }
        assertPlan(BOB, 365 days, 0);
    }

    function test_TimestampEdgeTheDelayCountsFromTheRequest() public {
        vm.warp(NOW + 300 days);
        assertRefused(BOB, notRequested());
        uint64 readyAt = NOW + 300 days + DELAY;
        vm.expectEmit(address(recovery));
        emit IRecovery.RecoveryRequested(ALICE, BOB, readyAt);
        request();
        assertPlan(BOB, DELAY, readyAt);
        assertRefused(BOB, notReady(readyAt));
        vm.warp(readyAt - 1);
        assertRefused(BOB, notReady(readyAt));
        vm.warp(readyAt);
        assertAllowed(BOB);
        vm.warp(readyAt + 10_000 days);
        assertAllowed(BOB);
    }

    function test_TimestampEdgeTheLongestDelayEnds() public {
        setRecovery(BOB, 365 days);
        request();
        vm.warp(NOW + 365 days - 1);
        assertRefused(BOB, notReady(NOW + 365 days));
        vm.warp(NOW + 365 days);
        assertAllowed(BOB);
    }

    function testFuzz_NobodyElseRequestsOrRecovers(address caller) public {
        if (caller == BOB) return;
        vm.expectRevert(notNamed(caller));
        vm.prank(caller);
        recovery.requestRecovery(ALICE);
        request();
        vm.warp(NOW + DELAY);
        assertRefused(caller, notNamed(caller));
    }

    function test_ASecondRequestDoesNotMoveTheFirst() public {
        request();
        vm.warp(NOW + 1 days);
        vm.expectRevert(abi.encodeWithSelector(IRecovery.RecoveryAlreadyRequested.selector, NOW + DELAY));
        request();
        assertPlan(BOB, DELAY, NOW + DELAY);
    }

    function testFuzz_EveryVetoCounts(uint256 time) public {
        request();
        vm.warp(NOW + bound(time, 0, 100 * 365 days));
        vm.expectEmit(address(recovery));
        emit IRecovery.RecoveryVetoed(ALICE, BOB);
        veto();
        assertPlan(BOB, DELAY, 0);
        assertRefused(BOB, notRequested());
        // Bob can request again, and waits again.
        uint64 again = uint64(vm.getBlockTimestamp());
        request();
        vm.warp(again + DELAY - 1);
        assertRefused(BOB, notReady(again + DELAY));
        vm.warp(again + DELAY);
        assertAllowed(BOB);
        veto();
        assertRefused(BOB, notRequested());
    }

    function test_AVetoWithoutARequestIsRefused() public {
        vm.expectRevert(notRequested());
        veto();
        request();
        veto();
        vm.expectRevert(notRequested());
        veto();
        request();
        // Only Alice's own call is a veto.
        vm.expectRevert(abi.encodeWithSelector(IRecovery.NoRecoveryRequest.selector, BOB));
        vm.prank(BOB);
        recovery.vetoRecovery();
        assertPlan(BOB, DELAY, NOW + DELAY);
    }

    function test_AnotherRecoveryAddressStartsWithoutARequest() public {
        request();
        vm.warp(NOW + DELAY);
        setRecovery(CAROL, 1 days);
        assertRefused(BOB, notNamed(BOB));
        assertRefused(CAROL, notRequested());
        vm.expectRevert(notNamed(BOB));
        request();
    }

    function test_AnotherDelayVoidsTheRequest() public {
        uint32[3] memory delays = [uint32(1 days), DELAY, 365 days];
        for (uint256 i = 0; i < 3; i++) {
            request();
            vm.warp(vm.getBlockTimestamp() + DELAY + 365 days);
            setRecovery(BOB, delays[i]);
            assertRefused(BOB, notRequested());
            uint64 readyAt = uint64(vm.getBlockTimestamp()) + delays[i];
            request();
            vm.warp(readyAt - 1);
            assertRefused(BOB, notReady(readyAt));
            veto();
        }
    }

    function test_RemovingEndsTheRequest() public {
        request();
        vm.warp(NOW + DELAY);
        vm.expectEmit(address(recovery));
        emit IRecovery.RecoverySet(ALICE, address(0), 0);
        vm.prank(ALICE);
        recovery.removeRecovery();
        assertPlan(address(0), 0, 0);
        assertRefused(BOB, notNamed(BOB));
        vm.expectRevert(notNamed(BOB));
        request();
        // Named again, Bob has to request again.
        setRecovery(BOB, DELAY);
        assertRefused(BOB, notRequested());
    }

    /// @dev Bob recovers from Alice, and Carol from Bob, but Carol has no right over what is Alice's.
    function test_RightsDoNotPassOn() public {
        vm.prank(BOB);
        recovery.setRecovery(CAROL, 1 days);
        request();
        vm.prank(CAROL);
        recovery.requestRecovery(BOB);
        vm.warp(NOW + DELAY);
        assertRefused(CAROL, notNamed(CAROL));
        vm.prank(CAROL);
        recovery.requireRecovery(BOB);
    }
}
