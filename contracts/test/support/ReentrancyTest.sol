// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";
import {Agent} from "./Agent.sol";
import {PeopleTest} from "./PeopleTest.sol";

/// @dev An agent calls a contract and attempts a second call from within the first.
abstract contract ReentrancyTest is PeopleTest {
    Agent internal agent = new Agent();

    /// @dev Asserts that `outer` succeeds and that the reentrancy guard rejects `inner`, called during it.
    function reenter(address target, bytes memory outer, bytes memory inner) internal {
        agent.prepare(target, inner);
        agent.act(target, outer);
        vm.assertTrue(agent.called());
        vm.assertFalse(agent.succeeded());
        vm.assertEq(
            uint256(bytes32(agent.answer())),
            uint256(bytes32(abi.encodeWithSelector(ReentrancyGuard.ReentrancyGuardReentrantCall.selector)))
        );
    }
}
