// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {IVault} from "../../src/IVault.sol";
import {Vault} from "../../src/Vault.sol";
import {HookToken, ITransferHook} from "../support/AwkwardTokens.sol";
import {VaultTest} from "../support/VaultTest.sol";

/// @dev Contract that owns the vault, has a balance in it, and reenters it on every transfer hook and payment.
contract Reenterer is ITransferHook {
    Vault public vault = new Vault(address(this));
    bytes public attempt;
    bytes public answer;
    bool public succeeded;

    function prepare(bytes calldata attempt_) external {
        attempt = attempt_;
    }

    function act(address target, bytes calldata data) external payable {
        (bool done, bytes memory reason) = target.call{value: msg.value}(data);
        if (!done) {
            assembly {
                revert(add(reason, 32), mload(reason))
            }
        }
    }

    function onTransfer() external {
        if (attempt.length > 0) (succeeded, answer) = address(vault).call(attempt);
    }

    receive() external payable {
        if (attempt.length > 0) (succeeded, answer) = address(vault).call(attempt);
    }
}

/// @dev Hook that donates to the vault during a transfer to or from the vault.
contract Donor is ITransferHook {
    function deposit(Vault vault, HookToken token, uint256 amount) external {
        token.approve(address(vault), amount);
        vault.deposit(address(token), amount);
    }

    Vault private immutable _vault;
    HookToken private immutable _token;
    uint256 private immutable _donation;

    constructor(Vault vault, HookToken token, uint256 donation) {
        _vault = vault;
        _token = token;
        _donation = donation;
    }

    function onTransfer() external {
        _token.transfer(address(_vault), _donation);
    }
}

