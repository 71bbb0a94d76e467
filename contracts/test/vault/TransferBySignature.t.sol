// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ICustody} from "../../src/ICustody.sol";
import {IVault} from "../../src/IVault.sol";
import {Vault} from "../../src/Vault.sol";
import {UnboundedToken} from "../support/AwkwardTokens.sol";
import {TransferTest} from "../support/TransferTest.sol";

contract VaultTransferBySignatureTest is TransferTest {
    function test_DomainIsThatOfThisVaultOnThisChain() public view {
        (bytes1 fields, string memory name, string memory version, uint256 chain, address verifier,,) =
            vault.eip712Domain();
        vm.assertEq(uint8(fields), 0x0f);
        vm.assertEq(name, "Tidewell vault");
        vm.assertEq(version, "1");
        vm.assertEq(chain, CHAIN);
        vm.assertEq(verifier, address(vault));
    }

    function testFuzz_AnybodySubmitsWhatTheSenderSigned(uint256 part, uint256 nonce, address submitter) public {
        IVault.SignedTransfer memory item = signed(bound(part, 1, 1_000), nonce);
        vm.prank(submitter);
        vm.assertEq(uint32(vault.transferBySignature(batchOf(item))[0]), 0);
        vm.assertEq(vault.balanceOf(BOB, address(token)), item.amount);
        vm.assertEq(vault.balanceOf(ALICE, address(token)), 1_000 - item.amount);
    }

    function test_TransferOfTheNativeCoin() public {
        depositNative(ALICE, 1 ether);
        IVault.SignedTransfer memory item = unsigned(1 ether, 0);
        item.token = NATIVE;
        assertExecuted(sign(item));
        withdraw(NATIVE, BOB, 1 ether, BOB);
        vm.assertEq(BOB.balance, 1 ether);
    }

    function test_PauseAndRenouncingNeverBlockTransfers() public {
        vm.prank(OWNER);
        vault.renounceOwnership();
        assertExecuted(signed(1, 0));
        vault = new Vault(OWNER);
        deposit(token, ALICE, 1_000);
        pause();
        assertExecuted(signed(1, 0));
    }

    function test_EachNonceMovesOneTransferInAnyOrder() public {
        uint256[6] memory nonces = [uint256(256), 255, 0, type(uint256).max, 257, 1];
        for (uint256 i = 0; i < nonces.length; i++) {
            IVault.SignedTransfer memory item = signed(i + 1, nonces[i]);
            assertExecuted(item);
            assertRefused(item, IVault.NonceUsed.selector);
            assertRefused(signed(100 + i, nonces[i]), IVault.NonceUsed.selector);
        }
    }

    function test_NoncesOfOneSenderLeaveThoseOfOthers() public {
        assertExecuted(signed(1, 5));
        vm.assertEq(vault.nonceBitmap(BOB, 0), 0);
        vm.prank(BOB);
        vault.cancelNonce(5);
        vm.assertEq(vault.nonceBitmap(BOB, 0), 1 << 5);
    }

    function test_CanceledNonceIsRefused() public {
        IVault.SignedTransfer memory item = signed(1, 300);
        vm.expectEmit(address(vault));
        emit IVault.NonceCanceled(ALICE, 300);
        vm.prank(ALICE);
        vault.cancelNonce(300);
        vm.assertEq(vault.nonceBitmap(ALICE, 1), 1 << 44);
        assertRefused(item, IVault.NonceUsed.selector);
        assertExecuted(signed(1, 301));
    }

    function test_CancelingWhatAlreadyHappenedReverts() public {
        assertExecuted(signed(1, 0));
        vm.expectRevert(IVault.NonceUsed.selector);
        vm.prank(ALICE);
        vault.cancelNonce(0);
    }

    function test_NobodyCancelsForAnother() public {
        vm.prank(OWNER);
        vault.cancelNonce(0);
        assertExecuted(signed(1, 0));
    }

    function test_DeadlineIncludesItsEnd() public {
        vm.warp(DEADLINE);
        assertExecuted(signed(1, 0));
        vm.warp(DEADLINE + 1);
        assertRefused(signed(1, 1), IVault.ExpiredSignature.selector);
    }

    function test_ZeroAmountIsRefused() public {
        assertRefused(signed(0, 0), ICustody.ZeroAmount.selector);
    }

    function test_TransferToNobodyTheVaultOrTheSenderIsRefused() public {
        address[3] memory recipients = [address(0), address(vault), ALICE];
        for (uint256 i = 0; i < recipients.length; i++) {
            IVault.SignedTransfer memory item = unsigned(1, i);
            item.to = recipients[i];
            assertRefused(sign(item), ICustody.InvalidRecipient.selector);
        }
    }

    function test_WholeBalanceMovesAndNoMore() public {
        assertRefused(signed(1_001, 0), IVault.InsufficientVaultBalance.selector);
        assertExecuted(signed(1_000, 0));
        assertRefused(signed(1, 1), IVault.InsufficientVaultBalance.selector);
    }

    /// @dev A token that reports wrong balances could otherwise make a whole batch revert.
    function test_OverflowOfARecipientsBalanceIsRefused() public {
        UnboundedToken unbounded = new UnboundedToken();
        deposit(IERC20(address(unbounded)), BOB, type(uint256).max);
        unbounded.setBalance(address(vault), 0);
        deposit(IERC20(address(unbounded)), ALICE, 2);
        IVault.SignedTransfer memory item = unsigned(1, 0);
        item.token = address(unbounded);
        assertRefused(sign(item), IVault.BalanceOverflow.selector);
        withdraw(address(unbounded), BOB, 1, BOB);
        assertExecuted(item);
    }

    function test_EmptyBatchDoesNothing() public {
        vm.assertEq(vault.transferBySignature(new IVault.SignedTransfer[](0)).length, 0);
    }
}

