// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IStakingPool} from "../../src/IStakingPool.sol";
import {StakingPool} from "../../src/StakingPool.sol";
import {HookToken} from "../support/AwkwardTokens.sol";
import {ReentrancyTest} from "../support/ReentrancyTest.sol";

/// @dev The agent owns the pool, and the token calls the agent on each transfer.
contract StakingReentrancyTest is ReentrancyTest {
    HookToken private hooked;
    StakingPool private pool;

    function setUp() public {
        hooked = new HookToken(1e6);
        pool = new StakingPool(address(hooked), address(hooked), address(agent));
        hooked.transfer(address(agent), 5_000);
        agent.act(address(hooked), abi.encodeCall(IERC20.approve, (address(pool), 5_000)));
        agent.act(address(pool), abi.encodeCall(StakingPool.stake, (1_000)));
        agent.act(address(pool), abi.encodeCall(StakingPool.fund, (1_000, 10)));
        vm.warp(block.timestamp + 5);
        hooked.setHook(agent);
    }

    function test_ReentrancyFromUnstakingIntoUnstaking() public {
        reenter(address(pool), abi.encodeCall(StakingPool.unstake, (600, address(agent))), abi.encodeCall(StakingPool.unstake, (600, address(agent))));
        vm.assertEq(pool.stakeOf(address(agent)), 400);
    }

    function test_ReentrancyFromUnstakingIntoExit() public {
        reenter(address(pool), abi.encodeCall(StakingPool.unstake, (600, address(agent))), abi.encodeCall(StakingPool.exit, (address(agent))));
    }

    function test_ReentrancyFromClaimingIntoClaiming() public {
        reenter(address(pool), abi.encodeCall(StakingPool.claim, (address(agent))), abi.encodeCall(StakingPool.claim, (address(agent))));
        vm.assertEq(pool.paid(), 500);
    }

    function test_ReentrancyFromExitIntoStaking() public {
        reenter(address(pool), abi.encodeCall(StakingPool.exit, (address(agent))), abi.encodeCall(StakingPool.stake, (1)));
    }

    function test_ReentrancyFromStakingIntoUnstaking() public {
        reenter(address(pool), abi.encodeCall(StakingPool.stake, (100)), abi.encodeCall(StakingPool.unstake, (100, address(agent))));
        vm.assertEq(pool.stakeOf(address(agent)), 1_100);
    }

    function test_ReentrancyFromFundingIntoStakingWithPermit() public {
        reenter(
            address(pool),
            abi.encodeCall(StakingPool.fund, (1_000, 10)),
            abi.encodeCall(StakingPool.stakeWithPermit, (1, 0, 0, 0, 0))
        );
    }

    function test_ReentrancyFromClaimingIntoFunding() public {
        reenter(address(pool), abi.encodeCall(StakingPool.claim, (address(agent))), abi.encodeCall(StakingPool.fund, (1, 1)));
    }

    function test_ReentrancyFromClaimingIntoRecovery() public {
        reenter(address(pool), abi.encodeCall(StakingPool.claim, (address(agent))), abi.encodeCall(StakingPool.recover, (BOB)));
    }

    function test_ReentrancyNeverShowsAStakeThatIsGone() public {
        agent.prepare(address(pool), abi.encodeCall(IStakingPool.totalStaked, ()));
        agent.act(address(pool), abi.encodeCall(StakingPool.unstake, (600, address(agent))));
        vm.assertEq(abi.decode(agent.answer(), (uint256)), 400);
    }
}
