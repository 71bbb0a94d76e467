// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IRecovery} from "../../src/IRecovery.sol";
import {IVault} from "../../src/IVault.sol";
import {Vault} from "../../src/Vault.sol";
import {DemoToken} from "../../src/demo/DemoToken.sol";
import {FeeOnTransferToken} from "../support/AwkwardTokens.sol";
import {RecoveryHandler} from "../support/RecoveryHandler.sol";
import {TestBase} from "../support/TestBase.sol";
import {TransferHandler} from "./TransferHandler.sol";

/// @dev Invariant handler: performs user and owner actions in any order and tracks the expected results.
contract VaultHandler is TransferHandler, RecoveryHandler {
    address public immutable owner = address(0x1001);

    /// @dev Totals per token, in base units: credits, debits, fees charged, fees collected, and donations.
    mapping(address => uint256) public credited;
    mapping(address => uint256) public debited;
    mapping(address => uint256) public charged;
    mapping(address => uint256) public collected;
    mapping(address => uint256) public donated;
    bool public exitFailed;
    bool public limitsIgnored;
    /// @dev Number of withdrawals that the maximum rejected, or that were limited to it.
    uint256 public bindingMaximums;

    constructor() TransferHandler(address(0x1001)) {
        tokens.push(address(0));
        tokens.push(address(new DemoToken("Six", "SIX", 6, address(this), 1e30)));
        tokens.push(address(new FeeOnTransferToken(1e30)));
        tokens.push(address(hooked));

        // Proves that the agent's call succeeds if it isn't reentrant.
        bytes memory attempt = abi.encodeCall(Vault.withdraw, (address(hooked), 1, address(agent), 0));
        fundAgent(address(vault));
        agent.act(address(vault), abi.encodeCall(Vault.deposit, (address(hooked), 3)));
        agent.act(address(vault), attempt);
        agent.prepare(address(vault), attempt);
        (credited[address(hooked)], debited[address(hooked)]) = (3, 1);
        balances[keccak256(abi.encode(agent, hooked))] = 2;
    }

    function deposit(uint256 userSeed, uint256 tokenSeed, uint256 given, uint8 allowing) external {
        if (vault.paused()) return;
        (address user, address token) = pick(userSeed, tokenSeed);
        uint256 amount = bound(given, 2, 1e24);
        uint256 held = held_(token);
        if (token == address(0)) {
            vm.deal(user, amount);
            vm.prank(user);
            vault.depositNative{value: amount}();
        } else if (token == address(hooked)) {
            bytes[2] memory calls = [
                abi.encodeCall(Vault.deposit, (token, amount)),
                abi.encodeWithSelector(Vault.depositWithPermit.selector, token, amount)
            ];
            bytes memory call = allow(hooked, user, address(vault), amount, Allowing(allowing % 3), calls);
            (bool done,) = callHooked(hooked, user, address(vault), call);
            vm.assertTrue(done);
        } else {
            IERC20(token).transfer(user, amount);
            amount = IERC20(token).balanceOf(user);
            vm.prank(user);
            IERC20(token).approve(address(vault), amount);
            vm.prank(user);
            vault.deposit(token, amount);
        }
        uint256 arrived = held_(token) - held;
        credited[token] += arrived;
        balances[keccak256(abi.encode(user, token))] += arrived;
    }

    function withdrawPart(uint256 userSeed, uint256 tokenSeed, uint256 given) external {
        (address user, address token) = pick(userSeed, tokenSeed);
        uint256 balance = vault.balanceOf(user, token);
        (uint256 least, uint256 most) = limits(token, balance);
        if (balance == 0) return;
        if (most < balance) bindingMaximums++;
        exit(user, token, bound(given, least, most));
    }

    /// @dev Attempts partial withdrawals just below the minimum and above the maximum.
    function withdrawOutsideLimits(uint256 userSeed, uint256 tokenSeed, uint256 given) external {
        (address user, address token) = pick(userSeed, tokenSeed);
        uint256 balance = vault.balanceOf(user, token);
        (uint256 least, uint256 most) = limits(token, balance);
        if (least > 1) refuse(user, token, least - 1, IVault.BelowMinimum.selector);
        if (balance == 0 || most >= balance - 1) return;
        bindingMaximums++;
        refuse(user, token, bound(given, most + 1, balance - 1), IVault.AboveMaximum.selector);
    }

    function withdrawAll(uint256 userSeed, uint256 tokenSeed) external {
        (address user, address token) = pick(userSeed, tokenSeed);
        uint256 balance = vault.balanceOf(user, token);
        if (balance > 0) exit(user, token, balance);
    }

    function setTerms(uint256 tokenSeed, uint16 feeBps, uint128 flatFee, uint128 minAmount, uint128 maxAmount) external {
        // Below the largest deposits, so that the limits often apply. A maximum of 0 is no maximum.
        uint128 max = maxAmount % 4 == 0 ? 0 : uint128(bound(maxAmount, 1, 1e24));
        uint128 min = uint128(bound(minAmount, 0, max == 0 ? 1e24 : max));
        IVault.WithdrawalTerms memory terms =
            IVault.WithdrawalTerms(uint16(bound(feeBps, 0, vault.MAX_FEE_BPS())), flatFee, min, max);
        vm.prank(owner);
        vault.setWithdrawalTerms(tokens[tokenSeed % tokens.length], terms);
    }

    function collectFees(uint256 tokenSeed) external {
        address token = tokens[tokenSeed % tokens.length];
        uint256 fees = vault.accruedFees(token);
        if (fees == 0) return;
        vm.prank(owner);
        vault.collectFees(token, address(0x3001));
        collected[token] += fees;
    }

    function donate(uint256 tokenSeed, uint256 given) external {
        address token = tokens[tokenSeed % tokens.length];
        uint256 held = held_(token);
        // Native currency can be forced into a contract, for example by a block reward.
        if (token == address(0)) vm.deal(address(vault), held + bound(given, 1, 1e24));
        else IERC20(token).transfer(address(vault), bound(given, 1, 1e24));
        donated[token] += held_(token) - held;
    }

    function togglePause() external {
        bool paused = vault.paused();
        vm.prank(owner);
        if (paused) vault.unpause();
        else vault.pause();
    }

    function pass(uint256 time) external {
        vm.warp(vm.getBlockTimestamp() + bound(time, 0, 2 days));
    }

    function recoverable() internal view override returns (IRecovery) {
        return vault;
    }

    function recovering(address owner_, uint256 seed) internal view override returns (bytes memory call, bool hasAny) {
        address token = tokens[seed % tokens.length];
        return (abi.encodeCall(IVault.recover, (owner_, token)), balances[keccak256(abi.encode(owner_, token))] > 0);
    }

    function onRecovered(address owner_, address by, uint256 seed) internal override {
        address token = tokens[seed % tokens.length];
        move(owner_, by, token, balances[keccak256(abi.encode(owner_, token))]);
    }

    function held_(address token) public view returns (uint256) {
        return token == address(0) ? address(vault).balance : IERC20(token).balanceOf(address(vault));
    }

    function tokenCount() external view returns (uint256) {
        return tokens.length;
    }

    function pick(uint256 userSeed, uint256 tokenSeed) private view returns (address user, address token) {
        return (pickUser(userSeed), tokens[tokenSeed % tokens.length]);
    }

    /// @dev Returns the smallest (at least 1) and the largest partial withdrawal of a balance.
    function limits(address token, uint256 balance) private view returns (uint256 least, uint256 most) {
        IVault.WithdrawalTerms memory terms = vault.withdrawalTerms(token);
        uint256 cut = balance * vault.MAX_MINIMUM_BPS() / 10_000;
        least = cut < terms.minAmount ? cut : terms.minAmount;
        if (least == 0) least = 1;
        most = terms.maxAmount > cut ? terms.maxAmount : cut;
        if (terms.maxAmount == 0 || most > balance) most = balance;
    }

    function refuse(address user, address token, uint256 amount, bytes4 refusal) private {
        vm.prank(user);
        try vault.withdraw(token, amount, address(0x3002), type(uint256).max) {
            limitsIgnored = true;
        } catch (bytes memory reason) {
            if (bytes4(reason) != refusal) limitsIgnored = true;
        }
    }

    function exit(address user, address token, uint256 amount) private {
        uint256 fee = vault.withdrawalFee(token, amount);
        bytes memory call = abi.encodeCall(Vault.withdraw, (token, amount, address(0x3002), amount / 100));
        (bool done,) = callHooked(IERC20(token), user, address(vault), call);
        if (!done) {
            exitFailed = true;
            return;
        }
        debited[token] += amount;
        charged[token] += fee;
        balances[keccak256(abi.encode(user, token))] -= amount;
    }
}

