// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {CardAccount} from "../../src/CardAccount.sol";
import {DemoFeeToken} from "../../src/demo/DemoFeeToken.sol";
import {ICardAccount} from "../../src/ICardAccount.sol";
import {ICardFunds} from "../../src/card/ICardFunds.sol";
import {ICustody} from "../../src/ICustody.sol";
import {CardTest} from "../support/CardTest.sol";
import {Authorization, AuthorizationTest} from "../support/AuthorizationTest.sol";

contract CardTopUpTest is CardTest {
    function topUpCall(address asset, uint256 amount) private pure returns (bytes memory) {
        return abi.encodeCall(ICardFunds.topUp, (asset, amount));
    }

    function test_TopUpAddsToTheBalance() public {
        fund(token, BOB, address(cards), 100);
        vm.expectEmit(address(cards));
        emit ICardFunds.ToppedUp(BOB, address(token), 100);
        tryAs(BOB, topUpCall(address(token), 100), "");
        vm.assertEq(accountOf(BOB).balance, 100);
        vm.assertEq(accountOf(BOB).taken, 0);
        assertAlice(1_000, 0, 0);
        vm.assertEq(cards.spendable(CAROL, address(token)), 0);
        tryAs(BOB, topUpCall(address(token), 0), abi.encodeWithSelector(ICustody.ZeroAmount.selector));
        tryAs(BOB, topUpCall(address(0), 1), abi.encodeWithSelector(ICustody.NotAToken.selector, address(0)));
    }

    function test_BalancesHave96Bits() public {
        uint256 rest = type(uint96).max - 1_000;
        fund(token, ALICE, address(cards), rest + 1);
        bytes memory overflow = abi.encodeWithSelector(ICardFunds.BalanceOverflow.selector);
        tryAs(ALICE, topUpCall(address(token), rest + 1), overflow);
        tryAs(ALICE, topUpCall(address(token), rest), "");
        assertAlice(type(uint96).max, 0, 0);
    }

    function test_TopUpCreditsWhatArrives() public {
        DemoFeeToken fees = new DemoFeeToken("Fee", "FEE", 18, address(this), 1e30);
        fees.transfer(BOB, 10_000);
        vm.prank(BOB);
        fees.approve(address(cards), 10_000);
        uint256 arrived = fees.balanceOf(address(cards));
        tryAs(BOB, topUpCall(address(fees), 1_000), "");
        arrived = fees.balanceOf(address(cards)) - arrived;
        vm.assertTrue(arrived < 1_000);
        vm.assertEq(cards.accountOf(BOB, address(fees)).balance, arrived);
    }

    function test_PermitTopsUpInOneCall() public {
        token.transfer(ALICE, 100);
        (uint8 v, bytes32 r, bytes32 s) = signPermit(token, address(cards), 100, NOW);
        bytes memory call = abi.encodeCall(ICardFunds.topUpWithPermit, (address(token), 100, NOW, v, r, s));
        tryAs(ALICE, call, "");
        assertAlice(1_100, 0, 0);
        vm.prank(ALICE);
        (bool done,) = address(cards).call(call);
        vm.assertFalse(done);
    }

    function test_PausingStopsTopUps() public {
        vm.prank(OWNER);
        cards.pause();
        bytes memory paused = abi.encodeWithSelector(Pausable.EnforcedPause.selector);
        tryAs(ALICE, topUpCall(address(token), 1), paused);
        bytes memory call = abi.encodeCall(ICardFunds.topUpWithPermit, (address(token), 1, NOW, 27, 0, 0));
        tryAs(ALICE, call, paused);
        call = abi.encodeCall(
            ICardFunds.topUpWithAuthorization, (address(token), ALICE, 1, 0, NOW + 1, 0, 27, 0, 0)
        );
        tryAs(ALICE, call, paused);
        vm.prank(OWNER);
        cards.unpause();
        topUp(ALICE, 1);
    }

    function test_DelayIsFromAMinuteToADay() public {
        uint40[2] memory delays = [uint40(59), uint40(1 days + 1)];
        for (uint256 i = 0; i < 2; i++) {
            vm.expectRevert(abi.encodeWithSelector(ICardAccount.InvalidWithdrawalDelay.selector, delays[i]));
            new CardAccount(OWNER, OPERATOR, delays[i]);
        }
        vm.assertEq(new CardAccount(OWNER, OPERATOR, 60).GRACE(), 30);
        vm.assertEq(new CardAccount(OWNER, OPERATOR, 1 days).WITHDRAWAL_DELAY(), 1 days);
        vm.assertEq(cards.GRACE(), 30 minutes);
    }
}

/// @dev Top-ups by EIP-3009 authorizations.
contract CardAuthorizationTest is AuthorizationTest {
    CardAccount private cards;

    function setUp() public override {
        super.setUp();
        cards = new CardAccount(OWNER, address(0), 1 hours);
    }

    function cardCall(Authorization memory item, bytes32 typehash) private view returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) =
            sign(ALICE_KEY, domainOf(address(token), block.chainid), typehash, item);
        return abi.encodeCall(
            ICardFunds.topUpWithAuthorization,
            (address(token), ALICE, item.value, item.validAfter, item.validBefore, item.nonce, v, r, s)
        );
    }

    function submit(bytes memory call) private returns (bool done) {
        vm.prank(CAROL);
        (done,) = address(cards).call(call);
    }

    function test_AnyoneSubmitsAnAuthorizationWhichCreditsItsSigner() public {
        Authorization memory item = authorization("a");
        item.to = address(cards);
        bytes memory call = cardCall(item, RECEIVE);
        vm.expectEmit(address(cards));
        emit ICardFunds.ToppedUp(ALICE, address(token), 100);
        vm.assertTrue(submit(call));
        vm.assertEq(cards.accountOf(ALICE, address(token)).balance, 100);
        vm.assertEq(cards.accountOf(CAROL, address(token)).balance, 0);
        vm.assertFalse(submit(call));
        vm.assertEq(token.balanceOf(address(cards)), 100);
    }

    function test_AuthorizationsForOthersTopUpNothing() public {
        Authorization memory item = authorization("a");
        vm.assertFalse(submit(cardCall(item, RECEIVE)));
        item.to = address(cards);
        vm.assertFalse(submit(cardCall(item, TRANSFER)));
        item.value = 0;
        vm.assertFalse(submit(cardCall(item, RECEIVE)));
        vm.assertEq(token.balanceOf(address(cards)), 0);
    }

    /// @dev So nobody can have the money arrive without crediting it.
    function test_OnlyTheContractCanUseTheAuthorization() public {
        Authorization memory item = authorization("a");
        item.to = address(cards);
        (uint8 v, bytes32 r, bytes32 s) =
            sign(ALICE_KEY, domainOf(address(token), block.chainid), RECEIVE, item);
        vm.prank(CAROL);
        (bool done,) = address(token).call(callOf(item, v, r, s));
        vm.assertFalse(done);
        vm.assertTrue(submit(cardCall(item, RECEIVE)));
    }

    function test_TokenHasToBeAContract() public {
        bytes memory call =
            abi.encodeCall(ICardFunds.topUpWithAuthorization, (BOB, ALICE, 1, 0, NOW + 1, 0, 27, 0, 0));
        vm.expectRevert(abi.encodeWithSelector(ICustody.NotAToken.selector, BOB));
        (bool done,) = address(cards).call(call);
        // A low-level call would hide a revert for another reason.
        vm.assertTrue(done);
    }
}
