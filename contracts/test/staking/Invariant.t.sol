// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {IRecovery} from "../../src/IRecovery.sol";
import {IStakingPool} from "../../src/IStakingPool.sol";
import {StakingPool} from "../../src/StakingPool.sol";
import {StoppableToken} from "../support/AwkwardTokens.sol";
import {RecoveryHandler} from "../support/RecoveryHandler.sol";
import {TestBase} from "../support/TestBase.sol";

/// @dev Invariant handler: performs staker and owner actions in any order and tracks the expected results.
contract StakingHandler is RecoveryHandler {
    address public constant OWNER = address(0x1001);
    StakingPool public pool;
    StoppableToken public reward = new StoppableToken(1e40);

    mapping(address => uint256) public staked;
    mapping(address => uint256) public claimed;
    uint256 public funded;
    uint256 public donated;
    /// @dev Earliest possible end of the reward stream, as of the last funding.
    uint256 public promisedEnd;
    bool public endMovedEarlier;
    bool public slowedDown;
    bool public exitFailed;
    bool public flowedWithoutStakers;

    constructor() {
        vm.warp(1_700_000_000);
        pool = new StakingPool(address(hooked), address(reward), OWNER);

        // Proves that the agent's call succeeds if it isn't reentrant.
        bytes memory attempt = abi.encodeCall(StakingPool.stake, (1));
        fundAgent(address(pool));
        agent.act(address(pool), attempt);
        agent.act(address(pool), abi.encodeCall(StakingPool.unstake, (1, address(agent))));
        agent.prepare(address(pool), attempt);
    }

    function stake(uint256 seed, uint256 given, uint8 allowing) external {
        if (pool.paused()) return;
        (address user, uint256 amount) = (pickUser(seed), bound(given, 1, 1e24));
        bytes[2] memory calls = [
            abi.encodeCall(StakingPool.stake, (amount)),
            abi.encodeWithSelector(StakingPool.stakeWithPermit.selector, amount)
        ];
        bytes memory call = allow(hooked, user, address(pool), amount, Allowing(allowing % 3), calls);
        (bool done,) = callHooked(hooked, user, address(pool), call);
        vm.assertTrue(done);
        staked[user] += amount;
    }

    function unstake(uint256 seed, uint256 given) external {
        address user = pickUser(seed);
        if (staked[user] == 0) return;
        uint256 amount = bound(given, 1, staked[user]);
        (bool done,) = callHooked(hooked, user, address(pool), abi.encodeCall(StakingPool.unstake, (amount, user)));
        if (done) staked[user] -= amount;
        else exitFailed = true;
    }

    function claim(uint256 seed) external {
        address user = pickUser(seed);
        uint256 amount = pool.earned(user);
        if (amount == 0 || reward.stopped()) return;
        vm.prank(user);
        try pool.claim(user) {
            claimed[user] += amount;
        } catch {
            exitFailed = true;
        }
    }

    function exit(uint256 seed) external {
        address user = pickUser(seed);
        if (staked[user] == 0 || reward.stopped()) return;
        uint256 amount = pool.earned(user);
        (bool done,) = callHooked(hooked, user, address(pool), abi.encodeCall(StakingPool.exit, (user)));
        if (done) (staked[user], claimed[user]) = (0, claimed[user] + amount);
        else exitFailed = true;
    }

    /// @dev Funds an arbitrary amount and duration. Often reverts, because it would slow or shorten the stream.
    function fund(uint256 given, uint256 time) external {
        fund_(bound(given, 1, 1e24), bound(time, 1, 30 days));
    }

    /// @dev Funds the pool for a duration that neither shortens nor slows the stream.
    function topUp(uint256 given, uint256 time) external {
        uint256 remaining = pool.remainingRewards();
        if (remaining == 0) return;
        (uint256 amount, uint256 left) = (bound(given, 1, 1e24), pool.streamEndsAt() - vm.getBlockTimestamp());
        uint256 most = left + left * amount / (remaining + 1);
        fund_(amount, bound(time, left, most > 60 days ? 60 days : most));
    }

    function pass(uint256 time) external {
        uint256 remaining = pool.remainingRewards();
        vm.warp(vm.getBlockTimestamp() + bound(time, 0, 10 days));
        if (pool.totalStaked() == 0 && pool.remainingRewards() != remaining) flowedWithoutStakers = true;
    }

    function recoverable() internal view override returns (IRecovery) {
        return pool;
    }

    function recovering(address owner, uint256) internal view override returns (bytes memory call, bool hasAny) {
        return (abi.encodeCall(IStakingPool.recover, (owner)), staked[owner] > 0 || pool.earned(owner) > 0);
    }

    function onRecovered(address owner, address by, uint256) internal override {
        (staked[owner], staked[by]) = (0, staked[by] + staked[owner]);
    }

    function donate(uint256 given) external {
        if (reward.stopped()) return;
        reward.transfer(address(pool), bound(given, 1, 1e24));
        donated += bound(given, 1, 1e24);
    }

    function togglePause() external {
        bool paused = pool.paused();
        vm.prank(OWNER);
        if (paused) pool.unpause();
        else pool.pause();
    }

    function toggleRewardToken() external {
        reward.setStopped(!reward.stopped());
    }

    function fund_(uint256 amount, uint256 duration) private {
        if (reward.stopped()) return;
        reward.transfer(OWNER, amount);
        vm.prank(OWNER);
        reward.approve(address(pool), amount);
        bool streaming = pool.remainingRewards() > 0;
        (uint256 endsAt, uint256 rate) = (pool.streamEndsAt(), pool.rewardPerYear());
        vm.prank(OWNER);
        try pool.fund(amount, duration) {
            funded += amount;
            promisedEnd = pool.streamEndsAt();
            if (streaming && promisedEnd < endsAt) endMovedEarlier = true;
            if (streaming && pool.rewardPerYear() < rate) slowedDown = true;
        } catch (bytes memory reason) {
            vm.assertTrue(
                bytes4(reason) == IStakingPool.StreamShortened.selector
                    || bytes4(reason) == IStakingPool.StreamSlowed.selector
            );
        }
    }
}

