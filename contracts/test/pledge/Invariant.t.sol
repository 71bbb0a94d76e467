// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {IPledge} from "../../src/IPledge.sol";
import {Pledge} from "../../src/Pledge.sol";
import {TestBase} from "../support/TestBase.sol";
import {PledgeHandler} from "./PledgeHandler.sol";

contract PledgeInvariantTest is TestBase {
    PledgeHandler private handler;
    Pledge private pledges;
    address private token;

    function setUp() public {
        handler = new PledgeHandler();
        pledges = handler.pledges();
        token = address(handler.token());
    }

    /// @dev Read by forge: the contracts to call.
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
