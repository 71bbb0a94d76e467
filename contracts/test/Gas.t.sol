// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {IPresale} from "../src/IPresale.sol";
import {IRecovery} from "../src/IRecovery.sol";
import {IVault} from "../src/IVault.sol";
import {Pledge} from "../src/Pledge.sol";
import {Presale} from "../src/Presale.sol";
import {StakingPool} from "../src/StakingPool.sol";
import {Vault} from "../src/Vault.sol";
import {DemoToken} from "../src/demo/DemoToken.sol";
import {PeopleTest} from "./support/PeopleTest.sol";
import {TransferSigner} from "./support/TransferSigner.sol";

/// @dev Compares the gas of every user action with contracts/snapshots, exactly. Each call is a transaction of its own,
/// so storage is cold and refunds count, as on a chain. `npm run gas:contracts` updates the snapshots.
/// forge-config: default.isolate = true
contract GasTest is PeopleTest, TransferSigner {
    uint256 private constant BATCH = 50;
    uint256 private constant FIRST_KEY = 0xbeef;
    uint160 private constant FIRST_RECIPIENT = 0x5000;
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

    function test_GasOfVaultTransfers() public {
        vm.prank(ALICE);
        vault.deposit(address(token), 10 * MANY);
        vm.prank(ALICE);
        vault.transfer(address(token), MANY, CAROL);
        vm.snapshotGasLastCall("Vault", "transfer to a new recipient");
        vm.prank(ALICE);
        vault.transfer(address(token), MANY, CAROL);
        vm.snapshotGasLastCall("Vault", "transfer");
        vm.prank(ALICE);
        vault.cancelNonce(0);
        vm.snapshotGasLastCall("Vault", "first cancelNonce");
        vm.prank(ALICE);
        vault.cancelNonce(1);
        vm.snapshotGasLastCall("Vault", "cancelNonce");
    }

    /// @dev All senders and recipients differ. A transfer in a batch costs less than an ERC-20 transfer, and a sender's
    /// first at most 1.3 times as much.
    function test_GasOfSignedVaultTransfers() public {
        for (uint256 i = 0; i < BATCH; i++) {
            address sender = vm.addr(FIRST_KEY + i);
            fund(token, sender, address(vault), 10 * MANY);
            vm.prank(sender);
            vault.deposit(address(token), 10 * MANY);
        }
        token.transfer(address(0x77), MANY);
        uint256 toNew = vm.snapshotGasLastCall("Vault", "ERC-20 transfer to a new recipient");
        token.transfer(address(0x77), MANY);
        uint256 toKnown = vm.snapshotGasLastCall("Vault", "ERC-20 transfer");

        vault.transferBySignature(batchOf(1, 0, 0));
        vm.snapshotGasLastCall("Vault", "transferBySignature, a sender's first, to a new recipient");
        vault.transferBySignature(batchOf(1, 1, 0));
        vm.snapshotGasLastCall("Vault", "transferBySignature");

        vault.transferBySignature(batchOf(BATCH, 256, 1_000));
        uint256 first = vm.snapshotGasLastCall("Vault", "transferBySignature of 50, their senders' first, to new recipients");
        vault.transferBySignature(batchOf(BATCH, 257, 2_000));
        uint256 known = vm.snapshotGasLastCall("Vault", "transferBySignature of 50, to new recipients");
        vault.transferBySignature(batchOf(BATCH, 258, 2_000));
        uint256 both = vm.snapshotGasLastCall("Vault", "transferBySignature of 50");
        vm.assertLe(first * 10, BATCH * toNew * 13);
        vm.assertLe(known, BATCH * toNew);
        vm.assertLe(both * 10, BATCH * toKnown * 9);
    }

    /// @dev Returns a batch in which each sender pays a recipient of its own.
    function batchOf(uint256 size, uint256 nonce, uint160 recipients)
        private
        view
        returns (IVault.SignedTransfer[] memory items)
    {
        items = new IVault.SignedTransfer[](size);
        for (uint160 i = 0; i < size; i++) {
            address to = address(FIRST_RECIPIENT + recipients + i);
            items[i] = IVault.SignedTransfer(
                vm.addr(FIRST_KEY + i), to, address(token), 1e18, nonce, 1_700_001_200, ""
            );
            items[i].signature = signDigest(FIRST_KEY + i, digestOf(items[i], address(vault), block.chainid));
        }
    }

    function test_GasOfRecoveries() public {
        vm.prank(ALICE);
        vault.deposit(address(token), MANY);
        vm.prank(ALICE);
        vault.setRecovery(BOB, 7 days);
        vm.snapshotGasLastCall("Recovery", "first setRecovery");
        vm.prank(BOB);
        vault.requestRecovery(ALICE);
        vm.snapshotGasLastCall("Recovery", "requestRecovery");
        vm.prank(ALICE);
        vault.vetoRecovery();
        vm.snapshotGasLastCall("Recovery", "vetoRecovery");
        vm.prank(ALICE);
        vault.removeRecovery();
        vm.snapshotGasLastCall("Recovery", "removeRecovery");

        vm.prank(ALICE);
        pool.stake(MANY);
        for (uint256 i = 0; i < 5; i++) {
            vm.prank(ALICE);
            pledges.pledge(0, MANY);
        }
        vm.prank(ALICE);
        sale.contribute(MANY);
        for (uint256 i = 0; i < 4; i++) {
            IRecovery custody = IRecovery([address(vault), address(pool), address(pledges), address(sale)][i]);
            vm.prank(ALICE);
            custody.setRecovery(BOB, 7 days);
            vm.prank(BOB);
            custody.requestRecovery(ALICE);
        }
        vm.warp(1_700_000_000 + 7 days);
        vm.prank(BOB);
        vault.recover(ALICE, address(token));
        vm.snapshotGasLastCall("Recovery", "recover a vault balance");
        vm.prank(BOB);
        pool.recover(ALICE);
        vm.snapshotGasLastCall("Recovery", "recover a stake");
        vm.prank(BOB);
        pledges.recover(ALICE, 5);
        vm.snapshotGasLastCall("Recovery", "recover 5 pledges");
        vm.prank(BOB);
        sale.recover(ALICE);
        vm.snapshotGasLastCall("Recovery", "recover a contribution");
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
