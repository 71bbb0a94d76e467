// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {ERC3009} from "@openzeppelin/contracts/token/ERC20/extensions/draft-ERC3009.sol";
import {DemoAuthorizationToken} from "../../src/demo/DemoAuthorizationToken.sol";
import {Authorization, AuthorizationTest} from "../support/AuthorizationTest.sol";
import {IMulticall3, Multicall3Test} from "../support/Multicall3.sol";

/// @dev Refuses accounts and can be paused, as USDC and USDT can.
contract BlockingToken is DemoAuthorizationToken {
    error Blocked(address account);
    error Paused();

    mapping(address account => bool) private _blocked;
    bool private _paused;

    constructor() DemoAuthorizationToken("Test USDT", "tUSDT", 6, msg.sender, 1e15) {}

    function blockAccount(address account) external {
        _blocked[account] = true;
    }

    function pause() external {
        _paused = true;
    }

    function _update(address from, address to, uint256 value) internal override {
        if (_paused) revert Paused();
        if (_blocked[from]) revert Blocked(from);
        if (_blocked[to]) revert Blocked(to);
        super._update(from, to, value);
    }
}

/// @dev Batches of EIP-3009 transfers through Multicall3, in which a transfer that fails must not affect the others.
contract AuthorizationBatchTest is AuthorizationTest, Multicall3Test {
    uint256 private constant SIZE = 5;
    IMulticall3 private multicall;

    function setUp() public override {
        super.setUp();
        multicall = deployMulticall3();
    }

    function batch() private view returns (IMulticall3.Call3[] memory calls) {
        calls = new IMulticall3.Call3[](SIZE);
        for (uint256 i = 0; i < SIZE; i++) {
            calls[i] = IMulticall3.Call3(address(token), true, callOf(ALICE_KEY, authorization(bytes32(i))));
        }
    }

    function submit(IMulticall3.Call3[] memory calls) private returns (IMulticall3.Result[] memory) {
        vm.prank(CAROL);
        return multicall.aggregate3(calls);
    }

    /// @dev Asserts that only the transfer at `bad` failed, with `reason`, and that it used no nonce.
    function assertOnlyFailure(IMulticall3.Call3[] memory calls, uint256 bad, bytes memory reason) private {
        uint256 credit = token.balanceOf(BOB);
        IMulticall3.Result[] memory results = submit(calls);
        for (uint256 i = 0; i < SIZE; i++) {
            vm.assertTrue(results[i].success == (i != bad));
            vm.assertTrue(token.authorizationState(ALICE, bytes32(i)) == (i != bad));
        }
        vm.assertEq(results[bad].returnData, reason);
        vm.assertEq(token.balanceOf(BOB), credit + 100 * (SIZE - 1));
    }

    function test_BatchEqualsItsTransfersOneByOne() public {
        IMulticall3.Result[] memory results = submit(batch());
        for (uint256 i = 0; i < SIZE; i++) vm.assertTrue(results[i].success);
        vm.assertEq(token.balanceOf(ALICE), 1_000 - 100 * SIZE);
        vm.assertEq(token.balanceOf(BOB), 100 * SIZE);
    }

    function test_OneBadTransferInAnyPositionFailsAlone() public {
        bytes[3] memory reasons = [
            abi.encodeWithSelector(ERC3009.ERC3009InvalidSignature.selector),
            abi.encodeWithSelector(ERC3009.ERC3009InvalidAuthorizationTime.selector, 0, NOW),
            abi.encodeWithSelector(IERC20Errors.ERC20InvalidReceiver.selector, address(0))
        ];
        for (uint256 bad = 0; bad < SIZE; bad++) {
            for (uint256 kind = 0; kind < 3; kind++) {
                IMulticall3.Call3[] memory calls = batch();
                Authorization memory item = authorization(bytes32(bad));
                if (kind == 1) item.validBefore = NOW;
                if (kind == 2) item.to = address(0);
                calls[bad].callData = callOf(kind == 0 ? ALICE_KEY + 1 : ALICE_KEY, item);
                uint256 start = vm.snapshotState();
                assertOnlyFailure(calls, bad, reasons[kind]);
                vm.revertToState(start);
            }
        }
    }

    function test_BlockedRecipientInAnyPositionFailsAlone() public {
        BlockingToken blocking = new BlockingToken();
        token = blocking;
        token.transfer(ALICE, 1_000);
        blocking.blockAccount(CAROL);
        for (uint256 bad = 0; bad < SIZE; bad++) {
            IMulticall3.Call3[] memory calls = batch();
            Authorization memory item = authorization(bytes32(bad));
            item.to = CAROL;
            calls[bad].callData = callOf(ALICE_KEY, item);
            uint256 start = vm.snapshotState();
            assertOnlyFailure(calls, bad, abi.encodeWithSelector(BlockingToken.Blocked.selector, CAROL));
            vm.revertToState(start);
        }
    }

    function test_PausedTokenFailsEachTransferAndUsesNoNonce() public {
        BlockingToken blocking = new BlockingToken();
        token = blocking;
        token.transfer(ALICE, 1_000);
        IMulticall3.Call3[] memory calls = batch();
        blocking.pause();
        IMulticall3.Result[] memory results = submit(calls);
        for (uint256 i = 0; i < SIZE; i++) {
            vm.assertFalse(results[i].success);
            vm.assertEq(results[i].returnData, abi.encodeWithSelector(BlockingToken.Paused.selector));
            vm.assertFalse(token.authorizationState(ALICE, bytes32(i)));
        }
    }

    function test_TransferThatComesTwiceHappensOnce() public {
        IMulticall3.Call3[] memory calls = batch();
        calls[3] = calls[1];
        IMulticall3.Result[] memory results = submit(calls);
        vm.assertTrue(results[1].success);
        vm.assertFalse(results[3].success);
        vm.assertEq(token.balanceOf(BOB), 100 * (SIZE - 1));
    }

    function test_TransfersThatNoLongerFitTheBalanceFail() public {
        vm.prank(ALICE);
        token.transfer(CAROL, 750);
        IMulticall3.Result[] memory results = submit(batch());
        for (uint256 i = 0; i < SIZE; i++) vm.assertTrue(results[i].success == (i < 2));
        vm.assertEq(token.balanceOf(ALICE), 50);
    }

    function test_WithoutAllowFailureOneBadTransferRevertsTheBatch() public {
        IMulticall3.Call3[] memory calls = batch();
        calls[2].callData = callOf(ALICE_KEY + 1, authorization(bytes32(uint256(2))));
        calls[2].allowFailure = false;
        vm.expectRevert(bytes("Multicall3: call failed"));
        submit(calls);
        vm.assertEq(token.balanceOf(BOB), 0);
    }

    /// @dev With any gas limit, each transfer happens as signed, or fails and uses no nonce.
    function test_LowGasLimitCanOnlyMakeTransfersFail() public {
        bytes memory call = abi.encodeCall(IMulticall3.aggregate3, (batch()));
        uint256 reverted = 0;
        uint256 executed = 0;
        for (uint256 limit = 100_000; limit <= 400_000; limit += 2_500) {
            uint256 start = vm.snapshotState();
            (bool done,) = address(multicall).call{gas: limit}(call);
            uint256 happened = 0;
            for (uint256 i = 0; i < SIZE; i++) if (token.authorizationState(ALICE, bytes32(i))) happened++;
            vm.assertEq(token.balanceOf(BOB), 100 * happened);
            if (!done) reverted++;
            if (happened == SIZE) executed++;
            vm.assertTrue(done || happened == 0);
            vm.revertToState(start);
        }
        vm.assertGe(reverted, 10);
        vm.assertGe(executed, 10);
    }
}
