// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {IRecovery} from "../../src/IRecovery.sol";
import {ICardFunds} from "../../src/card/ICardFunds.sol";
import {ICards} from "../../src/card/ICards.sol";
import {CardTest} from "../support/CardTest.sol";
import {KeyWallet, OddWallet} from "../support/SigningWallets.sol";

/// @dev Card owners that are contracts (ERC-1271), and accounts with both a key and code (EIP-7702).
contract CardContractOwnerTest is CardTest {
    uint256 private constant DEADLINE = NOW + 60;
    bytes private constant INVALID = abi.encodeWithSelector(ICards.InvalidSignature.selector);

    /// @dev A call that opens a card for `owner`, with any signature.
    function openFor(address owner, uint256 nonce, bytes memory signature) private view returns (bytes memory) {
        ICards.Authorization memory authorization = ICards.Authorization(nonce, DEADLINE, signature);
        return abi.encodeCall(
            ICards.openCardBySignature, (owner, address(token), standardLimits(), authorization)
        );
    }

    function openedBy(uint256 key, address owner, uint256 nonce) private view returns (bytes memory) {
        bytes32 message = openCardHash(owner, address(token), standardLimits(), nonce, DEADLINE);
        return openFor(owner, nonce, signMessage(key, address(cards), message));
    }

    function freezeOf(uint32 number, uint256 key) private view returns (bytes memory) {
        bytes32 message = statusHash("FreezeCard", number, 1, DEADLINE);
        bytes memory signature = signMessage(key, address(cards), message);
        return abi.encodeCall(
            ICards.setStatusBySignature,
            (number, ICards.CardStatus.Frozen, ICards.Authorization(1, DEADLINE, signature))
        );
    }

    function test_ContractAcceptsTheSignatureOfItsKey() public {
        address wallet = address(new KeyWallet(ALICE));
        tryAs(CAROL, openedBy(OPERATOR_KEY, wallet, 0), INVALID);
        tryAs(CAROL, openedBy(ALICE_KEY, wallet, 0), "");
        vm.assertEq(cards.cardOf(2).owner, wallet);
        tryAs(CAROL, freezeOf(2, OPERATOR_KEY), INVALID);
        tryAs(CAROL, freezeOf(2, ALICE_KEY), "");
        vm.assertTrue(cards.cardOf(2).status == ICards.CardStatus.Frozen);
    }

    /// @dev The message to open a card names its owner, so the signature of a key is for one of its accounts only.
    function test_SignatureForOneAccountOfAKeyIsForNoOther() public {
        address wallet = address(new KeyWallet(ALICE));
        bytes32 message = openCardHash(ALICE, address(token), standardLimits(), 0, DEADLINE);
        tryAs(CAROL, openFor(wallet, 0, signMessage(ALICE_KEY, address(cards), message)), INVALID);
    }

    function test_OnlyTheExactAcceptanceCounts() public {
        for (uint8 i = uint8(OddWallet.Answer.Declines); i <= uint8(OddWallet.Answer.BurnsAllGas); i++) {
            address wallet = address(new OddWallet(OddWallet.Answer(i)));
            tryAs(CAROL, openFor(wallet, 0, new bytes(65)), INVALID);
            vm.assertEq(cards.nonceBitmap(wallet, 0), 0);
        }
        tryAs(CAROL, openFor(address(token), 0, new bytes(65)), INVALID);
        tryAs(CAROL, openFor(address(new OddWallet(OddWallet.Answer.Accepts)), 0, ""), "");
    }

    /// @dev With a delegation, an account has code (EIP-7702), and its key still signs.
    function test_DelegatedAccountSignsWithItsKey() public {
        vm.etch(ALICE, abi.encodePacked(hex"ef0100", address(token)));
        tryAs(CAROL, openedBy(ALICE_KEY, ALICE, 0), "");
        vm.etch(ALICE, address(new OddWallet(OddWallet.Answer.Declines)).code);
        tryAs(CAROL, freezeOf(card, ALICE_KEY), "");
        vm.assertTrue(cards.cardOf(card).status == ICards.CardStatus.Frozen);
    }

    function test_DelegatedAccountSignsByItsCodeToo() public {
        tryAs(CAROL, openFor(ALICE, 0, new bytes(65)), INVALID);
        vm.etch(ALICE, address(new OddWallet(OddWallet.Answer.Accepts)).code);
        tryAs(CAROL, openFor(ALICE, 0, new bytes(65)), "");
        vm.assertEq(cards.cardOf(2).owner, ALICE);
    }

    /// @dev The contract submits the same message again while it is asked about it: the nonce is used by then.
    function test_ContractThatReentersUsesItsSignatureOnce() public {
        address wallet = address(new OddWallet(OddWallet.Answer.ReentersTheCaller));
        tryAs(CAROL, openFor(wallet, 7, openFor(wallet, 7, "")), "");
        vm.assertEq(cards.cardOf(2).owner, wallet);
        vm.assertEq(cards.cardOf(3).owner, address(0));
    }

    function test_VetoedRecoveryMovesNothing() public {
        bytes memory call = abi.encodeCall(ICardFunds.recover, (ALICE, address(token)));
        bytes memory none = abi.encodeWithSelector(IRecovery.NoRecoveryRequest.selector, ALICE);
        vm.prank(ALICE);
        cards.setRecovery(BOB, 1 days);
        tryAs(BOB, call, none);
        vm.prank(BOB);
        cards.requestRecovery(ALICE);
        vm.warp(NOW + 1 days + GRACE);
        vm.prank(ALICE);
        cards.vetoRecovery();
        tryAs(BOB, call, none);
        assertAlice(1_000, 0, 0);
        vm.prank(BOB);
        cards.requestRecovery(ALICE);
        uint256 readyAt = NOW + 2 days + GRACE;
        tryAs(BOB, call, abi.encodeWithSelector(IRecovery.RecoveryNotReady.selector, readyAt));
        pass(1 days);
        tryAs(BOB, call, abi.encodeWithSelector(IRecovery.RecoveryNotReady.selector, readyAt + GRACE));
        pass(GRACE);
        tryAs(BOB, call, "");
        vm.assertEq(accountOf(BOB).balance, 1_000);
    }
}
