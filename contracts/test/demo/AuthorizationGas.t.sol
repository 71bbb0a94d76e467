// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {Authorization, AuthorizationTest} from "../support/AuthorizationTest.sol";
import {IMulticall3, Multicall3Test} from "../support/Multicall3.sol";

/// @dev Compares the gas of EIP-3009 transfers with contracts/snapshots, exactly. A sender's nonce is always a new
/// storage slot, so a sender's first transfer costs as much as the next ones.
/// forge-config: default.isolate = true
contract AuthorizationGasTest is AuthorizationTest, Multicall3Test {
    uint256 private constant BATCH = 50;
    uint256 private constant FIRST_KEY = 0xbeef;
    uint160 private constant FIRST_RECIPIENT = 0x5000;
    IMulticall3 private multicall;

    function setUp() public override {
        super.setUp();
        multicall = deployMulticall3();
        for (uint256 i = 0; i < BATCH; i++) token.transfer(vm.addr(FIRST_KEY + i), 1_000);
    }

    /// @dev Returns a batch in which each sender pays a recipient of its own.
    function batchOf(uint256 size, bytes32 nonce, uint160 recipients)
        private
        view
        returns (IMulticall3.Call3[] memory calls)
    {
        calls = new IMulticall3.Call3[](size);
        for (uint160 i = 0; i < size; i++) {
            Authorization memory item = authorization(keccak256(abi.encode(nonce, i)));
            item.from = vm.addr(FIRST_KEY + i);
            item.to = address(FIRST_RECIPIENT + recipients + i);
            calls[i] = IMulticall3.Call3(address(token), true, callOf(FIRST_KEY + i, item));
        }
    }

    function test_GasOfAuthorizations() public {
        token.transfer(address(0x77), 100);
        vm.snapshotGasLastCall("Authorization", "ERC-20 transfer to a new recipient");
        token.transfer(address(0x77), 100);
        vm.snapshotGasLastCall("Authorization", "ERC-20 transfer");
        multicall.aggregate3(batchOf(1, "a", 0));
        vm.snapshotGasLastCall("Authorization", "aggregate3 of 1, to a new recipient");
        multicall.aggregate3(batchOf(1, "b", 0));
        vm.snapshotGasLastCall("Authorization", "aggregate3 of 1");
        multicall.aggregate3(batchOf(BATCH, "c", 1_000));
        vm.snapshotGasLastCall("Authorization", "aggregate3 of 50, to new recipients");
        multicall.aggregate3(batchOf(BATCH, "d", 1_000));
        vm.snapshotGasLastCall("Authorization", "aggregate3 of 50");
        for (uint160 i = 0; i < BATCH; i++) {
            vm.assertEq(token.balanceOf(address(FIRST_RECIPIENT + 1_000 + i)), 200);
        }
    }
}
