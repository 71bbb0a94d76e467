// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ICardAccount} from "../../src/ICardAccount.sol";
import {ICardFunds} from "../../src/card/ICardFunds.sol";
import {ICardHolds} from "../../src/card/ICardHolds.sol";
import {ICustody} from "../../src/ICustody.sol";
import {
    CallingHook,
    FalseToken,
    HookToken,
    SenderChargeToken,
    SilentToken,
    SinkToken,
    StoppableToken,
    UnboundedToken
} from "../support/AwkwardTokens.sol";
import {CardTest} from "../support/CardTest.sol";

/// @dev Token that accepts any authorization, and moves an amount of its own.
contract LooseAuthorizationToken is ERC20("Loose", "LOOSE") {
    uint256 private immutable _moved;

    constructor(address holder, uint256 moved) {
        _mint(holder, 1_000);
        _moved = moved;
    }

    function receiveWithAuthorization(
        address from,
        address to,
        uint256,
        uint256,
        uint256,
        bytes32,
        uint8,
        bytes32,
        bytes32
    ) external {
        _transfer(from, to, _moved);
    }
}

/// @dev Tokens that mean harm or behave oddly. Each harms its own holders at most.
contract CardTokensTest is CardTest {
    bytes private constant ZERO = abi.encodeWithSelector(ICustody.ZeroAmount.selector);

    function authorizationCall(address asset) private view returns (bytes memory) {
        return abi.encodeCall(ICardFunds.topUpWithAuthorization, (asset, ALICE, 100, 0, 0, 0, 0, 0, 0));
    }

    function topUpCall(address asset) private pure returns (bytes memory) {
        return abi.encodeCall(ICardFunds.topUp, (asset, 100));
    }

    /// @dev Tops up `amount` of any token as `user`.
    function topUpWith(IERC20 asset, address user, uint256 amount) private {
        asset.transfer(user, amount);
        vm.prank(user);
        asset.approve(address(cards), amount);
        vm.prank(user);
        cards.topUp(address(asset), amount);
    }

    /// @dev Uses a new card of Alice from now on, which spends `asset`.
    function useCardOf(address asset) private {
        vm.prank(ALICE);
        card = cards.openCard(asset, standardLimits());
    }

    function test_AuthorizationCreditsWhatArrivesAtMostItsAmount() public {
        uint256[3] memory moved = [uint256(60), 100, 140];
        for (uint256 i = 0; i < 3; i++) {
            address loose = address(new LooseAuthorizationToken(ALICE, moved[i]));
            tryAs(CAROL, authorizationCall(loose), "");
            uint256 credited = moved[i] < 100 ? moved[i] : 100;
            vm.assertEq(cards.accountOf(ALICE, loose).balance, credited);
            // What was there before doesn't count again.
            tryAs(CAROL, authorizationCall(loose), "");
            vm.assertEq(cards.accountOf(ALICE, loose).balance, 2 * credited);
        }
        tryAs(CAROL, authorizationCall(address(new LooseAuthorizationToken(ALICE, 0))), ZERO);
    }

    /// @dev Its fallback accepts every call, also permits and authorizations.
    function test_SilentTokenCreditsOnlyWhatItTransfers() public {
        SilentToken silent = new SilentToken(1_000);
        tryAs(CAROL, authorizationCall(address(silent)), ZERO);
        silent.transfer(ALICE, 100);
        bytes memory call =
            abi.encodeCall(ICardFunds.topUpWithPermit, (address(silent), 100, NOW, 0, 0, 0));
        vm.prank(ALICE);
        (bool done,) = address(cards).call(call);
        vm.assertFalse(done);
        vm.prank(ALICE);
        silent.approve(address(cards), 100);
        tryAs(ALICE, call, "");
        vm.assertEq(cards.accountOf(ALICE, address(silent)).balance, 100);
        vm.prank(ALICE);
        cards.requestWithdrawal(address(silent), 100);
        pass(DELAY);
        vm.prank(ALICE);
        cards.withdraw(address(silent), BOB);
        vm.assertEq(silent.balanceOf(BOB), 100);
    }

    function test_TokensThatDeliverNothingTopUpNothing() public {
        FalseToken lying = new FalseToken(1_000);
        bytes memory failed =
            abi.encodeWithSelector(SafeERC20.SafeERC20FailedOperation.selector, address(lying));
        tryAs(ALICE, topUpCall(address(lying)), failed);
        SinkToken sink = new SinkToken(1_000);
        sink.approve(address(cards), 100);
        tryAs(address(this), topUpCall(address(sink)), ZERO);
    }

    function test_DonationByAHookCreditsNobody() public {
        HookToken hooked = new HookToken(1_000);
        CallingHook donor =
            new CallingHook(address(hooked), abi.encodeCall(IERC20.transfer, (address(cards), 50)));
        hooked.transfer(address(donor), 50);
        hooked.transfer(BOB, 100);
        vm.prank(BOB);
        hooked.approve(address(cards), 100);
        hooked.setHook(donor);
        tryAs(BOB, topUpCall(address(hooked)), "");
        vm.assertEq(donor.successes(), 1);
        vm.assertEq(hooked.balanceOf(address(cards)), 150);
        vm.assertEq(cards.accountOf(BOB, address(hooked)).balance, 100);
    }

    function test_TokenThatChargesItsSenderCannotTouchOtherBalances() public {
        SenderChargeToken charge = new SenderChargeToken(10_000);
        topUpWith(charge, ALICE, 1_000);
        topUpWith(charge, BOB, 1_000);
        useCardOf(address(charge));
        place("a", 200);
        capture("a", 2, 200, true);
        vm.prank(ALICE);
        cards.requestWithdrawal(address(charge), 800);
        pass(DELAY);
        charge.setCharging(true);
        bytes memory call = abi.encodeCall(ICardFunds.withdraw, (address(charge), CAROL));
        bytes memory refusal =
            abi.encodeWithSelector(ICustody.UnexpectedDebit.selector, address(charge), 800, 808);
        tryAs(ALICE, call, refusal);
        bytes memory collect = abi.encodeCall(ICardAccount.collect, (address(charge), 200, CAROL));
        refusal = abi.encodeWithSelector(ICustody.UnexpectedDebit.selector, address(charge), 200, 202);
        tryAs(OWNER, collect, refusal);
        charge.setCharging(false);
        tryAs(ALICE, call, "");
        tryAs(OWNER, collect, "");
        vm.assertEq(charge.balanceOf(address(cards)), 1_000);
    }

    /// @dev What the operator posts, expired holds, and recoveries go on while a token is stopped.
    function test_HoldsAndRecoveriesCallNoToken() public {
        StoppableToken stop = new StoppableToken(1_000);
        topUpWith(stop, ALICE, 1_000);
        useCardOf(address(stop));
        stop.setStopped(true);
        assertDone(place("a", 100));
        assertDone(raise("a", 2, 50));
        assertDone(release("a", 3, 50));
        assertDone(capture("a", 4, 60, false));
        assertDone(debit("b", 40));
        assertDone(credit("c", 70));
        vm.prank(ALICE);
        cards.setRecovery(BOB, 1 days);
        vm.prank(BOB);
        cards.requestRecovery(ALICE);
        pass(7 days);
        vm.assertEq(releaseExpired("a"), 1);
        vm.prank(BOB);
        cards.recover(ALICE, address(stop));
        vm.assertEq(cards.accountOf(BOB, address(stop)).balance, 970);
        bytes memory stopped = abi.encodeWithSelector(StoppableToken.Stopped.selector);
        vm.prank(BOB);
        cards.requestWithdrawal(address(stop), 970);
        pass(DELAY);
        bytes memory call = abi.encodeCall(ICardFunds.withdraw, (address(stop), BOB));
        tryAs(BOB, call, stopped);
        stop.setStopped(false);
        tryAs(BOB, call, "");
    }

    /// @dev A token that anyone can print fills `settled` for itself alone.
    function test_WorthlessTokenPaysForNoOther() public {
        UnboundedToken worthless = new UnboundedToken();
        vm.prank(CAROL);
        cards.fund(address(worthless), 1e20);
        vm.assertEq(cards.settled(address(worthless)), 1e20);
        assertDone(debit("a", 100));
        vm.prank(OWNER);
        cards.collect(address(token), 100, BOB);
        assertReason(credit("b", 1), ICardAccount.InsufficientSettled.selector);
        useCardOf(address(worthless));
        assertReason(credit("b", 1), ICardHolds.AboveTaken.selector);
        bytes memory collect = abi.encodeCall(ICardAccount.collect, (address(token), 1, BOB));
        tryAs(OWNER, collect, abi.encodeWithSelector(ICardAccount.InsufficientSettled.selector));
        assertAlice(900, 0, 0);
    }
}