/// @dev In a batch, each transfer succeeds or is refused independently of the others.
contract VaultTransferBatchTest is TransferTest {
    uint256 private constant SIZE = 5;

    function batch() private view returns (IVault.SignedTransfer[] memory items) {
        items = new IVault.SignedTransfer[](SIZE);
        for (uint256 i = 0; i < SIZE; i++) items[i] = signed(100 + i, i);
    }

    function test_OneBadTransferInAnyPositionIsRefusedAlone() public {
        for (uint256 bad = 0; bad < SIZE; bad++) {
            uint256 start = vm.snapshotState();
            IVault.SignedTransfer[] memory items = batch();
            items[bad].amount = 99;
            bytes4[] memory refusals = vault.transferBySignature(items);
            for (uint256 i = 0; i < SIZE; i++) {
                vm.assertEq(uint32(refusals[i]), i == bad ? uint32(IVault.InvalidSignature.selector) : 0);
            }
            vm.assertEq(vault.balanceOf(BOB, address(token)), 510 - 100 - bad);
            vm.assertEq(vault.nonceBitmap(ALICE, 0), 31 - 2 ** bad);
            vm.revertToState(start);
        }
    }

    function test_EventsComeInTheOrderOfTheBatch() public {
        IVault.SignedTransfer[] memory items = batch();
        items[1].deadline = NOW - 1;
        for (uint256 i = 0; i < SIZE; i++) {
            vm.expectEmit(address(vault));
            bytes32 digest = digestOf(items[i]);
            if (i == 1) emit IVault.TransferRefused(digest, IVault.ExpiredSignature.selector);
            else emit IVault.Transferred(ALICE, address(token), BOB, 100 + i, digest);
        }
        vault.transferBySignature(items);
    }

    function test_TheSameTransferTwiceInABatchHappensOnce() public {
        IVault.SignedTransfer[] memory items = batch();
        items[3] = items[2];
        bytes4[] memory refusals = vault.transferBySignature(items);
        vm.assertEq(uint32(refusals[3]), uint32(IVault.NonceUsed.selector));
        vm.assertEq(vault.balanceOf(BOB, address(token)), 100 + 101 + 102 + 104);
    }

    function test_MoneyThatArrivesInABatchCanGoOnInIt() public {
        uint256 bobKey = 0xb0b;
        IVault.SignedTransfer[] memory items = new IVault.SignedTransfer[](2);
        items[0] = unsigned(600, 0);
        items[0].to = vm.addr(bobKey);
        items[0] = sign(items[0]);
        items[1] = IVault.SignedTransfer(vm.addr(bobKey), CAROL, address(token), 600, 0, DEADLINE, "");
        items[1].signature = signDigest(bobKey, digestOf(items[1]));
        vault.transferBySignature(items);
        vm.assertEq(vault.balanceOf(CAROL, address(token)), 600);
        vm.assertEq(vault.balanceOf(vm.addr(bobKey), address(token)), 0);
    }

    /// @dev Amounts, nonces, recipients, deadlines, and signatures are any, so that most refusals occur.
    function testFuzz_BatchEqualsItsTransfersOneByOne(uint256 seed) public {
        IVault.SignedTransfer[] memory items = batch();
        for (uint256 i = 0; i < SIZE; i++) {
            uint256 random = uint256(keccak256(abi.encode(seed, i)));
            items[i].amount = random % 500;
            items[i].nonce = (random >> 16) % 3;
            items[i].deadline = NOW - 1 + (random >> 32) % 20;
            if ((random >> 48) % 8 == 0) items[i].to = ALICE;
            if ((random >> 64) % 8 != 0) items[i] = sign(items[i]);
        }
        uint256 start = vm.snapshotState();
        bytes4[] memory refusals = vault.transferBySignature(items);
        uint256 balance = vault.balanceOf(ALICE, address(token));
        uint256 nonces = vault.nonceBitmap(ALICE, 0);
        vm.assertEq(balance + vault.balanceOf(BOB, address(token)), 1_000);
        vm.revertToState(start);
        for (uint256 i = 0; i < SIZE; i++) vm.assertEq(uint32(submit(items[i])), uint32(refusals[i]));
        vm.assertEq(vault.balanceOf(ALICE, address(token)), balance);
        vm.assertEq(vault.nonceBitmap(ALICE, 0), nonces);
    }
}