contract StakingInvariantTest is TestBase {
    StakingHandler private handler;
    StakingPool private pool;

    function setUp() public {
        handler = new StakingHandler();
        pool = handler.pool();
    }

    /// @dev Forge calls this function to find the contracts to fuzz.
    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    function invariant_EveryStakeIsItsOwnersAndIsThere() public view {
        uint256 sum;
        for (uint256 i = 0; i < handler.userCount(); i++) {
            address user = handler.users(i);
            vm.assertEq(pool.stakeOf(user), handler.staked(user));
            sum += pool.stakeOf(user);
        }
        vm.assertEq(pool.totalStaked(), sum);
        vm.assertEq(handler.hooked().balanceOf(address(pool)), sum);
    }

    /// @dev Paid, owed and remaining rewards add up to the funding, with rounding errors below one base unit each.
    function invariant_RewardsAreNeitherOverPromisedNorStranded() public view {
        uint256 sum = pool.paid() + pool.remainingRewards();
        for (uint256 i = 0; i < handler.userCount(); i++) sum += pool.earned(handler.users(i));
        vm.assertLe(sum, handler.funded());
        vm.assertGe(sum + handler.userCount() + 1, handler.funded());
    }

    function invariant_RewardsHeldAreWhatWasFundedLessPaid() public view {
        vm.assertEq(
            handler.reward().balanceOf(address(pool)), handler.funded() - pool.paid() + handler.donated()
        );
    }

    function invariant_PaidIsWhatStakersGot() public view {
        uint256 sum;
        for (uint256 i = 0; i < handler.userCount(); i++) {
            vm.assertEq(handler.reward().balanceOf(handler.users(i)), handler.claimed(handler.users(i)));
            sum += handler.claimed(handler.users(i));
        }
        vm.assertEq(pool.paid(), sum);
    }

    function invariant_NothingFlowsWithoutStakers() public view {
        vm.assertFalse(handler.flowedWithoutStakers());
    }

    /// @dev While rewards stream, more funding can only postpone the promised end.
    function invariant_TheEndNeverMovesEarlierWhileRewardsStream() public view {
        vm.assertFalse(handler.endMovedEarlier());
        if (pool.remainingRewards() > 0) vm.assertGe(pool.streamEndsAt(), handler.promisedEnd());
    }

    function invariant_TheStreamNeverSlowsDown() public view {
        vm.assertFalse(handler.slowedDown());
    }

    function invariant_NoExitIsEverBlocked() public view {
        vm.assertFalse(handler.exitFailed());
    }

    /// @dev Only a recovery address recovers, never before its delay, and never after a veto.
    function invariant_RecoveriesFollowTheirRules() public view {
        vm.assertFalse(handler.recoveryDiffered());
    }

    function invariant_NoReentrantCallSucceeds() public view {
        vm.assertFalse(handler.reentered());
    }

    /// @dev Checks that the handler recovers once the delay is over, and not after a veto.
    function test_HandlerRecovers() public {
        handler.stake(0, 1_000, 0);
        handler.nameRecovery(0, 1, 1 days);
        handler.requestRecovery(0, 1);
        handler.recover(0, 1, 0);
        handler.pass(1 days);
        handler.vetoRecovery(0);
        handler.recover(0, 1, 0);
        vm.assertEq(handler.recoveries(), 0);
        handler.requestRecovery(0, 1);
        handler.pass(1 days);
        handler.recover(0, 1, 0);
        vm.assertEq(handler.recoveries(), 1);
        vm.assertFalse(handler.recoveryDiffered());
    }

    /// @dev Checks that the handler reaches permits and hooks.
    function test_HandlerReachesPermitsAndTheHook() public {
        for (uint8 allowing = 0; allowing < 3; allowing++) handler.stake(0, 1_000, allowing);
        handler.unstake(0, 500);
        handler.exit(0);
        vm.assertEq(handler.hookCalls(), 5);
        vm.assertEq(pool.totalStaked(), 0);
        vm.assertFalse(handler.exitFailed());
        vm.assertFalse(handler.reentered());
    }
}
