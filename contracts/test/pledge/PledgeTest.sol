// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IPledge} from "../../src/IPledge.sol";
import {Pledge} from "../../src/Pledge.sol";
import {DemoPermitToken} from "../../src/demo/DemoPermitToken.sol";
import {PeopleTest} from "../support/PeopleTest.sol";

/// @dev Base for pledge tests, with three terms for a 6-decimal permit token: 30 days at 1%, 90 days at 4% and 180 days
/// at 10%, with early-exit penalties of 2%, 3% and 5%.
abstract contract PledgeTest is PeopleTest {
    uint64 internal constant NOW = 1_700_000_000;
    uint256 internal constant DAYS_30 = 0;
    uint256 internal constant DAYS_90 = 1;
    uint256 internal constant DAYS_180 = 2;

    DemoPermitToken internal token;
    Pledge internal pledges;

    function setUp() public virtual {
        vm.warp(NOW);
        token = new DemoPermitToken("Dollar", "USD", 6, address(this), 1e30);
        pledges = new Pledge(OWNER);
        addTerm(address(token), 30 days, 100, 200);
        addTerm(address(token), 90 days, 400, 300);
        addTerm(address(token), 180 days, 1_000, 500);
    }

    function addTerm(address asset, uint32 duration, uint32 rateBps, uint16 penaltyBps) internal {
        vm.prank(OWNER);
        pledges.addTerm(asset, duration, rateBps, penaltyBps);
    }

    function fundReserve(uint256 amount) internal {
        token.approve(address(pledges), amount);
        pledges.fundReserve(address(token), amount);
    }

    function pledge(address user, uint256 termId, uint256 amount) internal returns (uint256) {
        fund(IERC20(token), user, address(pledges), amount);
        vm.prank(user);
        return pledges.pledge(termId, amount);
    }

    function redeem(address user, uint256 id) internal {
        vm.prank(user);
        pledges.redeem(id, user);
    }

    function exitEarly(address user, uint256 id) internal {
        vm.prank(user);
        pledges.exitEarly(id, user);
    }

    function withdrawReserve(uint256 amount, address to) internal {
        vm.prank(OWNER);
        pledges.withdrawReserve(address(token), amount, to);
    }

    function pause() internal {
        vm.prank(OWNER);
        pledges.pause();
    }

    function assertStatus(uint256 id, IPledge.Status status) internal view {
        vm.assertEq(uint256(pledges.position(id).status), uint256(status));
    }
}