contract VaultReentrancyTest is VaultTest {
    Reenterer private attacker;
    HookToken private hooked;

    function setUp() public override {
        super.setUp();
        attacker = new Reenterer();
        vault = attacker.vault();
        hooked = new HookToken(1e6);
        hooked.transfer(address(attacker), 2_000);
        vm.deal(address(this), 100 ether);
        depositNative(BOB, 50 ether);
        act(address(hooked), 0, abi.encodeCall(IERC20.approve, (address(vault), 2_000)));
        act(address(vault), 0, abi.encodeCall(Vault.deposit, (address(hooked), 1_000)));
        act(address(vault), 10 ether, abi.encodeCall(Vault.depositNative, ()));
        hooked.setHook(attacker);
    }

    function act(address target, uint256 value, bytes memory data) private {
        attacker.act{value: value}(target, data);
    }

    function assertRefused() private view {
        vm.assertFalse(attacker.succeeded());
        vm.assertEq(
            uint256(bytes32(attacker.answer())),
            uint256(bytes32(abi.encodeWithSelector(ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector)))
        );
    }

    function withdrawNative(bytes memory attempt) private {
        attacker.prepare(attempt);
        act(address(vault), 0, abi.encodeCall(Vault.withdraw, (NATIVE, 4 ether, address(attacker), type(uint256).max)));
        assertRefused();
        vm.assertEq(vault.balanceOf(address(attacker), NATIVE), 6 ether);
        vm.assertEq(address(attacker).balance, 4 ether);
    }

    function test_ReentrancyFromNativeWithdrawalIntoWithdrawal() public {
        withdrawNative(abi.encodeCall(Vault.withdraw, (NATIVE, 4 ether, address(attacker), type(uint256).max)));
    }

    function test_ReentrancyFromNativeWithdrawalIntoAnotherTokensWithdrawal() public {
        withdrawNative(abi.encodeCall(Vault.withdraw, (address(hooked), 1, address(attacker), type(uint256).max)));
    }

    function test_ReentrancyFromNativeWithdrawalIntoDeposit() public {
        withdrawNative(abi.encodeCall(Vault.depositNative, ()));
    }

    function test_ReentrancyFromNativeWithdrawalIntoCollectingFees() public {
        act(address(vault), 0, abi.encodeCall(Vault.setWithdrawalTerms, (address(hooked), terms(100))));
        act(address(vault), 0, abi.encodeCall(Vault.withdraw, (address(hooked), 500, BOB, type(uint256).max)));
        withdrawNative(abi.encodeCall(Vault.collectFees, (address(hooked), address(attacker))));
    }

    function test_ReentrancyFromTokenDepositIntoWithdrawal() public {
        attacker.prepare(abi.encodeCall(Vault.withdraw, (address(hooked), 500, BOB, type(uint256).max)));
        act(address(vault), 0, abi.encodeCall(Vault.deposit, (address(hooked), 1_000)));
        assertRefused();
        vm.assertEq(vault.balanceOf(address(attacker), address(hooked)), 2_000);
    }

    function test_ReentrancyFromTokenDepositIntoDeposit() public {
        attacker.prepare(abi.encodeCall(Vault.deposit, (address(hooked), 100)));
        act(address(vault), 0, abi.encodeCall(Vault.deposit, (address(hooked), 400)));
        assertRefused();
        vm.assertEq(vault.balanceOf(address(attacker), address(hooked)), 1_400);
    }

    function test_ReentrancyFromTokenWithdrawalIntoPermitDeposit() public {
        attacker.prepare(abi.encodeCall(Vault.depositWithPermit, (address(hooked), 1, 0, 0, 0, 0)));
        act(address(vault), 0, abi.encodeCall(Vault.withdraw, (address(hooked), 500, BOB, type(uint256).max)));
        assertRefused();
        vm.assertEq(vault.balanceOf(address(attacker), address(hooked)), 500);
    }

    function test_ReentrancyFromNativeWithdrawalIntoTransfer() public {
        withdrawNative(abi.encodeCall(Vault.transfer, (NATIVE, 6 ether, BOB)));
    }

    function test_ReentrancyFromNativeWithdrawalIntoRecovery() public {
        withdrawNative(abi.encodeCall(Vault.recover, (BOB, NATIVE)));
    }

    function test_ReentrancyFromTokenDepositIntoSignedTransfers() public {
        attacker.prepare(abi.encodeCall(Vault.transferBySignature, (new IVault.SignedTransfer[](0))));
        act(address(vault), 0, abi.encodeCall(Vault.deposit, (address(hooked), 1_000)));
        assertRefused();
        vm.assertEq(vault.balanceOf(address(attacker), address(hooked)), 2_000);
    }

    function test_ReentrancyNeverShowsABalanceThatIsGone() public {
        attacker.prepare(abi.encodeCall(IVault.balanceOf, (address(attacker), NATIVE)));
        act(address(vault), 0, abi.encodeCall(Vault.withdraw, (NATIVE, 4 ether, address(attacker), type(uint256).max)));
        vm.assertTrue(attacker.succeeded());
        vm.assertEq(abi.decode(attacker.answer(), (uint256)), 6 ether);
    }

    function test_DonationByAHookDuringADepositCreditsNobody() public {
        Donor donor = new Donor(vault, hooked, 300);
        hooked.setHook(ITransferHook(address(0)));
        hooked.transfer(address(donor), 1_000);
        hooked.setHook(donor);
        donor.deposit(vault, hooked, 700);
        vm.assertEq(vault.balanceOf(address(donor), address(hooked)), 700);
        vm.assertEq(hooked.balanceOf(address(vault)), 1_000 + 700 + 300);
    }

    function test_DonationByAHookDuringAWithdrawalDoesNotBlockIt() public {
        Donor donor = new Donor(vault, hooked, 900);
        hooked.setHook(ITransferHook(address(0)));
        hooked.transfer(address(donor), 900);
        hooked.setHook(donor);
        act(address(vault), 0, abi.encodeCall(Vault.withdraw, (address(hooked), 1_000, BOB, type(uint256).max)));
        vm.assertEq(hooked.balanceOf(BOB), 1_000);
        vm.assertEq(hooked.balanceOf(address(vault)), 900);
    }

    function terms(uint16 feeBps) private pure returns (IVault.WithdrawalTerms memory) {
        return IVault.WithdrawalTerms(feeBps, 0, 0, 0);
    }
}
