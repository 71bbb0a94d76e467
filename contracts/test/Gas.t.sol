// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {IPresale} from "../src/IPresale.sol";
import {Pledge} from "../src/Pledge.sol";
import {Presale} from "../src/Presale.sol";
import {StakingPool} from "../src/StakingPool.sol";
import {Vault} from "../src/Vault.sol";
import {DemoToken} from "../src/demo/DemoToken.sol";
import {PeopleTest} from "./support/PeopleTest.sol";

/// @dev Compares the gas of every user action with contracts/snapshots, exactly. Each call is a transaction of its own,
/// so storage is cold and refunds count, as on a chain. `npm run gas:contracts` updates the snapshots.
/// forge-config: default.isolate = true
contract GasTest is PeopleTest {
    uint256 private constant MANY = 1_000e18;
    DemoToken private token;
    DemoToken private reward;
    Vault private vault;
    StakingPool private pool;
    Presale private sale;
    Pledge private pledges;

    function setUp() public {
        vm.warp(1_700_000_000);
        token = new DemoToken("Token", "TKN", 18, address(this), 1e40);
        reward = new DemoToken("Reward", "RWD", 18, address(this), 1e40);
        vault = new Vault(OWNER);
        pool = new StakingPool(address(token), address(reward), OWNER);
        pledges = new Pledge(OWNER);
        sale = new Presale(
            IPresale.Terms(address(reward), address(token), 1e18, MANY, 100 * MANY, 50 * MANY, 1 days, 90 days), OWNER
        );
        for (uint256 i = 0; i < 4; i++) {
            address spender = [address(vault), address(pool), address(pledges), address(sale)][i];
            token.approve(spender, type(uint256).max);
            fund(token, BOB, spender, 100 * MANY);
            vm.prank(OWNER);
            reward.approve(spender, type(uint256).max);
        }
        reward.transfer(OWNER, 1e30);
        vm.prank(OWNER);
        pledges.addTerm(address(token), 30 days, 100, 200);
        pledges.fundReserve(address(token), 100 * MANY);
        vm.prank(OWNER);
        pool.fund(MANY, 365 days);
        vm.prank(OWNER);
        sale.schedule(1_700_000_000, 1_700_000_000 + 30 days);
        // Bob was here before, so that the totals are never zero.
        vm.prank(BOB);
        vault.deposit(address(token), MANY);
        vm.prank(BOB);
        pool.stake(MANY);
        vm.prank(BOB);
        pledges.pledge(0, MANY);
        vm.prank(BOB);
        sale.contribute(MANY);
        token.transfer(ALICE, 100 * MANY);
        token.transfer(CAROL, 1);
        reward.transfer(CAROL, 1);
        for (uint256 i = 0; i < 4; i++) {
            address spender = [address(vault), address(pool), address(pledges), address(sale)][i];
            vm.prank(ALICE);
            token.approve(spender, type(uint256).max);
        }
    }

    function test_GasOfTheVault() public {
        vm.prank(ALICE);
        vault.deposit(address(token), MANY);
        vm.snapshotGasLastCall("Vault", "first deposit");
        vm.prank(ALICE);
        vault.deposit(address(token), MANY);
        vm.snapshotGasLastCall("Vault", "deposit");
        vm.prank(ALICE);
        vault.withdraw(address(token), MANY, CAROL, 0);
        vm.snapshotGasLastCall("Vault", "withdraw a part");
        vm.prank(ALICE);
        vault.withdraw(address(token), MANY, CAROL, 0);
        vm.snapshotGasLastCall("Vault", "withdraw all");
        vm.deal(ALICE, 1 ether);
        vm.prank(ALICE);
        vault.depositNative{value: 1 ether}();
        vm.snapshotGasLastCall("Vault", "first depositNative");
    }

    function test_GasOfTheStakingPool() public {
        vm.prank(ALICE);
        pool.stake(MANY);
        vm.snapshotGasLastCall("StakingPool", "first stake");
        vm.warp(1_700_000_000 + 1 days);
        vm.prank(ALICE);
        pool.stake(MANY);
        vm.snapshotGasLastCall("StakingPool", "stake");
        vm.warp(1_700_000_000 + 2 days);
        vm.prank(ALICE);
        pool.unstake(MANY, CAROL);
        vm.snapshotGasLastCall("StakingPool", "unstake");
        vm.warp(1_700_000_000 + 3 days);
        vm.prank(ALICE);
        pool.claim(CAROL);
        vm.snapshotGasLastCall("StakingPool", "claim");
        vm.warp(1_700_000_000 + 4 days);
        vm.prank(ALICE);
        pool.exit(CAROL);
        vm.snapshotGasLastCall("StakingPool", "exit");
    }

    function test_GasOfThePresale() public {
        vm.prank(ALICE);
        sale.contribute(MANY);
        vm.snapshotGasLastCall("Presale", "first contribute");
        vm.prank(ALICE);
        sale.contribute(MANY);
        vm.snapshotGasLastCall("Presale", "contribute");
        vm.warp(1_700_000_000 + 60 days);
        vm.prank(ALICE);
        sale.claim(CAROL);
        vm.snapshotGasLastCall("Presale", "claim");
    }

    function test_GasOfPledges() public {
        vm.prank(ALICE);
        pledges.pledge(0, MANY);
        vm.snapshotGasLastCall("Pledge", "first pledge");
        vm.prank(ALICE);
        pledges.pledge(0, MANY);
        vm.snapshotGasLastCall("Pledge", "pledge");
        vm.prank(ALICE);
        pledges.exitEarly(1, CAROL);
        vm.snapshotGasLastCall("Pledge", "exitEarly");
        vm.warp(1_700_000_000 + 30 days);
        vm.prank(ALICE);
        pledges.redeem(2, CAROL);
        vm.snapshotGasLastCall("Pledge", "redeem");
    }
}
