// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IPresale} from "../../src/IPresale.sol";
import {Presale} from "../../src/Presale.sol";
import {HookToken} from "../support/AwkwardTokens.sol";
import {ReentrancyTest} from "../support/ReentrancyTest.sol";

/// @dev The agent owns the sale and buys tokens. Transfers of the sale token and native payments call the agent.
contract PresaleReentrancyTest is ReentrancyTest {
    HookToken private hooked;
    Presale private sale;
    uint64 private start;

    function setUp() public {
        vm.deal(address(this), 100 ether);
        hooked = new HookToken(1e30);
        sale = new Presale(IPresale.Terms(address(hooked), NATIVE, 1 ether, 2, 100, 50, 0, 10), address(agent));
        hooked.transfer(address(agent), 1e20);
        agent.act(address(hooked), abi.encodeCall(IERC20.approve, (address(sale), 1e20)));
        start = uint64(block.timestamp);
        agent.act(address(sale), abi.encodeCall(Presale.schedule, (start, start + 10)));
        hooked.setHook(agent);
    }

    function contribute(uint256 amount) private {
        agent.act{value: amount}(address(sale), abi.encodeCall(Presale.contributeNative, ()));
    }

    function test_ReentrancyFromRefundIntoRefund() public {
        contribute(1);
        vm.deal(BOB, 0);
        vm.warp(start + 10);
        bytes memory refund = abi.encodeCall(Presale.refund, (address(agent)));
        reenter(address(sale), refund, refund);
        vm.assertEq(address(agent).balance, 1);
    }

    function test_ReentrancyFromClaimIntoClaim() public {
        contribute(50);
        vm.warp(start + 15);
        reenter(address(sale), abi.encodeCall(Presale.claim, (address(agent))), abi.encodeCall(Presale.claim, (address(agent))));
        vm.assertEq(sale.claimedBy(address(agent)), 25);
    }

    function test_ReentrancyFromClaimIntoCollectingUnsold() public {
        contribute(50);
        vm.warp(start + 15);
        reenter(
            address(sale),
            abi.encodeCall(Presale.claim, (address(agent))),
            abi.encodeCall(Presale.collectUnsold, (address(agent)))
        );
    }

    function test_ReentrancyFromProceedsIntoProceeds() public {
        contribute(50);
        vm.warp(start + 15);
        bytes memory collect = abi.encodeCall(Presale.collectProceeds, (address(agent)));
        reenter(address(sale), collect, collect);
        vm.assertEq(address(agent).balance, 50);
    }

    function test_ReentrancyFromProceedsIntoRecovery() public {
        contribute(50);
        vm.warp(start + 15);
        reenter(
            address(sale),
            abi.encodeCall(Presale.collectProceeds, (address(agent))),
            abi.encodeCall(Presale.recover, (BOB))
        );
    }

    function test_ReentrancyFromCollectingUnsoldIntoClaim() public {
        contribute(50);
        vm.warp(start + 15);
        reenter(
            address(sale),
            abi.encodeCall(Presale.collectUnsold, (address(agent))),
            abi.encodeCall(Presale.claim, (address(agent)))
        );
    }

    function test_ReentrancyFromSchedulingIntoContributing() public {
        sale = new Presale(sale.terms(), address(agent));
        hooked.setHook(agent);
        agent.prepare(address(0), "");
        agent.act(address(hooked), abi.encodeCall(IERC20.approve, (address(sale), 1e20)));
        reenter(
            address(sale),
            abi.encodeCall(Presale.schedule, (start, start + 10)),
            abi.encodeCall(Presale.contributeNative, ())
        );
    }
}
