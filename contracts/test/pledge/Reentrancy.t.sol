// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IPledge} from "../../src/IPledge.sol";
import {Pledge} from "../../src/Pledge.sol";
import {HookToken} from "../support/AwkwardTokens.sol";
import {ReentrancyTest} from "../support/ReentrancyTest.sol";

/// @dev The agent owns the pledge contract and has two pledges. The token calls the agent on each transfer.
contract PledgeReentrancyTest is ReentrancyTest {
    HookToken private hooked;
    Pledge private pledges;
    uint256 private start;

    function setUp() public {
        start = block.timestamp;
        hooked = new HookToken(1e6);
        pledges = new Pledge(address(agent));
        hooked.transfer(address(agent), 10_000);
        act(address(hooked), abi.encodeCall(IERC20.approve, (address(pledges), 10_000)));
        act(address(pledges), abi.encodeCall(Pledge.addTerm, (address(hooked), 100, 1_000, 500)));
        act(address(pledges), abi.encodeCall(Pledge.fundReserve, (address(hooked), 1_000)));
        act(address(pledges), abi.encodeCall(Pledge.pledge, (0, 1_000)));
        act(address(pledges), abi.encodeCall(Pledge.pledge, (0, 1_000)));
        hooked.setHook(agent);
    }

    function act(address to, bytes memory data) private {
        agent.act(to, data);
    }

    function test_ReentrancyFromRedeemingIntoRedeeming() public {
        vm.warp(start + 100);
        reenter(address(pledges), abi.encodeCall(Pledge.redeem, (0, address(agent))), abi.encodeCall(Pledge.redeem, (0, address(agent))));
        vm.assertEq(pledges.pledged(address(hooked)), 1_000);
    }

    function test_ReentrancyFromLeavingEarlyIntoLeavingEarly() public {
        reenter(address(pledges), abi.encodeCall(Pledge.exitEarly, (0, address(agent))), abi.encodeCall(Pledge.exitEarly, (1, address(agent))));
    }

    function test_ReentrancyFromLeavingEarlyIntoWithdrawingTheReserve() public {
        reenter(
            address(pledges),
            abi.encodeCall(Pledge.exitEarly, (0, address(agent))),
            abi.encodeCall(Pledge.withdrawReserve, (address(hooked), 1, address(agent)))
        );
    }

    function test_ReentrancyFromPledgingIntoPledging() public {
        reenter(address(pledges), abi.encodeCall(Pledge.pledge, (0, 100)), abi.encodeCall(Pledge.pledge, (0, 100)));
        vm.assertEq(pledges.positionCount(address(agent)), 3);
    }

    function test_ReentrancyFromPledgingIntoRecovery() public {
        reenter(
            address(pledges), abi.encodeCall(Pledge.pledge, (0, 100)), abi.encodeCall(Pledge.recover, (BOB, 1))
        );
    }

    function test_ReentrancyFromPledgingIntoPledgingWithPermit() public {
        reenter(
            address(pledges),
            abi.encodeCall(Pledge.pledge, (0, 100)),
            abi.encodeCall(Pledge.pledgeWithPermit, (0, 1, 0, 0, 0, 0))
        );
    }

    function test_ReentrancyFromFundingTheReserveIntoFundingIt() public {
        reenter(
            address(pledges),
            abi.encodeCall(Pledge.fundReserve, (address(hooked), 100)),
            abi.encodeCall(Pledge.fundReserve, (address(hooked), 100))
        );
        vm.assertEq(pledges.freeReserve(address(hooked)), 900);
    }

    function test_ReentrancyNeverShowsAPledgeThatIsGone() public {
        agent.prepare(address(pledges), abi.encodeCall(IPledge.pledged, (address(hooked))));
        agent.act(address(pledges), abi.encodeCall(Pledge.exitEarly, (0, address(agent))));
        vm.assertEq(abi.decode(agent.answer(), (uint256)), 1_000);
    }
}
