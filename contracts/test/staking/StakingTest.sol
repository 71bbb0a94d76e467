// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {StakingPool} from "../../src/StakingPool.sol";
import {DemoPermitToken} from "../../src/demo/DemoPermitToken.sol";
import {StoppableToken} from "../support/AwkwardTokens.sol";
import {PeopleTest} from "../support/PeopleTest.sol";

/// @dev Base for staking tests: a pool for an 18-decimal permit token, with a reward token whose transfers can be
/// stopped.
abstract contract StakingTest is PeopleTest {
    DemoPermitToken internal token;
    StoppableToken internal reward;
    StakingPool internal pool;

    function setUp() public virtual {
        vm.warp(1_700_000_000);
        token = new DemoPermitToken("Test Tidewell", "tTIDE", 18, address(this), 1e40);
        reward = new StoppableToken(1e50);
        pool = new StakingPool(address(token), address(reward), OWNER);
    }

    function stake(address user, uint256 amount) internal {
        fund(token, user, address(pool), amount);
        vm.prank(user);
        pool.stake(amount);
    }

    function unstake(address user, uint256 amount) internal {
        vm.prank(user);
        pool.unstake(amount, user);
    }

    function claim(address user) internal {
        vm.prank(user);
        pool.claim(user);
    }

    function exit(address user) internal {
        vm.prank(user);
        pool.exit(user);
    }

    function fundRewards(uint256 amount, uint256 duration) internal {
        fund(IERC20(reward), OWNER, address(pool), amount);
        vm.prank(OWNER);
        pool.fund(amount, duration);
    }

    function pause() internal {
        vm.prank(OWNER);
        pool.pause();
    }

    function pass(uint256 time) internal {
        vm.warp(vm.getBlockTimestamp() + time);
    }
}
