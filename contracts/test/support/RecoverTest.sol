// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {IRecovery} from "../../src/IRecovery.sol";
import {PeopleTest} from "./PeopleTest.sol";

/// @dev Base for tests of `recover`. Bob is Alice's recovery address.
abstract contract RecoverTest is PeopleTest {
    uint32 internal constant DELAY = 7 days;

    /// @dev The contract under test.
    function custody() internal view virtual returns (IRecovery);

    /// @dev Returns the call that moves all of Alice's positions of one kind.
    function recoverCall() internal view virtual returns (bytes memory);

    function nameBob() internal {
        vm.prank(ALICE);
        custody().setRecovery(BOB, DELAY);
    }

    function request() internal {
        vm.prank(BOB);
        custody().requestRecovery(ALICE);
    }

    /// @dev Names Bob, has him request, and waits.
    function waitForRecovery() internal {
        nameBob();
        request();
        vm.warp(vm.getBlockTimestamp() + DELAY);
    }

    function recover() internal {
        tryRecover(BOB, "");
    }

    /// @dev Expects the revert `reason`, or none if it is empty.
    function tryRecover(address caller, bytes memory reason) internal {
        vm.prank(caller);
        (bool done, bytes memory answer) = address(custody()).call(recoverCall());
        vm.assertTrue(done == (reason.length == 0));
        vm.assertEq(answer, reason);
    }

    /// @dev The rules of `Recovery.sol` apply to the contract: nobody else, never before the delay, every veto counts.
    function assertRulesApply() internal {
        uint256 start = vm.snapshotState();
        bytes memory notNamed = abi.encodeWithSelector(IRecovery.NotRecoveryAddress.selector, ALICE, BOB);
        bytes memory notRequested = abi.encodeWithSelector(IRecovery.NoRecoveryRequest.selector, ALICE);
        tryRecover(BOB, notNamed);
        nameBob();
        tryRecover(BOB, notRequested);
        request();
        uint64 readyAt = uint64(vm.getBlockTimestamp()) + DELAY;
        vm.warp(readyAt - 1);
        tryRecover(BOB, abi.encodeWithSelector(IRecovery.RecoveryNotReady.selector, readyAt));
        vm.warp(readyAt);
        address[4] memory others = [ALICE, CAROL, OWNER, address(this)];
        for (uint256 i = 0; i < 4; i++) {
            tryRecover(others[i], abi.encodeWithSelector(IRecovery.NotRecoveryAddress.selector, ALICE, others[i]));
        }
        vm.prank(ALICE);
        custody().vetoRecovery();
        tryRecover(BOB, notRequested);
        vm.revertToState(start);
    }
}