contract VaultInvariantTest is TestBase {
    VaultHandler private handler;
    Vault private vault;

    function setUp() public {
        handler = new VaultHandler();
        vault = handler.vault();
    }

    /// @dev Forge calls this function to find the contracts to fuzz.
    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    function userSum(address token) private view returns (uint256 sum) {
        for (uint256 i = 0; i < handler.userCount(); i++) sum += vault.balanceOf(handler.users(i), token);
    }

    function invariant_HoldsAtLeastBalancesAndFees() public view {
        for (uint256 i = 0; i < handler.tokenCount(); i++) {
            address token = handler.tokens(i);
            vm.assertGe(handler.held_(token), userSum(token) + vault.accruedFees(token));
        }
    }

    function invariant_SurplusIsExactlyTheDonations() public view {
        for (uint256 i = 0; i < handler.tokenCount(); i++) {
            address token = handler.tokens(i);
            vm.assertEq(handler.held_(token), userSum(token) + vault.accruedFees(token) + handler.donated(token));
        }
    }

    function invariant_BalancesAreDepositsLessWithdrawals() public view {
        for (uint256 i = 0; i < handler.tokenCount(); i++) {
            address token = handler.tokens(i);
            vm.assertEq(userSum(token), handler.credited(token) - handler.debited(token));
        }
    }

    function invariant_EachBalanceMovesByItsOwnersActsAlone() public view {
        for (uint256 i = 0; i < handler.tokenCount(); i++) {
            for (uint256 j = 0; j < handler.userCount(); j++) {
                (address token, address user) = (handler.tokens(i), handler.users(j));
                vm.assertEq(vault.balanceOf(user, token), handler.balances(keccak256(abi.encode(user, token))));
            }
        }
    }

    function invariant_FeesAreChargedLessCollected() public view {
        for (uint256 i = 0; i < handler.tokenCount(); i++) {
            address token = handler.tokens(i);
            vm.assertEq(vault.accruedFees(token), handler.charged(token) - handler.collected(token));
        }
    }

    function invariant_FeesStayWithinTheCap() public view {
        for (uint256 i = 0; i < handler.tokenCount(); i++) {
            address token = handler.tokens(i);
            vm.assertLe(handler.charged(token) * 10_000, handler.debited(token) * vault.MAX_FEE_BPS());
        }
    }

    function invariant_NoExitIsEverBlocked() public view {
        vm.assertFalse(handler.exitFailed());
    }

    function invariant_LimitsApplyToEveryPartialWithdrawal() public view {
        vm.assertFalse(handler.limitsIgnored());
    }

    /// @dev Each signed transfer happens at most once, exactly as signed, or changes nothing, for the right reason.
    function invariant_SignedTransfersHappenOnceAsSignedOrNotAtAll() public view {
        vm.assertFalse(handler.outcomeDiffered());
    }

    /// @dev Only a recovery address recovers, never before its delay, and never after a veto.
    function invariant_RecoveriesFollowTheirRules() public view {
        vm.assertFalse(handler.recoveryDiffered());
    }

    function invariant_NoReentrantCallSucceeds() public view {
        vm.assertFalse(handler.reentered());
    }

    /// @dev Checks that the handler reaches binding maximums, permits, and hooks.
    function test_HandlerReachesTheLimitsAndTheHook() public {
        for (uint8 allowing = 0; allowing < 3; allowing++) handler.deposit(0, 3, 1_000, allowing);
        handler.setTerms(3, 0, 0, 200, 501);
        handler.withdrawOutsideLimits(0, 3, 600);
        handler.withdrawPart(0, 3, 300);
        vm.assertEq(handler.bindingMaximums(), 2);
        vm.assertEq(handler.hookCalls(), 4);
        vm.assertEq(vault.balanceOf(handler.users(0), address(handler.hooked())), 2_700);
        vm.assertFalse(handler.limitsIgnored());
        vm.assertFalse(handler.exitFailed());
        vm.assertFalse(handler.reentered());
    }

    /// @dev Checks that the handler recovers once the delay is over, and not after a veto.
    function test_HandlerRecovers() public {
        handler.deposit(0, 0, 1e24, 0);
        handler.nameRecovery(0, 1, 1 days);
        handler.requestRecovery(0, 1);
        handler.recover(0, 1, 0);
        handler.pass(1 days);
        handler.vetoRecovery(0);
        handler.recover(0, 1, 0);
        vm.assertEq(handler.recoveries(), 0);
        handler.requestRecovery(0, 1);
        handler.pass(1 days);
        handler.recover(0, 1, 0);
        vm.assertEq(handler.recoveries(), 1);
        vm.assertFalse(handler.recoveryDiffered());
    }

    /// @dev Checks that the handler executes transfers, and submits every kind of faulty one.
    function test_HandlerReachesEveryFault() public {
        for (uint256 i = 0; i < 16; i++) handler.deposit(i / 4, i % 4, 1e24, 0);
        for (uint256 i = 0; i < 100; i++) handler.submitBatch(i, 6);
        for (uint8 fault = 1; fault <= uint8(type(TransferHandler.Fault).max); fault++) {
            vm.assertGe(handler.refused(TransferHandler.Fault(fault)), 1);
        }
        vm.assertGe(handler.executed(), 10);
        vm.assertFalse(handler.outcomeDiffered());
    }

    function invariant_OwnerHoldsNoBalance() public view {
        for (uint256 i = 0; i < handler.tokenCount(); i++) {
            vm.assertEq(vault.balanceOf(handler.owner(), handler.tokens(i)), 0);
        }
    }
}
