// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ICustody} from "../../src/ICustody.sol";
import {IPledge} from "../../src/IPledge.sol";
import {IRecovery} from "../../src/IRecovery.sol";
import {Pledge} from "../../src/Pledge.sol";
import {DemoToken} from "../../src/demo/DemoToken.sol";
import {RecoveryHandler} from "../support/RecoveryHandler.sol";
import {TestBase} from "../support/TestBase.sol";

/// @dev Invariant handler: performs user and owner actions in any order and tracks the expected results. There are three
/// terms for each of two tokens.
contract PledgeHandler is RecoveryHandler {
    address public constant OWNER = address(0x1001);
    Pledge public pledges = new Pledge(OWNER);
    IERC20[2] public tokens;
    uint256[] public ids;

    mapping(uint256 => bytes32) public madeAs;
    mapping(address => uint256[]) private _listOf;
    mapping(IERC20 => mapping(address => uint256)) public due;
    mapping(IERC20 => uint256) public funded;
    mapping(IERC20 => uint256) public withdrawn;
    mapping(IERC20 => uint256) public donated;
    mapping(IERC20 => uint256) public penalties;
    bool public exitFailed;
    bool public leftTwice;
    /// @dev Whether a pledge failed that should have succeeded, or the other way around, or with another error.
    bool public unexpectedAnswer;

    constructor() {
        vm.warp(1_700_000_000);
        tokens = [IERC20(new DemoToken("Six", "SIX", 6, address(this), 1e40)), IERC20(hooked)];
        for (uint256 i = 0; i < tokens.length; i++) {
            addTerm(tokens[i], 30 days, 100, 200);
            addTerm(tokens[i], 90 days, 400, 300);
            addTerm(tokens[i], 180 days, 1_000, 500);
        }

        // Proves that the agent's call succeeds if it isn't reentrant.
        bytes memory attempt = abi.encodeCall(Pledge.fundReserve, (address(hooked), 1));
        fundAgent(address(pledges));
        agent.act(address(pledges), attempt);
        agent.prepare(address(pledges), attempt);
        funded[hooked] = 1;
    }

    function addTerm(IERC20 token, uint32 duration, uint32 rateBps, uint16 penaltyBps) private {
        vm.prank(OWNER);
        pledges.addTerm(address(token), duration, rateBps, penaltyBps);
    }

    function pledge(uint256 seed, uint256 termSeed, uint256 given, uint8 allowing) external {
        if (pledges.paused()) return;
        (address user, uint256 termId, uint256 amount) = (pickUser(seed), termSeed % 6, bound(given, 1, 1e12));
        IERC20 token = tokens[termId / 3];
        bytes4 refusal = expectedRefusal(termId, amount);
        Allowing way = Allowing(address(token) == address(hooked) ? allowing % 3 : 0);
        bytes[2] memory calls = [
            abi.encodeCall(Pledge.pledge, (termId, amount)),
            abi.encodeWithSelector(Pledge.pledgeWithPermit.selector, termId, amount)
        ];
        bytes memory call = allow(token, user, address(pledges), amount, way, calls);
        (bool done, bytes memory answer) = callHooked(token, user, address(pledges), call);
        if (done != (refusal == 0) || (!done && bytes4(answer) != refusal)) unexpectedAnswer = true;
        if (done) {
            uint256 id = abi.decode(answer, (uint256));
            ids.push(id);
            madeAs[id] = termsOf(id);
            _listOf[user].push(id);
            return;
        }
        takeBack(token, user, address(pledges), amount);
    }

    /// @dev Returns the error with which a pledge must fail, or 0 if it must succeed.
    function expectedRefusal(uint256 termId, uint256 amount) private view returns (bytes4) {
        IPledge.Term memory term = pledges.terms()[termId];
        if (!term.open) return IPledge.TermClosed.selector;
        if (amount == 1) return ICustody.ZeroAmount.selector;
        bool covered = amount * term.rateBps / 10_000 <= pledges.freeReserve(term.token);
        return covered ? bytes4(0) : IPledge.InsufficientReserve.selector;
    }

    function exit(uint256 seed) external {
        if (ids.length == 0) return;
        IPledge.Position memory position = pledges.position(ids[seed % ids.length]);
        IERC20 token = IERC20(position.token);
        bool matured = vm.getBlockTimestamp() >= position.maturesAt;
        (bool done, bytes memory reason) = callHooked(
            token,
            position.owner,
            address(pledges),
            matured
                ? abi.encodeCall(Pledge.redeem, (position.id, position.owner))
                : abi.encodeCall(Pledge.exitEarly, (position.id, position.owner))
        );
        if (position.status != IPledge.Status.Active) {
            if (done || bytes4(reason) != IPledge.PositionClosed.selector) leftTwice = true;
            return;
        }
        if (!done) exitFailed = true;
        due[token][position.owner] +=
            matured ? position.amount + position.interest : position.amount - position.penalty;
        if (!matured) penalties[token] += position.penalty;
    }

    function fundReserve(uint256 tokenSeed, uint256 given) external {
        (IERC20 token, uint256 amount) = (tokens[tokenSeed % 2], bound(given, 1, 1e12));
        token.approve(address(pledges), amount);
        pledges.fundReserve(address(token), amount);
        funded[token] += amount;
    }

    function withdrawReserve(uint256 tokenSeed, uint256 given) external {
        IERC20 token = tokens[tokenSeed % 2];
        uint256 free = pledges.freeReserve(address(token));
        if (free == 0) return;
        uint256 amount = bound(given, 1, free);
        bytes memory call = abi.encodeCall(Pledge.withdrawReserve, (address(token), amount, OWNER));
        (bool done,) = callHooked(token, OWNER, address(pledges), call);
        vm.assertTrue(done);
        withdrawn[token] += amount;
    }

    function setTermOpen(uint256 termSeed, bool open) external {
        vm.prank(OWNER);
        pledges.setTermOpen(termSeed % 6, open);
    }

    function pass(uint256 time) external {
        vm.warp(vm.getBlockTimestamp() + bound(time, 0, 60 days));
    }

    function recoverable() internal view override returns (IRecovery) {
        return pledges;
    }

    /// @dev Recovers none to two pledges, or all.
    function recovering(address owner, uint256 seed) internal view override returns (bytes memory call, bool hasAny) {
        uint256 count = countOf(seed);
        return (abi.encodeCall(IPledge.recover, (owner, count)), count > 0 && _listOf[owner].length > 0);
    }

    function onRecovered(address owner, address by, uint256 seed) internal override {
        uint256[] storage list = _listOf[owner];
        for (uint256 left = countOf(seed); left > 0 && list.length > 0; left--) {
            uint256 id = list[list.length - 1];
            list.pop();
            _listOf[by].push(id);
        }
    }

    function countOf(uint256 seed) private pure returns (uint256) {
        return seed % 4 == 0 ? type(uint256).max : seed % 4 - 1;
    }

    function listOf(address user) external view returns (uint256[] memory) {
        return _listOf[user];
    }

    function donate(uint256 tokenSeed, uint256 given) external {
        (IERC20 token, uint256 amount) = (tokens[tokenSeed % 2], bound(given, 1, 1e12));
        token.transfer(address(pledges), amount);
        donated[token] += amount;
    }

    function togglePause() external {
        bool paused = pledges.paused();
        vm.prank(OWNER);
        if (paused) pledges.unpause();
        else pledges.pause();
    }

    function idCount() external view returns (uint256) {
        return ids.length;
    }

    /// @dev Returns a hash of a pledge's fields, except its owner and status.
    function termsOf(uint256 id) public view returns (bytes32) {
        IPledge.Position memory position = pledges.position(id);
        (position.owner, position.status) = (address(0), IPledge.Status.Active);
        return keccak256(abi.encode(position));
    }
}

