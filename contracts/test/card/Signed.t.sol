// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {ICards} from "../../src/card/ICards.sol";
import {CardAccount} from "../../src/CardAccount.sol";
import {CardTest} from "../support/CardTest.sol";

/// @dev What owners of cards sign and anyone submits.
contract CardSignedTest is CardTest {
    uint256 private constant DEADLINE = NOW + 60;
    bytes private constant INVALID = abi.encodeWithSelector(ICards.InvalidSignature.selector);

    function authorize(uint256 key, bytes32 message, uint256 nonce) private view returns (ICards.Authorization memory) {
        return ICards.Authorization(nonce, DEADLINE, signMessage(key, address(cards), message));
    }

    function openCall(uint256 key, uint256 nonce) private view returns (bytes memory) {
        bytes32 message = openCardHash(ALICE, address(token), standardLimits(), nonce, DEADLINE);
        return abi.encodeCall(
            ICards.openCardBySignature,
            (ALICE, address(token), standardLimits(), authorize(key, message, nonce))
        );
    }

    function limitsCall(uint256 key, uint256 nonce) private view returns (bytes memory) {
        ICards.Limits memory limits = ICards.Limits(11, 12, 13, 14);
        bytes32 message = setLimitsHash(card, limits, nonce, DEADLINE);
        return abi.encodeCall(ICards.setLimitsBySignature, (card, limits, authorize(key, message, nonce)));
    }

    /// @dev A call that sets `status`, with the signature for `name`.
    function statusCall(string memory name, ICards.CardStatus status, uint256 key, uint256 nonce)
        private
        view
        returns (bytes memory)
    {
        ICards.Authorization memory signed = authorize(key, statusHash(name, card, nonce, DEADLINE), nonce);
        return abi.encodeCall(ICards.setStatusBySignature, (card, status, signed));
    }

    function test_SignatureOpensACard() public {
        vm.expectEmit(address(cards));
        emit ICards.CardOpened(2, ALICE, address(token));
        tryAs(CAROL, openCall(ALICE_KEY, 5), "");
        vm.assertEq(cards.cardOf(2).owner, ALICE);
        vm.assertEq(abi.encode(cards.cardOf(2).limits), abi.encode(standardLimits()));
        vm.assertEq(cards.nonceBitmap(ALICE, 0), 1 << 5);
    }

    function test_SignatureSetsLimits() public {
        tryAs(CAROL, limitsCall(ALICE_KEY, 0), "");
        vm.assertEq(abi.encode(cards.cardOf(card).limits), abi.encode(ICards.Limits(11, 12, 13, 14)));
        setStatus(ICards.CardStatus.Closed);
        bytes memory closed = abi.encodeWithSelector(ICards.WrongStatus.selector, ICards.CardStatus.Closed);
        tryAs(CAROL, limitsCall(ALICE_KEY, 1), closed);
    }

    function test_SignaturesFreezeUnfreezeAndClose() public {
        tryAs(CAROL, statusCall("FreezeCard", ICards.CardStatus.Frozen, ALICE_KEY, 0), "");
        vm.assertTrue(cards.cardOf(card).status == ICards.CardStatus.Frozen);
        tryAs(CAROL, statusCall("UnfreezeCard", ICards.CardStatus.Active, ALICE_KEY, 1), "");
        vm.assertTrue(cards.cardOf(card).status == ICards.CardStatus.Active);
        tryAs(CAROL, statusCall("CloseCard", ICards.CardStatus.Closed, ALICE_KEY, 2), "");
        vm.assertTrue(cards.cardOf(card).status == ICards.CardStatus.Closed);
    }

    function test_SignatureForOneStatusIsForNoOther() public {
        tryAs(CAROL, statusCall("FreezeCard", ICards.CardStatus.Closed, ALICE_KEY, 0), INVALID);
        tryAs(CAROL, statusCall("CloseCard", ICards.CardStatus.Frozen, ALICE_KEY, 0), INVALID);
        setStatus(ICards.CardStatus.Frozen);
        tryAs(CAROL, statusCall("FreezeCard", ICards.CardStatus.Active, ALICE_KEY, 0), INVALID);
        bytes memory wrong = abi.encodeWithSelector(ICards.WrongStatus.selector, ICards.CardStatus.Frozen);
        tryAs(CAROL, statusCall("CloseCard", ICards.CardStatus.None, ALICE_KEY, 0), wrong);
    }

    function test_EachSignatureIsUsedOnce() public {
        bytes memory used = abi.encodeWithSelector(ICards.NonceUsed.selector);
        bytes[3] memory calls = [
            openCall(ALICE_KEY, 300),
            limitsCall(ALICE_KEY, 301),
            statusCall("FreezeCard", ICards.CardStatus.Frozen, ALICE_KEY, 302)
        ];
        for (uint256 i = 0; i < 3; i++) {
            tryAs(CAROL, calls[i], "");
            tryAs(CAROL, calls[i], used);
        }
        vm.assertEq(cards.nonceBitmap(ALICE, 1), (1 << 44) + (1 << 45) + (1 << 46));
        tryAs(CAROL, limitsCall(ALICE_KEY, 300), used);
    }

    function test_SignaturesOfOthersAreInvalid() public {
        tryAs(CAROL, openCall(OPERATOR_KEY, 0), INVALID);
        tryAs(CAROL, limitsCall(OPERATOR_KEY, 0), INVALID);
        tryAs(OPERATOR, statusCall("FreezeCard", ICards.CardStatus.Frozen, OPERATOR_KEY, 0), INVALID);
        vm.assertEq(cards.nonceBitmap(ALICE, 0), 0);
        card = 2;
        bytes memory unknown = abi.encodeWithSelector(ICards.UnknownCard.selector);
        tryAs(CAROL, limitsCall(ALICE_KEY, 0), unknown);
        tryAs(CAROL, statusCall("FreezeCard", ICards.CardStatus.Frozen, ALICE_KEY, 0), unknown);
    }

    function test_SignaturesExpireAndCanBeCanceled() public {
        bytes memory call = limitsCall(ALICE_KEY, 0);
        bytes memory canceled = openCall(ALICE_KEY, 1);
        vm.prank(ALICE);
        cards.cancelNonce(1);
        tryAs(CAROL, canceled, abi.encodeWithSelector(ICards.NonceUsed.selector));
        vm.warp(DEADLINE + 1);
        tryAs(CAROL, call, abi.encodeWithSelector(ICards.ExpiredSignature.selector));
        vm.warp(DEADLINE);
        tryAs(CAROL, call, "");
    }

    function test_SignaturesAreForOneContractAndChain() public {
        bytes memory call = openCall(ALICE_KEY, 0);
        CardAccount other = new CardAccount(OWNER, OPERATOR, DELAY);
        (bool done, bytes memory answer) = address(other).call(call);
        vm.assertFalse(done);
        vm.assertEq(answer, INVALID);
        vm.chainId(block.chainid + 1);
        tryAs(CAROL, call, INVALID);
    }
}
