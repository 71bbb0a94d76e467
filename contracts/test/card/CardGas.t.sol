// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {ICardHolds} from "../../src/card/ICardHolds.sol";
import {CardTest} from "../support/CardTest.sol";

/// @dev Gas of a purchase in a batch of 20 cards, each of another owner.
/// forge-config: default.isolate = true
contract CardGasTest is CardTest {
    uint32 private constant BATCH = 20;

    function test_GasOfHoldsAndCaptures() public {
        for (uint160 i = 0; i < BATCH; i++) {
            topUp(address(0x5000 + i), 1e18);
            openCard(address(0x5000 + i), standardLimits());
        }
        placeAll(0);
        uint256 held = placeAll(1);
        captureAll(0);
        vm.assertLe(held, BATCH * 50_000);
        vm.assertLe(captureAll(1), BATCH * 22_000);
    }

    function placeAll(uint256 round) private returns (uint256) {
        ICardHolds.Placement[] memory items = new ICardHolds.Placement[](BATCH);
        for (uint32 i = 0; i < BATCH; i++) {
            bytes32 id = keccak256(abi.encode(round, i));
            items[i] = ICardHolds.Placement(id, card + 1 + i, 100, uint40(NOW), expiryIn(7 days));
        }
        vm.prank(OPERATOR);
        cards.placeHolds(items);
        return vm.snapshotGasLastCall(
            "CardAccount", round == 0 ? "placeHolds of 20, their cards' first" : "placeHolds of 20"
        );
    }

    function captureAll(uint256 round) private returns (uint256) {
        ICardHolds.Capture[] memory items = new ICardHolds.Capture[](BATCH);
        for (uint32 i = 0; i < BATCH; i++) {
            items[i] = ICardHolds.Capture(keccak256(abi.encode(round, i)), 2, 100, true);
        }
        vm.prank(OPERATOR);
        cards.captureHolds(items);
        return vm.snapshotGasLastCall(
            "CardAccount", round == 0 ? "captureHolds of 20, their accounts' first" : "captureHolds of 20"
        );
    }
}