contract PledgeInvariantTest is TestBase {
    PledgeHandler private handler;
    Pledge private pledges;
    IERC20[2] private tokens;

    function setUp() public {
        handler = new PledgeHandler();
        pledges = handler.pledges();
        tokens = [handler.tokens(0), handler.tokens(1)];
    }

    /// @dev Forge calls this function to find the contracts to fuzz.
    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    function invariant_HeldIsPledgedAndSetAsideAndFree() public view {
        for (uint256 i = 0; i < 2; i++) {
            address token = address(tokens[i]);
            vm.assertEq(
                tokens[i].balanceOf(address(pledges)),
                pledges.pledged(token) + pledges.committed(token) + pledges.freeReserve(token)
                    + handler.donated(tokens[i])
            );
        }
    }

    function invariant_TotalsAreTheSumsOfTheActivePledges() public view {
        uint256[2] memory amounts;
        uint256[2] memory interests;
        for (uint256 i = 0; i < handler.idCount(); i++) {
            IPledge.Position memory position = pledges.position(handler.ids(i));
            if (position.status != IPledge.Status.Active) continue;
            uint256 index = position.token == address(tokens[0]) ? 0 : 1;
            amounts[index] += position.amount;
            interests[index] += position.interest;
        }
        for (uint256 i = 0; i < 2; i++) {
            vm.assertEq(pledges.pledged(address(tokens[i])), amounts[i]);
            vm.assertEq(pledges.committed(address(tokens[i])), interests[i]);
        }
    }

    function invariant_EveryPledgeIsWhatItWasMadeAs() public view {
        for (uint256 i = 0; i < handler.idCount(); i++) {
            uint256 id = handler.ids(i);
            vm.assertEq(uint256(handler.termsOf(id)), uint256(handler.madeAs(id)));
        }
    }

    function invariant_EveryPledgeIsItsOwnersAndInTheirList() public view {
        for (uint256 i = 0; i < handler.userCount(); i++) {
            uint256[] memory list = handler.listOf(handler.users(i));
            IPledge.Position[] memory listed = pledges.positionsOf(handler.users(i), 0, type(uint256).max);
            vm.assertEq(listed.length, list.length);
            for (uint256 j = 0; j < list.length; j++) {
                vm.assertEq(listed[j].id, list[j]);
                vm.assertEq(listed[j].owner, handler.users(i));
            }
        }
    }

    function invariant_EverybodyGotExactlyWhatTheirPledgesSay() public view {
        for (uint256 i = 0; i < 2; i++) {
            for (uint256 j = 0; j + 1 < handler.userCount(); j++) {
                address user = handler.users(j);
                vm.assertEq(tokens[i].balanceOf(user), handler.due(tokens[i], user));
            }
        }
    }

    function invariant_OwnerTookNoMoreThanFundsAndPenalties() public view {
        for (uint256 i = 0; i < 2; i++) {
            vm.assertEq(tokens[i].balanceOf(handler.OWNER()), handler.withdrawn(tokens[i]));
            vm.assertLe(handler.withdrawn(tokens[i]), handler.funded(tokens[i]) + handler.penalties(tokens[i]));
        }
    }

    function invariant_NoPledgeIsPaidTwice() public view {
        vm.assertFalse(handler.leftTwice());
    }

    function invariant_NoExitIsEverBlocked() public view {
        vm.assertFalse(handler.exitFailed());
    }

    /// @dev A pledge fails only if its term is closed or the reserve doesn't cover its interest.
    function invariant_PledgesFailForTheirOwnReasonsOnly() public view {
        vm.assertFalse(handler.unexpectedAnswer());
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
        handler.fundReserve(1, 1_000);
        handler.pledge(0, 5, 1_000, 0);
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

    /// @dev Checks that the handler reaches permits, refusals, and hooks.
    function test_HandlerReachesRefusalsAndTheHook() public {
        handler.fundReserve(1, 1_000);
        for (uint8 allowing = 0; allowing < 3; allowing++) handler.pledge(0, 5, 1_000, allowing);
        vm.assertEq(handler.idCount(), 3);
        handler.pledge(0, 5, 1e12, 1);
        handler.setTermOpen(5, false);
        handler.pledge(0, 5, 1_000, 2);
        handler.exit(0);
        handler.exit(0);
        vm.assertEq(handler.idCount(), 3);
        // A call that is refused or reverts undoes the agent's record, so these four calls count: three pledges, one exit.
        vm.assertGe(handler.hookCalls(), 4);
        vm.assertFalse(handler.unexpectedAnswer());
        vm.assertFalse(handler.leftTwice());
        vm.assertFalse(handler.exitFailed());
        vm.assertFalse(handler.reentered());
    }
}
