// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {ICustody} from "../../src/ICustody.sol";
import {IStakingPool} from "../../src/IStakingPool.sol";
import {StakingPool} from "../../src/StakingPool.sol";
import {FeeOnTransferToken} from "../support/AwkwardTokens.sol";
import {StakingTest} from "./StakingTest.sol";

contract StakingStakeTest is StakingTest {
    function test_TokensAndOwnerAreTheArguments() public view {
        vm.assertEq(pool.stakingToken(), address(token));
        vm.assertEq(pool.rewardToken(), address(reward));
        vm.assertEq(pool.owner(), OWNER);
    }

    function test_StakeIsAddedAndEmitted() public {
        fund(token, ALICE, address(pool), 5);
        vm.expectEmit(address(pool));
        emit IStakingPool.Staked(ALICE, address(token), 5);
        vm.prank(ALICE);
        pool.stake(5);
        vm.assertEq(pool.stakeOf(ALICE), 5);
        vm.assertEq(pool.totalStaked(), 5);
        vm.assertEq(token.balanceOf(address(pool)), 5);
    }

    function testFuzz_StakesAddUpPerUser(uint128 a, uint128 b, uint128 c) public {
        (uint256 x, uint256 y, uint256 z) = (bound(a, 1, 1e30), bound(b, 1, 1e30), bound(c, 1, 1e30));
        stake(ALICE, x);
        stake(BOB, y);
        stake(ALICE, z);
        vm.assertEq(pool.stakeOf(ALICE), x + z);
        vm.assertEq(pool.stakeOf(BOB), y);
        vm.assertEq(pool.totalStaked(), x + y + z);
    }

    function test_ZeroStakeIsRefused() public {
        vm.expectRevert(ICustody.ZeroAmount.selector);
        pool.stake(0);
    }

    function test_StakeOfATokenThatIsNoContractIsRefused() public {
        StakingPool wrong = new StakingPool(BOB, address(reward), OWNER);
        vm.expectRevert(abi.encodeWithSelector(ICustody.NotAToken.selector, BOB));
        wrong.stake(1);
    }

    function testFuzz_PermitStakesInOneTransaction(uint96 given) public {
        uint256 amount = bound(given, 1, type(uint96).max);
        token.transfer(ALICE, amount);
        (uint8 v, bytes32 r, bytes32 s) = signPermit(token, address(pool), amount, block.timestamp);
        vm.prank(ALICE);
        pool.stakeWithPermit(amount, block.timestamp, v, r, s);
        vm.assertEq(pool.stakeOf(ALICE), amount);
    }

    function test_PermitOfAnotherPersonStakesNothing() public {
        token.transfer(ALICE, 5);
        (uint8 v, bytes32 r, bytes32 s) = signPermit(token, address(pool), 5, block.timestamp);
        vm.expectPartialRevert(ERC20Permit.ERC2612InvalidSigner.selector);
        vm.prank(BOB);
        pool.stakeWithPermit(5, block.timestamp, v, r, s);
    }

    function test_PauseStopsEveryKindOfStaking() public {
        pause();
        vm.expectRevert(Pausable.EnforcedPause.selector);
        pool.stake(1);
        vm.expectRevert(Pausable.EnforcedPause.selector);
        pool.stakeWithPermit(1, 0, 0, 0, 0);
    }

    function test_UnpauseOpensStakingAgain() public {
        pause();
        vm.prank(OWNER);
        pool.unpause();
        stake(ALICE, 1);
        vm.assertEq(pool.stakeOf(ALICE), 1);
    }

    function test_OnlyTheOwnerPauses() public {
        expectUnauthorized(BOB);
        pool.pause();
        pause();
        expectUnauthorized(BOB);
        pool.unpause();
    }

    function test_FeeOnTransferStakeIsWhatArrived() public {
        FeeOnTransferToken fee = new FeeOnTransferToken(1_000);
        StakingPool other = new StakingPool(address(fee), address(reward), OWNER);
        fee.approve(address(other), 1_000);
        other.stake(1_000);
        vm.assertEq(other.stakeOf(address(this)), 990);
        other.unstake(990, address(0x77));
        vm.assertEq(fee.balanceOf(address(other)), 0);
    }

    function testFuzz_DonationStakesForNobody(uint96 donation) public {
        token.transfer(address(pool), donation);
        stake(ALICE, 7);
        vm.assertEq(pool.totalStaked(), 7);
        vm.assertEq(pool.stakeOf(address(this)), 0);
    }
}
