// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ICustody} from "../../src/ICustody.sol";
import {IPresale} from "../../src/IPresale.sol";
import {IRecovery} from "../../src/IRecovery.sol";
import {Presale} from "../../src/Presale.sol";
import {DemoToken} from "../../src/demo/DemoToken.sol";
import {RecoveryHandler} from "../support/RecoveryHandler.sol";
import {TestBase} from "../support/TestBase.sol";

/// @dev Invariant handler: performs buyer and owner actions in any order and tracks the expected results.
contract PresaleHandler is RecoveryHandler {
    address public constant OWNER = address(0x1001);
    uint64 private constant END = 1_700_000_000 + 4 days;
    uint256 private constant PRICE = 70_007;

    Presale public sale;
    DemoToken public tide = new DemoToken("Sold", "SOLD", 9, address(this), 1e40);

    mapping(address => uint256) public paidIn;
    mapping(address => uint256) public refunded;
    mapping(address => uint256) public claimed;
    /// @dev The expected contributions and claims, which move when they are recovered, and how much was recovered.
    mapping(address => uint256) public contributions;
    mapping(address => uint256) public claims;
    mapping(address => uint256) public received;
    mapping(address => uint256) public vestedSeen;
    uint256 public donated;
    uint256 public proceeds;
    uint256 public unsold;
    bool public exitFailed;
    bool public vestingShrank;
    /// @dev Number of forbidden calls attempted, and number of those that succeeded or failed with an unexpected error.
    uint256 public forbiddenTried;
    uint256 public forbiddenDone;

    constructor(uint64 cliff, uint64 vesting) {
        vm.warp(1_700_000_000);
        sale = new Presale(
            IPresale.Terms(address(tide), address(hooked), PRICE, 3_000e6, 6_000e6, 2_500e6, cliff, vesting), OWNER
        );
        tide.transfer(OWNER, sale.inventory());
        vm.prank(OWNER);
        tide.approve(address(sale), type(uint256).max);
        vm.prank(OWNER);
        sale.schedule(1_700_000_000, END);

        // Proves that the agent's call succeeds if it isn't reentrant.
        bytes memory attempt = abi.encodeCall(Presale.contribute, (1));
        fundAgent(address(sale));
        agent.act(address(sale), attempt);
        agent.prepare(address(sale), attempt);
        (paidIn[address(agent)], contributions[address(agent)]) = (1, 1);
    }

    function contribute(uint256 seed, uint256 given, uint8 allowing) external {
        if (sale.paused() || sale.stage() != IPresale.Stage.Open) return;
        (address user, uint256 amount) = (pickUser(seed), bound(given, 1_000e6, 2_500e6));
        bytes4 refusal = expectedRefusal(user, amount);
        bytes[2] memory calls = [
            abi.encodeCall(Presale.contribute, (amount)),
            abi.encodeWithSelector(Presale.contributeWithPermit.selector, amount)
        ];
        bytes memory call = allow(hooked, user, address(sale), amount, Allowing(allowing % 3), calls);
        (bool done, bytes memory reason) = callHooked(hooked, user, address(sale), call);
        vm.assertTrue(done == (refusal == 0));
        if (done) {
            paidIn[user] += amount;
            contributions[user] += amount;
            return;
        }
        vm.assertTrue(bytes4(reason) == refusal);
        takeBack(hooked, user, address(sale), amount);
    }

    /// @dev Returns the error with which a contribution must fail, or 0 if it must succeed.
    function expectedRefusal(address user, uint256 amount) private view returns (bytes4) {
        (uint256 left, uint256 ownLeft) = (6_000e6 - sale.raised(), 0);
        if (contributions[user] < 2_500e6) ownLeft = 2_500e6 - contributions[user];
        if (amount <= left && amount <= ownLeft) return 0;
        return left < ownLeft ? IPresale.AboveHardCap.selector : IPresale.AboveWalletCap.selector;
    }

    function claim(uint256 seed) external {
        address user = pickUser(seed);
        uint256 amount = sale.claimable(user);
        if (amount > 0) {
            vm.prank(user);
            try sale.claim(user) {
                claimed[user] += amount;
                claims[user] += amount;
            } catch {
                exitFailed = true;
            }
        }
        // Nothing is left to claim, so another claim must revert.
        tryForbidden(user, abi.encodeCall(Presale.claim, (user)), ICustody.ZeroAmount.selector);
    }

    function refund(uint256 seed) external {
        address user = pickUser(seed);
        uint256 amount = sale.contributionOf(user);
        bool failed = sale.stage() == IPresale.Stage.Failed;
        if (failed && amount > 0) {
            agent.prepare(address(sale), abi.encodeCall(Presale.refund, (address(agent))));
            bytes memory call = abi.encodeCall(Presale.refund, (address(0x3000)));
            (bool done,) = callHooked(hooked, user, address(sale), call);
            if (done) (refunded[user], contributions[user]) = (refunded[user] + amount, 0);
            else exitFailed = true;
        }
        bytes4 refusal = failed ? ICustody.ZeroAmount.selector : IPresale.WrongStage.selector;
        tryForbidden(user, abi.encodeCall(Presale.refund, (address(0x3000))), refusal);
    }

    /// @dev Makes forbidden calls as an account that never paid, or as the owner, who may only collect.
    function trespass(bool asOwner) external {
        address stranger = asOwner ? OWNER : address(0x2999);
        bool failed = sale.stage() == IPresale.Stage.Failed;
        bytes4 refusal = failed ? ICustody.ZeroAmount.selector : IPresale.WrongStage.selector;
        tryForbidden(stranger, abi.encodeCall(Presale.claim, (stranger)), ICustody.ZeroAmount.selector);
        tryForbidden(stranger, abi.encodeCall(Presale.refund, (stranger)), refusal);
        if (asOwner) return;
        bytes4 unauthorized = Ownable.OwnableUnauthorizedAccount.selector;
        tryForbidden(stranger, abi.encodeCall(Presale.collectProceeds, (stranger)), unauthorized);
        tryForbidden(stranger, abi.encodeCall(Presale.collectUnsold, (stranger)), unauthorized);
    }

    function collectProceeds() external {
        bool succeeded = sale.stage() == IPresale.Stage.Succeeded;
        if (succeeded && proceeds == 0) {
            vm.prank(OWNER);
            sale.collectProceeds(OWNER);
            proceeds = sale.raised();
        }
        bytes4 refusal = succeeded ? ICustody.ZeroAmount.selector : IPresale.WrongStage.selector;
        tryForbidden(OWNER, abi.encodeCall(Presale.collectProceeds, (OWNER)), refusal);
    }

    function collectUnsold() external {
        bool over = sale.stage() >= IPresale.Stage.Succeeded;
        uint256 unbought = sale.stage() == IPresale.Stage.Succeeded ? sale.inventory() - sale.sold() : sale.inventory();
        if (over && unsold == 0 && unbought > 0) {
            vm.prank(OWNER);
            sale.collectUnsold(OWNER);
            unsold = unbought;
        }
        bytes4 refusal = over ? ICustody.ZeroAmount.selector : IPresale.WrongStage.selector;
        tryForbidden(OWNER, abi.encodeCall(Presale.collectUnsold, (OWNER)), refusal);
    }

    function pass(uint256 time) external {
        vm.warp(vm.getBlockTimestamp() + bound(time, 6 hours, 2 days));
        for (uint256 i = 0; i < users.length; i++) {
            uint256 vested = sale.vestedAt(users[i], vm.getBlockTimestamp());
            if (vested < vestedSeen[users[i]]) vestingShrank = true;
            vestedSeen[users[i]] = vested;
        }
    }

    function recoverable() internal view override returns (IRecovery) {
        return sale;
    }

    function recovering(address owner, uint256) internal view override returns (bytes memory call, bool hasAny) {
        return (abi.encodeCall(IPresale.recover, (owner)), contributions[owner] > 0);
    }

    function onRecovered(address owner, address by, uint256) internal override {
        received[by] += contributions[owner];
        contributions[by] += contributions[owner];
        claims[by] += claims[owner];
        (received[owner], contributions[owner], claims[owner], vestedSeen[owner]) = (0, 0, 0, 0);
    }

    function donate(uint256 given) external {
        uint256 amount = bound(given, 1, 1e12);
        tide.transfer(address(sale), amount);
        hooked.transfer(address(sale), amount);
        donated += amount;
    }

    function togglePause() external {
        bool paused = sale.paused();
        vm.prank(OWNER);
        if (paused) sale.unpause();
        else sale.pause();
    }

    function tryForbidden(address caller, bytes memory call, bytes4 refusal) private {
        forbiddenTried++;
        vm.prank(caller);
        (bool done, bytes memory reason) = address(sale).call(call);
        if (done || bytes4(reason) != refusal) forbiddenDone++;
    }

    /// @dev Returns the totals over all users: contributed, refunded, claimed and bought amounts.
    function sums() external view returns (uint256 paid, uint256 back, uint256 taken, uint256 bought) {
        for (uint256 i = 0; i < users.length; i++) {
            paid += paidIn[users[i]];
            back += refunded[users[i]];
            taken += claimed[users[i]];
            bought += sale.purchasedBy(users[i]);
        }
    }
}

