// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IVault} from "../../src/IVault.sol";
import {Vault} from "../../src/Vault.sol";
import {DemoToken} from "../../src/demo/DemoToken.sol";
import {FeeOnTransferToken} from "../support/AwkwardTokens.sol";
import {TestBase} from "../support/TestBase.sol";

/// @dev Invariant handler: performs user and owner actions in any order and tracks the expected results.
contract VaultHandler is TestBase {
    Vault public immutable vault;
    address public immutable owner = address(0x1001);
    address[] public tokens;
    address[] public users;

    /// @dev Totals per token, in base units: credits, debits, fees charged, fees collected, and donations.
    mapping(address => uint256) public credited;
    mapping(address => uint256) public debited;
    mapping(address => uint256) public charged;
    mapping(address => uint256) public collected;
    mapping(address => uint256) public donated;
    mapping(bytes32 => uint256) public balances;
    bool public exitFailed;

    constructor() {
        vault = new Vault(owner);
        tokens.push(address(0));
        tokens.push(address(new DemoToken("Six", "SIX", 6, address(this), 1e30)));
        tokens.push(address(new FeeOnTransferToken(1e30)));
        for (uint160 i = 1; i <= 4; i++) users.push(address(0x2000 + i));
    }

    function deposit(uint256 userSeed, uint256 tokenSeed, uint256 given) external {
        if (vault.paused()) return;
        (address user, address token) = pick(userSeed, tokenSeed);
        uint256 amount = bound(given, 2, 1e24);
        uint256 held = held_(token);
        if (token == address(0)) {
            vm.deal(user, amount);
            vm.prank(user);
            vault.depositNative{value: amount}();
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
        IVault.WithdrawalTerms memory terms = vault.withdrawalTerms(token);
        uint256 most = terms.maxAmount == 0 || terms.maxAmount > balance ? balance : terms.maxAmount;
        if (most == 0) return;
        uint256 cut = balance * vault.MAX_MINIMUM_BPS() / 10_000;
        uint256 least = cut < terms.minAmount ? cut : terms.minAmount;
        exit(user, token, bound(given, least == 0 ? 1 : least, most));
    }

    function withdrawAll(uint256 userSeed, uint256 tokenSeed) external {
        (address user, address token) = pick(userSeed, tokenSeed);
        uint256 balance = vault.balanceOf(user, token);
        if (balance > 0) exit(user, token, balance);
    }

    function setTerms(uint256 tokenSeed, uint16 feeBps, uint128 flatFee, uint128 minAmount, uint128 maxAmount) external {
        uint128 min = uint128(bound(minAmount, 0, 1e24));
        IVault.WithdrawalTerms memory terms = IVault.WithdrawalTerms(
            uint16(bound(feeBps, 0, vault.MAX_FEE_BPS())), flatFee, min, maxAmount < min ? 0 : maxAmount
        );
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

    function held_(address token) public view returns (uint256) {
        return token == address(0) ? address(vault).balance : IERC20(token).balanceOf(address(vault));
    }

    function tokenCount() external view returns (uint256) {
        return tokens.length;
    }

    function userCount() external view returns (uint256) {
        return users.length;
    }

    function pick(uint256 userSeed, uint256 tokenSeed) private view returns (address user, address token) {
        return (users[userSeed % users.length], tokens[tokenSeed % tokens.length]);
    }

    function exit(address user, address token, uint256 amount) private {
        uint256 fee = vault.withdrawalFee(token, amount);
        vm.prank(user);
        try vault.withdraw(token, amount, address(0x3002), amount / 100) {
            debited[token] += amount;
            charged[token] += fee;
            balances[keccak256(abi.encode(user, token))] -= amount;
        } catch {
            exitFailed = true;
        }
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

    function invariant_OwnerHoldsNoBalance() public view {
        for (uint256 i = 0; i < handler.tokenCount(); i++) {
            vm.assertEq(vault.balanceOf(handler.owner(), handler.tokens(i)), 0);
        }
    }
}
