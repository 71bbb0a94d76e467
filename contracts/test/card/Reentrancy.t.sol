// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {CardAccount} from "../../src/CardAccount.sol";
import {ICardAccount} from "../../src/ICardAccount.sol";
import {ICardFunds} from "../../src/card/ICardFunds.sol";
import {ICardHolds} from "../../src/card/ICardHolds.sol";
import {ICards} from "../../src/card/ICards.sol";
import {HookToken} from "../support/AwkwardTokens.sol";
import {CardTest} from "../support/CardTest.sol";
import {ReentrancyTest} from "../support/ReentrancyTest.sol";

/// @dev The agent has an account with 1,000 of a token that calls it during each transfer, and owns the contract.
contract CardReentrancyTest is CardTest, ReentrancyTest {
    HookToken private hooked;

    function setUp() public override {
        super.setUp();
        deploy(address(agent), OPERATOR);
    }

    function deploy(address owner, address operator) private {
        cards = new CardAccount(owner, operator, DELAY);
        hooked = new HookToken(1e6);
        hooked.transfer(address(agent), 2_000);
        agent.act(address(hooked), abi.encodeCall(IERC20.approve, (address(cards), 2_000)));
        agent.act(address(cards), abi.encodeCall(ICardFunds.topUp, (address(hooked), 1_000)));
        hooked.setHook(agent);
    }

    function requestCall(uint256 amount) private view returns (bytes memory) {
        return abi.encodeCall(ICardFunds.requestWithdrawal, (address(hooked), amount));
    }

    function withdrawCall() private view returns (bytes memory) {
        return abi.encodeCall(ICardFunds.withdraw, (address(hooked), BOB));
    }

    function topUpCall() private view returns (bytes memory) {
        return abi.encodeCall(ICardFunds.topUp, (address(hooked), 100));
    }

    function signedWithdrawalCall() private view returns (bytes memory) {
        uint256 deadline = vm.getBlockTimestamp();
        bytes32 message = withdrawNowHash(address(agent), address(hooked), 10, BOB, 0, deadline);
        bytes memory signature = signMessage(OPERATOR_KEY, address(cards), message);
        return abi.encodeCall(ICardFunds.withdrawNow, (address(hooked), 10, BOB, 0, deadline, signature));
    }

    /// @dev Every function that moves tokens or balances, from within every one that transfers tokens.
    function test_FunctionsThatMoveMoneyCannotBeReentered() public {
        address asset = address(hooked);
        agent.act(address(cards), abi.encodeCall(ICardAccount.fund, (asset, 50)));
        agent.act(address(cards), requestCall(400));
        pass(DELAY);
        bytes[8] memory calls = [
            topUpCall(),
            abi.encodeCall(ICardFunds.topUpWithPermit, (asset, 10, 0, 0, 0, 0)),
            withdrawCall(),
            signedWithdrawalCall(),
            abi.encodeCall(ICardAccount.collect, (asset, 10, BOB)),
            abi.encodeCall(ICardAccount.fund, (asset, 10)),
            abi.encodeCall(ICardFunds.topUpWithAuthorization, (asset, BOB, 1, 0, 0, 0, 0, 0, 0)),
            abi.encodeCall(ICardFunds.recover, (BOB, asset))
        ];
        // The last two transfer no tokens here.
        for (uint256 outer = 0; outer < 6; outer++) {
            for (uint256 inner = 0; inner < 8; inner++) {
                uint256 start = vm.snapshotState();
                reenter(address(cards), calls[outer], calls[inner]);
                vm.revertToState(start);
            }
        }
    }

    /// @dev A request during a payment is for what is left.
    function test_RequestDuringAWithdrawalSeesItsEffect() public {
        agent.act(address(cards), requestCall(400));
        pass(DELAY);
        uint256 start = vm.snapshotState();
        agent.prepare(address(cards), requestCall(601));
        agent.act(address(cards), withdrawCall());
        vm.assertTrue(agent.called());
        vm.assertFalse(agent.succeeded());
        vm.revertToState(start);
        agent.prepare(address(cards), requestCall(600));
        agent.act(address(cards), withdrawCall());
        vm.assertTrue(agent.succeeded());
        ICardFunds.Account memory account = cards.accountOf(address(agent), address(hooked));
        vm.assertEq(account.balance, 600);
        vm.assertEq(account.leaving, 600);
        vm.assertEq(hooked.balanceOf(address(cards)), 600);
    }

    /// @dev A request during a top-up is for what was there before.
    function test_RequestDuringATopUpSeesTheBalanceBefore() public {
        agent.prepare(address(cards), requestCall(1_001));
        agent.act(address(cards), topUpCall());
        vm.assertTrue(agent.called());
        vm.assertFalse(agent.succeeded());
        agent.prepare(address(cards), requestCall(1_100));
        agent.act(address(cards), topUpCall());
        vm.assertTrue(agent.succeeded());
        vm.assertEq(cards.accountOf(address(agent), address(hooked)).balance, 1_200);
        vm.assertEq(cards.spendable(address(agent), address(hooked)), 100);
    }

    /// @dev The operator's functions have no guard, because they call no other contract.
    function test_HoldsDuringATransferSeeItsEffect() public {
        deploy(OWNER, address(agent));
        bytes memory open = abi.encodeCall(
            ICards.openCard, (address(hooked), ICards.Limits(5_000, 5_000, 0, 0))
        );
        agent.act(address(cards), open);
        agent.prepare(address(cards), holdCall("a", 1_001));
        agent.act(address(cards), topUpCall());
        vm.assertTrue(agent.succeeded());
        vm.assertEq(cards.holdOf("a").remaining, 0);
        agent.act(address(cards), requestCall(400));
        pass(DELAY);
        agent.prepare(address(cards), holdCall("b", 701));
        agent.act(address(cards), withdrawCall());
        vm.assertEq(cards.holdOf("b").remaining, 0);
        agent.act(address(cards), requestCall(300));
        pass(DELAY);
        agent.prepare(address(cards), holdCall("c", 400));
        agent.act(address(cards), withdrawCall());
        vm.assertEq(cards.holdOf("c").remaining, 400);
        ICardFunds.Account memory account = cards.accountOf(address(agent), address(hooked));
        vm.assertEq(account.balance, 400);
        vm.assertEq(account.held, 400);
        vm.assertEq(hooked.balanceOf(address(cards)), 400);
    }

    function holdCall(bytes32 id, uint96 amount) private view returns (bytes memory) {
        ICardHolds.Placement[] memory items = new ICardHolds.Placement[](1);
        items[0] = ICardHolds.Placement(id, 1, amount, uint40(vm.getBlockTimestamp()), expiryIn(1 days));
        return abi.encodeCall(ICardHolds.placeHolds, (items));
    }
}