contract PresaleInvariantTest is TestBase {
    PresaleHandler private handler;
    Presale private sale;

    function setUp() public {
        handler = new PresaleHandler(1 days, 6 days);
        sale = handler.sale();
    }

    /// @dev Forge calls this function to find the contracts to fuzz.
    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    function invariant_PaymentsHeldAreRaisedLessRefundedLessProceeds() public view {
        (uint256 paid, uint256 back,,) = handler.sums();
        vm.assertEq(sale.raised(), paid);
        vm.assertEq(
            handler.hooked().balanceOf(address(sale)), paid - back - handler.proceeds() + handler.donated()
        );
    }

    function invariant_TokensHeldCoverWhatBuyersAreDue() public view {
        (,, uint256 taken, uint256 bought) = handler.sums();
        uint256 due = sale.stage() == IPresale.Stage.Failed ? 0 : bought - taken;
        vm.assertGe(handler.tide().balanceOf(address(sale)), due);
    }

    function invariant_TokensHeldAreTheInventoryLessClaimedLessUnsold() public view {
        (,, uint256 taken,) = handler.sums();
        vm.assertEq(
            handler.tide().balanceOf(address(sale)),
            sale.inventory() - taken - handler.unsold() + handler.donated()
        );
    }

    function invariant_CapsHold() public view {
        vm.assertLe(sale.raised(), sale.terms().hardCap);
        vm.assertLe(sale.sold(), sale.inventory());
        for (uint256 i = 0; i < handler.userCount(); i++) {
            address user = handler.users(i);
            vm.assertEq(sale.contributionOf(user), handler.contributions(user));
            vm.assertLe(sale.contributionOf(user), sale.terms().walletCap + handler.received(user));
        }
        (,,, uint256 bought) = handler.sums();
        if (sale.stage() != IPresale.Stage.Failed) vm.assertEq(sale.sold(), bought);
    }

    function invariant_VestingIsMonotonicAndClaimsStayWithinIt() public view {
        vm.assertFalse(handler.vestingShrank());
        for (uint256 i = 0; i < handler.userCount(); i++) {
            address user = handler.users(i);
            vm.assertLe(sale.claimedBy(user), sale.vestedAt(user, vm.getBlockTimestamp()));
            vm.assertEq(sale.claimedBy(user), handler.claims(user));
            vm.assertEq(handler.tide().balanceOf(user), handler.claimed(user));
        }
    }

    function invariant_RefundsAndProceedsExcludeEachOther() public view {
        (, uint256 back,,) = handler.sums();
        vm.assertTrue(back == 0 || handler.proceeds() == 0);
    }

    function invariant_OwnerTakesNothingBeforeTheEnd() public view {
        if (sale.stage() >= IPresale.Stage.Succeeded) return;
        vm.assertEq(handler.hooked().balanceOf(handler.OWNER()), 0);
        vm.assertEq(handler.tide().balanceOf(handler.OWNER()), 0);
    }

    /// @dev Covers claims, refunds and collections that are too early, repeated, made by the wrong caller, or allowed
    /// only for the other outcome of the sale.
    function invariant_NoForbiddenClaimRefundOrCollectionSucceeds() public view {
        vm.assertEq(handler.forbiddenDone(), 0);
    }

    /// @dev Called by forge after each run. Checks that the handler counts forbidden calls.
    function afterInvariant() public {
        uint256 tried = handler.forbiddenTried();
        handler.claim(0);
        handler.refund(0);
        vm.assertEq(handler.forbiddenTried(), tried + 2);
        vm.assertEq(handler.forbiddenDone(), 0);
    }

    function invariant_NoExitIsEverBlocked() public view {
        vm.assertFalse(handler.exitFailed());
    }

    /// @dev Only a recovery address recovers, never before its delay, and never after a veto.
    function invariant_RecoveriesFollowTheirRules() public view {
        vm.assertFalse(handler.recoveryDiffered());
    }

    function invariant_NoReentrantCallSucceeds() public view {
        vm.assertFalse(handler.reentered());
    }

    /// @dev Checks that the handler recovers once the delay is over, and not after a veto.
    function test_HandlerRecovers() public {
        handler.contribute(0, 1_000e6, 0);
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

    /// @dev Checks that the handler reaches permits, both caps, refunds, and hooks.
    function test_HandlerReachesTheCapsAndTheHook() public {
        for (uint8 allowing = 0; allowing < 3; allowing++) handler.contribute(0, 1_000e6, allowing);
        vm.assertEq(handler.paidIn(handler.users(0)), 2_000e6);
        for (uint256 i = 0; i < 3; i++) handler.pass(2 days);
        handler.refund(0);
        vm.assertEq(handler.refunded(handler.users(0)), 2_000e6);
        vm.assertGe(handler.hookCalls(), 3);
        vm.assertFalse(handler.exitFailed());
        vm.assertFalse(handler.reentered());
    }
}
