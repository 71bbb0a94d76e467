// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IPresale} from "../../src/IPresale.sol";
import {Presale} from "../../src/Presale.sol";
import {DemoPermitToken} from "../../src/demo/DemoPermitToken.sol";
import {PeopleTest} from "../support/PeopleTest.sol";

/// @dev Base for presale tests: sells an 18-decimal token for 0.05 of a 6-decimal permit token, with a soft cap of
/// 1,000, a hard cap of 10,000 and a wallet cap of 6,000.
abstract contract PresaleTest is PeopleTest {
    uint256 internal constant SOFT_CAP = 1_000e6;
    uint256 internal constant HARD_CAP = 10_000e6;
    uint256 internal constant WALLET_CAP = 6_000e6;
    uint64 internal constant CLIFF = 7 days;
    uint64 internal constant VESTING = 90 days;
    uint64 internal constant NOW = 1_700_000_000;
    uint64 internal constant START = NOW + 1 days;
    uint64 internal constant END = START + 30 days;

    DemoPermitToken internal tide;
    DemoPermitToken internal dollar;
    Presale internal sale;

    function setUp() public virtual {
        vm.warp(NOW);
        tide = new DemoPermitToken("Test Tidewell", "tTIDE", 18, address(this), 1e30);
        dollar = new DemoPermitToken("Dollar", "USD", 6, address(this), 1e30);
        sale = new Presale(terms(), OWNER);
    }

    function terms() internal view returns (IPresale.Terms memory) {
        return IPresale.Terms(
            address(tide), address(dollar), 50_000, SOFT_CAP, HARD_CAP, WALLET_CAP, CLIFF, VESTING
        );
    }

    function nativeSale() internal {
        IPresale.Terms memory changed = terms();
        changed.paymentToken = NATIVE;
        changed.price = 0.001 ether;
        (changed.softCap, changed.hardCap, changed.walletCap) = (1 ether, 10 ether, 6 ether);
        sale = new Presale(changed, OWNER);
        schedule();
        vm.warp(START);
    }

    function schedule() internal {
        fund(tide, OWNER, address(sale), sale.inventory());
        vm.prank(OWNER);
        sale.schedule(START, END);
    }

    function open() internal {
        schedule();
        vm.warp(START);
    }

    function contribute(address user, uint256 amount) internal {
        fund(IERC20(dollar), user, address(sale), amount);
        vm.prank(user);
        sale.contribute(amount);
    }

    function contributeNative(address user, uint256 amount) internal {
        vm.deal(user, amount);
        vm.prank(user);
        sale.contributeNative{value: amount}();
    }

    function claim(address user) internal {
        vm.prank(user);
        sale.claim(user);
    }

    function refund(address user, address to) internal {
        vm.prank(user);
        sale.refund(to);
    }

    function pause() internal {
        vm.prank(OWNER);
        sale.pause();
    }

    function expectStage(IPresale.Stage stage) internal {
        vm.expectRevert(abi.encodeWithSelector(IPresale.WrongStage.selector, stage));
    }

    function assertStage(IPresale.Stage stage) internal view {
        vm.assertEq(uint256(sale.stage()), uint256(stage));
    }
}
