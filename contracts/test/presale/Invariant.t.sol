// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {IPresale} from "../../src/IPresale.sol";
import {Presale} from "../../src/Presale.sol";
import {TestBase} from "../support/TestBase.sol";
import {PresaleHandler} from "./PresaleHandler.sol";

contract PresaleInvariantTest is TestBase {
    PresaleHandler private handler;
    Presale private sale;

    function setUp() public {
        handler = new PresaleHandler(1 days, 6 days);
        sale = handler.sale();
    }

    /// @dev Read by forge: the contracts to call.
    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    function invariant_PaymentsHeldAreRaisedLessRefundedLessProceeds() public view {
        (uint256 paid, uint256 back,,) = handler.sums();
        vm.assertEq(sale.raised(), paid);
        vm.assertEq(
            handler.dollar().balanceOf(address(sale)), paid - back - handler.proceeds() + handler.donated()
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
            vm.assertLe(sale.contributionOf(handler.users(i)), sale.terms().walletCap);
        }
    }

    function invariant_VestingIsMonotonicAndClaimsStayWithinIt() public view {
        vm.assertFalse(handler.vestingShrank());
        for (uint256 i = 0; i < handler.userCount(); i++) {
            address user = handler.users(i);
            vm.assertLe(sale.claimedBy(user), sale.vestedAt(user, vm.getBlockTimestamp()));
            vm.assertEq(sale.claimedBy(user), handler.claimed(user));
            vm.assertEq(handler.tide().balanceOf(user), handler.claimed(user));
        }
    }

    function invariant_RefundsAndProceedsExcludeEachOther() public view {
        (, uint256 back,,) = handler.sums();
        vm.assertTrue(back == 0 || handler.proceeds() == 0);
    }

    function invariant_OwnerTakesNothingBeforeTheEnd() public view {
        if (sale.stage() >= IPresale.Stage.Succeeded) return;
        vm.assertEq(handler.dollar().balanceOf(handler.OWNER()), 0);
        vm.assertEq(handler.tide().balanceOf(handler.OWNER()), 0);
    }

    /// @dev Claims, refunds and collections that are too early,
    /// for the other outcome, repeated, or by the wrong caller.
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
}
