// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {ITransferHook} from "./AwkwardTokens.sol";
import {PeopleTest} from "./PeopleTest.sol";

/// @dev Executes any call, and makes the prepared call to `target` whenever it receives a payment or a transfer hook.
contract Agent is ITransferHook {
    address public target;
    bytes public attempt;
    bytes public answer;
    bool public called;
    bool public succeeded;

    function prepare(address target_, bytes calldata attempt_) external {
        (target, attempt) = (target_, attempt_);
    }

    function act(address to, bytes calldata data) external payable {
        (bool done, bytes memory reason) = to.call{value: msg.value}(data);
        if (!done) {
            assembly {
                revert(add(reason, 32), mload(reason))
            }
        }
    }

    function onTransfer() external {
        strike();
    }

    receive() external payable {
        strike();
    }

    function strike() private {
        if (attempt.length == 0) return;
        called = true;
        (succeeded, answer) = target.call(attempt);
    }
}

/// @dev Base for reentrancy tests: an agent calls a contract and attempts a second call from within the first.
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
            uint256(bytes32(abi.encodeWithSelector(ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector)))
        );
    }
}
