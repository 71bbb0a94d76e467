// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {ICustody} from "../../src/ICustody.sol";
import {IPresale} from "../../src/IPresale.sol";
import {Presale} from "../../src/Presale.sol";
import {DemoToken} from "../../src/demo/DemoToken.sol";
import {FeeOnTransferToken} from "../support/AwkwardTokens.sol";
import {PresaleTest} from "./PresaleTest.sol";

contract PresaleContributeTest is PresaleTest {
    function test_ContributionIsRecordedAndEmitted() public {
        open();
        fund(dollar, ALICE, address(sale), 100e6);
        vm.expectEmit(address(sale));
        emit IPresale.Contributed(ALICE, address(dollar), 100e6, 2_000e18);
        vm.prank(ALICE);
        sale.contribute(100e6);
        vm.assertEq(sale.contributionOf(ALICE), 100e6);
        vm.assertEq(sale.purchasedBy(ALICE), 2_000e18);
        vm.assertEq(sale.raised(), 100e6);
        vm.assertEq(sale.sold(), 2_000e18);
    }

    function test_NativeContributionIsRecordedAndEmitted() public {
        nativeSale();
        vm.deal(ALICE, 1 ether);
        vm.expectEmit(address(sale));
        emit IPresale.Contributed(ALICE, NATIVE, 1 ether, 1_000e18);
        vm.prank(ALICE);
        sale.contributeNative{value: 1 ether}();
        vm.assertEq(sale.contributionOf(ALICE), 1 ether);
        vm.assertEq(address(sale).balance, 1 ether);
    }

    function testFuzz_PermitContributesInOneTransaction(uint64 given) public {
        open();
        uint256 amount = bound(given, 1, WALLET_CAP);
        dollar.transfer(ALICE, amount);
        (uint8 v, bytes32 r, bytes32 s) = signPermit(dollar, address(sale), amount, block.timestamp);
        vm.prank(ALICE);
        sale.contributeWithPermit(amount, block.timestamp, v, r, s);
        vm.assertEq(sale.contributionOf(ALICE), amount);
    }

    function test_NativeCoinIsRefusedWhereATokenIsPaid() public {
        open();
        vm.expectRevert(IPresale.NativeNotAccepted.selector);
        sale.contributeNative{value: 1}();
    }

    function test_TokenIsRefusedWhereTheNativeCoinIsPaid() public {
        nativeSale();
        vm.expectRevert(abi.encodeWithSelector(ICustody.NotAToken.selector, NATIVE));
        sale.contribute(1);
        vm.expectRevert(abi.encodeWithSelector(ICustody.NotAToken.selector, NATIVE));
        sale.contributeWithPermit(1, 0, 0, 0, 0);
    }

    function test_ZeroContributionIsRefused() public {
        open();
        vm.expectRevert(ICustody.ZeroAmount.selector);
        sale.contribute(0);
        nativeSale();
        vm.expectRevert(ICustody.ZeroAmount.selector);
        sale.contributeNative();
    }

    function test_PauseStopsEveryKindOfContribution() public {
        open();
        pause();
        vm.expectRevert(Pausable.EnforcedPause.selector);
        sale.contribute(1);
        vm.expectRevert(Pausable.EnforcedPause.selector);
        sale.contributeWithPermit(1, 0, 0, 0, 0);
        vm.expectRevert(Pausable.EnforcedPause.selector);
        sale.contributeNative{value: 1}();
        vm.prank(OWNER);
        sale.unpause();
        contribute(ALICE, 1);
    }

    function test_TimestampEdgeFirstAndLastSecond() public {
        schedule();
        vm.warp(START - 1);
        expectStage(IPresale.Stage.Upcoming);
        sale.contribute(1);
        vm.warp(START);
        contribute(ALICE, 1);
        vm.warp(END - 1);
        contribute(ALICE, 1);
        vm.warp(END);
        expectStage(IPresale.Stage.Failed);
        sale.contribute(1);
    }

    function test_ContributionBeforeSchedulingIsRefused() public {
        expectStage(IPresale.Stage.Unscheduled);
        sale.contribute(1);
        expectStage(IPresale.Stage.Unscheduled);
        sale.contributeWithPermit(1, 0, 0, 0, 0);
        expectStage(IPresale.Stage.Unscheduled);
        sale.contributeNative();
    }

    function testFuzz_WalletCapHolds(uint64 first, uint64 second) public {
        open();
        uint256 a = bound(first, 1, WALLET_CAP);
        uint256 b = bound(second, WALLET_CAP - a + 1, WALLET_CAP);
        contribute(ALICE, a);
        fund(dollar, ALICE, address(sale), b);
        vm.expectRevert(abi.encodeWithSelector(IPresale.AboveWalletCap.selector, b, WALLET_CAP - a));
        vm.prank(ALICE);
        sale.contribute(b);
    }

    function test_HardCapHoldsToTheUnit() public {
        open();
        contribute(ALICE, 6_000e6);
        contribute(BOB, 3_000e6);
        fund(dollar, CAROL, address(sale), 1_000e6 + 1);
        vm.expectRevert(abi.encodeWithSelector(IPresale.AboveHardCap.selector, 1_000e6 + 1, 1_000e6));
        vm.prank(CAROL);
        sale.contribute(1_000e6 + 1);
        vm.prank(CAROL);
        sale.contribute(1_000e6);
        vm.assertEq(sale.raised(), HARD_CAP);
        vm.assertEq(sale.sold(), sale.inventory());
    }

    /// @dev If a payment exceeds both caps, the error contains the largest possible payment, which succeeds.
    function testFuzz_TheLowerCapAnswersWithWhatIsLeft(uint64 others, uint64 own) public {
        open();
        contribute(BOB, bound(others, 1, WALLET_CAP));
        contribute(CAROL, bound(others, 1, HARD_CAP - WALLET_CAP - 1));
        uint256 room = HARD_CAP - sale.raised();
        uint256 paid = bound(own, 1, room < WALLET_CAP ? room : WALLET_CAP);
        contribute(ALICE, paid);
        (uint256 left, uint256 ownLeft) = (room - paid, WALLET_CAP - paid);
        bytes4 selector = left < ownLeft ? IPresale.AboveHardCap.selector : IPresale.AboveWalletCap.selector;
        uint256 most = left < ownLeft ? left : ownLeft;
        fund(dollar, ALICE, address(sale), HARD_CAP + 1);
        vm.expectRevert(abi.encodeWithSelector(selector, HARD_CAP + 1, most));
        vm.prank(ALICE);
        sale.contribute(HARD_CAP + 1);
        if (most == 0) return;
        vm.prank(ALICE);
        sale.contribute(most);
    }

    /// @dev If both caps leave the same amount, the error names the wallet cap, and a payment of that amount succeeds.
    function test_TieOfTheCapsReportsTheWalletCap() public {
        open();
        contribute(BOB, HARD_CAP - WALLET_CAP);
        fund(dollar, ALICE, address(sale), WALLET_CAP + 1);
        vm.expectRevert(abi.encodeWithSelector(IPresale.AboveWalletCap.selector, WALLET_CAP + 1, WALLET_CAP));
        vm.prank(ALICE);
        sale.contribute(WALLET_CAP + 1);
        vm.prank(ALICE);
        sale.contribute(WALLET_CAP);
        vm.assertEq(sale.raised(), HARD_CAP);
        fund(dollar, ALICE, address(sale), 1);
        vm.expectRevert(abi.encodeWithSelector(IPresale.AboveWalletCap.selector, 1, 0));
        vm.prank(ALICE);
        sale.contribute(1);
    }

    function test_NativePaymentBeyondACapIsSentBackWhole() public {
        nativeSale();
        contributeNative(BOB, 6 ether);
        vm.deal(ALICE, 5 ether);
        vm.expectRevert(abi.encodeWithSelector(IPresale.AboveHardCap.selector, 5 ether, 4 ether));
        vm.prank(ALICE);
        sale.contributeNative{value: 5 ether}();
        vm.assertEq(ALICE.balance, 5 ether);
        vm.assertEq(sale.raised(), 6 ether);
    }

    function test_FeeOnTransferPaymentCountsWhatArrived() public {
        FeeOnTransferToken fee = new FeeOnTransferToken(1e12);
        IPresale.Terms memory changed = terms();
        changed.paymentToken = address(fee);
        sale = new Presale(changed, OWNER);
        open();
        fee.approve(address(sale), 1_000);
        sale.contribute(1_000);
        vm.assertEq(sale.contributionOf(address(this)), 990);
        vm.warp(END);
        sale.refund(BOB);
        vm.assertEq(fee.balanceOf(address(sale)), 0);
    }

    function testFuzz_DonationBuysNothing(uint64 donation) public {
        open();
        dollar.transfer(address(sale), donation);
        contribute(ALICE, 1);
        vm.assertEq(sale.raised(), 1);
        vm.assertEq(sale.purchasedBy(address(this)), 0);
    }

    /// @dev With a 0-decimal sale token, split payments must buy as many tokens as one payment of the same total.
    function testFuzz_RoundingOfSplitPaymentsIsThatOfTheirSum(uint64 a, uint64 b) public {
        DemoToken coarse = new DemoToken("Coarse", "CRS", 0, address(this), 1e30);
        IPresale.Terms memory changed = terms();
        changed.saleToken = address(coarse);
        sale = new Presale(changed, OWNER);
        fund(coarse, OWNER, address(sale), sale.inventory());
        vm.prank(OWNER);
        sale.schedule(START, END);
        vm.warp(START);
        uint256 first = bound(a, 50_000, 3_000e6);
        uint256 second = bound(b, 50_000, 3_000e6);
        contribute(ALICE, first);
        contribute(ALICE, second);
        vm.assertEq(sale.purchasedBy(ALICE), (first + second) / 50_000);
        vm.assertEq(sale.sold(), (first + second) / 50_000);
    }

    function test_RoundingToNoTokenIsRefused() public {
        DemoToken coarse = new DemoToken("Coarse", "CRS", 0, address(this), 1e30);
        IPresale.Terms memory changed = terms();
        changed.saleToken = address(coarse);
        sale = new Presale(changed, OWNER);
        fund(coarse, OWNER, address(sale), sale.inventory());
        vm.prank(OWNER);
        sale.schedule(START, END);
        vm.warp(START);
        fund(dollar, ALICE, address(sale), 49_999);
        vm.expectRevert(ICustody.ZeroAmount.selector);
        vm.prank(ALICE);
        sale.contribute(49_999);
    }
}
