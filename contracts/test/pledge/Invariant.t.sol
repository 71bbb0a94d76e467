// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {IPledge} from "../../src/IPledge.sol";
import {Pledge} from "../../src/Pledge.sol";
import {DemoToken} from "../../src/demo/DemoToken.sol";
import {TestBase} from "../support/TestBase.sol";

/// @dev Invariant handler: performs user and owner actions in any order and tracks the expected results.
contract PledgeHandler is TestBase {
    address public constant OWNER = address(0x1001);
    Pledge public pledges = new Pledge(OWNER);
    DemoToken public token = new DemoToken("Six", "SIX", 6, address(this), 1e40);
    address[] public users;
    uint256[] public ids;

    mapping(uint256 => bytes32) public madeAs;
    mapping(address => uint256) public due;
    uint256 public funded;
    uint256 public withdrawn;
    uint256 public donated;
    uint256 public penalties;
    bool public exitFailed;
    bool public leftTwice;

    constructor() {
        vm.warp(1_700_000_000);
        for (uint160 i = 1; i <= 4; i++) users.push(address(0x2000 + i));
        addTerm(30 days, 100, 200);
        addTerm(90 days, 400, 300);
        addTerm(180 days, 1_000, 500);
    }

    function addTerm(uint32 duration, uint32 rateBps, uint16 penaltyBps) private {
        vm.prank(OWNER);
        pledges.addTerm(address(token), duration, rateBps, penaltyBps);
    }

    function pledge(uint256 seed, uint256 termSeed, uint256 given) external {
        if (pledges.paused()) return;
        (address user, uint256 termId) = (users[seed % users.length], termSeed % 3);
        uint256 amount = bound(given, 1, 1e12);
        token.transfer(user, amount);
        vm.prank(user);
        token.approve(address(pledges), amount);
        vm.prank(user);
        // Reverts if the reserve doesn't cover the interest or if the term is closed.
        try pledges.pledge(termId, amount) returns (uint256 id) {
            ids.push(id);
            madeAs[id] = termsOf(id);
        } catch {
            vm.prank(user);
            token.transfer(address(this), amount);
        }
    }

    function leave(uint256 seed) external {
        if (ids.length == 0) return;
        IPledge.Position memory position = pledges.position(ids[seed % ids.length]);
        bool matured = vm.getBlockTimestamp() >= position.maturesAt;
        vm.prank(position.owner);
        (bool done,) = address(pledges).call(
            matured ? abi.encodeCall(Pledge.redeem, (position.id)) : abi.encodeCall(Pledge.exitEarly, (position.id))
        );
        if (position.status != IPledge.Status.Active) {
            if (done) leftTwice = true;
            return;
        }
        if (!done) exitFailed = true;
        due[position.owner] += matured ? position.amount + position.interest : position.amount - position.penalty;
        if (!matured) penalties += position.penalty;
    }

    function fundReserve(uint256 given) external {
        uint256 amount = bound(given, 1, 1e12);
        token.approve(address(pledges), amount);
        pledges.fundReserve(address(token), amount);
        funded += amount;
    }

    function withdrawReserve(uint256 given) external {
        uint256 free = pledges.freeReserve(address(token));
        if (free == 0) return;
        uint256 amount = bound(given, 1, free);
        vm.prank(OWNER);
        pledges.withdrawReserve(address(token), amount, OWNER);
        withdrawn += amount;
    }

    function setTermOpen(uint256 termSeed, bool open) external {
        vm.prank(OWNER);
        pledges.setTermOpen(termSeed % 3, open);
    }

    function pass(uint256 time) external {
        vm.warp(vm.getBlockTimestamp() + bound(time, 0, 60 days));
    }

    function donate(uint256 given) external {
        uint256 amount = bound(given, 1, 1e12);
        token.transfer(address(pledges), amount);
        donated += amount;
    }

    function togglePause() external {
        bool paused = pledges.paused();
        vm.prank(OWNER);
        if (paused) pledges.unpause();
        else pledges.pause();
    }

    function userCount() external view returns (uint256) {
        return users.length;
    }

    function idCount() external view returns (uint256) {
        return ids.length;
    }

    /// @dev Returns a hash of a pledge's fields, except its status.
    function termsOf(uint256 id) public view returns (bytes32) {
        IPledge.Position memory position = pledges.position(id);
        position.status = IPledge.Status.Active;
        return keccak256(abi.encode(position));
    }
}

contract PledgeInvariantTest is TestBase {
    PledgeHandler private handler;
    Pledge private pledges;
    address private token;

    function setUp() public {
        handler = new PledgeHandler();
        pledges = handler.pledges();
        token = address(handler.token());
    }

    /// @dev Forge calls this function to find the contracts to fuzz.
    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    function invariant_HeldIsPledgedAndSetAsideAndFree() public view {
        vm.assertEq(
            handler.token().balanceOf(address(pledges)),
            pledges.pledged(token) + pledges.committed(token) + pledges.freeReserve(token) + handler.donated()
        );
    }

    function invariant_TotalsAreTheSumsOfTheActivePledges() public view {
        (uint256 amounts, uint256 interests) = (0, 0);
        for (uint256 i = 0; i < handler.idCount(); i++) {
            IPledge.Position memory position = pledges.position(handler.ids(i));
            if (position.status != IPledge.Status.Active) continue;
            amounts += position.amount;
            interests += position.interest;
        }
        vm.assertEq(pledges.pledged(token), amounts);
        vm.assertEq(pledges.committed(token), interests);
    }

    function invariant_EveryPledgeIsWhatItWasMadeAs() public view {
        for (uint256 i = 0; i < handler.idCount(); i++) {
            uint256 id = handler.ids(i);
            vm.assertEq(uint256(handler.termsOf(id)), uint256(handler.madeAs(id)));
        }
    }

    function invariant_EverybodyGotExactlyWhatTheirPledgesSay() public view {
        for (uint256 i = 0; i < handler.userCount(); i++) {
            vm.assertEq(handler.token().balanceOf(handler.users(i)), handler.due(handler.users(i)));
        }
    }

    function invariant_OwnerTookNoMoreThanFundsAndPenalties() public view {
        vm.assertEq(handler.token().balanceOf(handler.OWNER()), handler.withdrawn());
        vm.assertLe(handler.withdrawn(), handler.funded() + handler.penalties());
    }

    function invariant_NoPledgeIsPaidTwice() public view {
        vm.assertFalse(handler.leftTwice());
    }

    function invariant_NoExitIsEverBlocked() public view {
        vm.assertFalse(handler.exitFailed());
    }
}
