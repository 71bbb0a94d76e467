// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {CardAccount} from "../../src/CardAccount.sol";
import {ICardFunds} from "../../src/card/ICardFunds.sol";
import {TestBase} from "../support/TestBase.sol";
import {CardHandler} from "./CardHandler.sol";

contract CardInvariantTest is TestBase {
    CardHandler private handler;
    CardAccount private cards;

    function setUp() public {
        handler = new CardHandler();
        cards = handler.account();
    }

    /// @dev Forge calls this function to find the contracts to fuzz.
    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    function invariant_SurplusIsExactlyTheDonations() public view {
        uint256 sum = handler.settled() + handler.donated();
        for (uint256 i = 0; i < 3; i++) sum += handler.moneyOf(handler.users(i)).balance;
        vm.assertEq(handler.held(), sum);
    }

    function invariant_HeldIsTheSumOfOpenHoldsAndWithinTheBalance() public view {
        for (uint32 i = 0; i < 3; i++) {
            ICardFunds.Account memory money = handler.moneyOf(handler.users(i));
            uint256 open = 0;
            for (uint256 j = 0; j < handler.idCount(); j++) {
                if (cards.holdOf(handler.ids(j)).card == i + 1) open += cards.holdOf(handler.ids(j)).remaining;
            }
            vm.assertEq(money.held, open);
            vm.assertLe(money.held, money.balance);
            vm.assertLe(money.leaving, money.balance);
        }
    }

    function invariant_BalanceAndTakenAreDepositsLessWithdrawals() public view {
        for (uint256 i = 0; i < 3; i++) {
            ICardFunds.Account memory money = handler.moneyOf(handler.users(i));
            vm.assertEq(uint256(money.balance) + money.taken, handler.deposited(handler.users(i)));
        }
    }

    function invariant_CapturesStayWithinTheHoldAndItsMargin() public view {
        for (uint256 i = 0; i < handler.idCount(); i++) {
            bytes32 id = handler.ids(i);
            vm.assertLe(handler.captured(id), handler.placed(id) * (10_000 + handler.MARGIN()) / 10_000);
        }
    }

    /// @dev Limits, freezes, requests, replays, and that the operator moves no tokens: checked at each call.
    function invariant_NoRuleIsBroken() public view {
        vm.assertEq(handler.broken(), "");
    }

    /// @dev Without the operator, every hold ends, and every user can take everything out.
    function invariant_EveryHoldEndsWithoutTheOperator() public {
        uint256 state = vm.snapshotState();
        address asset = handler.asset();
        bytes32[] memory ids = new bytes32[](handler.idCount());
        for (uint256 i = 0; i < ids.length; i++) ids[i] = handler.ids(i);
        vm.warp(vm.getBlockTimestamp() + 36 days);
        cards.releaseExpired(ids);
        for (uint256 i = 0; i < 3; i++) {
            address user = handler.users(i);
            ICardFunds.Account memory money = handler.moneyOf(user);
            vm.assertEq(money.held, 0);
            if (money.balance == 0) continue;
            vm.prank(user);
            cards.requestWithdrawal(asset, money.balance);
            vm.warp(vm.getBlockTimestamp() + 1 hours);
            vm.prank(user);
            cards.withdraw(asset, user);
            vm.assertEq(handler.moneyOf(user).balance, 0);
        }
        vm.revertToState(state);
    }

    /// @dev Checks that the handler reaches what it is for.
    function test_HandlerReachesEveryStep() public {
        handler.addMoney(0, 5_000);
        handler.hold(0, 1_000, 0);
        handler.increase(1, 100, 0);
        handler.reduce(1, 100);
        handler.settle(1, 500, false);
        handler.debitOffline(0, 400);
        handler.refund(0, 300);
        handler.requestMoney(0, 2_000);
        handler.takeOut(0);
        handler.takeOutNow(100, true);
        handler.toggle(0);
        vm.assertEq(handler.broken(), "");
        ICardFunds.Account memory money = handler.moneyOf(handler.users(0));
        vm.assertEq(money.held, 500);
        vm.assertEq(money.taken, 600);
        vm.assertEq(money.balance, 3_300);
    }
}
