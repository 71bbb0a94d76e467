// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {IERC3009, IERC3009Cancel} from "@openzeppelin/contracts/interfaces/draft-IERC3009.sol";
import {ERC3009} from "@openzeppelin/contracts/token/ERC20/extensions/draft-ERC3009.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";
import {DemoAuthorizationToken} from "../../src/demo/DemoAuthorizationToken.sol";
import {Authorization, AuthorizationTest} from "../support/AuthorizationTest.sol";
import {KeyWallet} from "../support/SigningWallets.sol";

/// @dev What the demo's tUSDT does with EIP-3009 transfers. Times follow Circle's rules: strictly after `validAfter` and
/// strictly before `validBefore`.
contract AuthorizationTokenTest is AuthorizationTest {
    /// @dev In OpenZeppelin's token, a window in which both times have this bit is one of block numbers.
    uint256 private constant BLOCKS = 1 << 47;
    bytes private constant FORGED = abi.encodeWithSelector(ERC3009.ERC3009InvalidSignature.selector);

    function outOfTime(Authorization memory item) private pure returns (bytes memory) {
        return abi.encodeWithSelector(
            ERC3009.ERC3009InvalidAuthorizationTime.selector, item.validAfter, item.validBefore
        );
    }

    function used(Authorization memory item) private pure returns (bytes memory) {
        return abi.encodeWithSelector(ERC3009.ERC3009UsedAuthorization.selector, item.from, item.nonce);
    }

    function test_NameDecimalsAndDomain() public view {
        vm.assertEq(token.name(), "Test USDT");
        vm.assertEq(token.decimals(), 6);
        (, string memory name, string memory version, uint256 chainId, address verifyingContract,,) =
            token.eip712Domain();
        vm.assertEq(name, "Test USDT");
        vm.assertEq(version, "1");
        vm.assertEq(chainId, block.chainid);
        vm.assertEq(verifyingContract, address(token));
        vm.assertEq(
            uint256(token.DOMAIN_SEPARATOR()), uint256(domainOf(address(token), block.chainid))
        );
    }

    function test_HasNoPermit() public {
        (bool answered,) = address(token).call(abi.encodeCall(ERC20Permit.nonces, (address(this))));
        vm.assertFalse(answered);
    }

    function testFuzz_AnyNonceMovesExactlyWhatWasSigned(bytes32 nonce) public {
        Authorization memory item = authorization(nonce);
        vm.assertFalse(token.authorizationState(ALICE, nonce));
        vm.expectEmit(address(token));
        emit IERC3009.AuthorizationUsed(ALICE, nonce);
        assertExecuted(item, callOf(ALICE_KEY, item));
        assertRefused(item, callOf(ALICE_KEY, item), used(item));
    }

    function testFuzz_AnyChangeToATransferIsRefused(uint256 seed) public {
        Authorization memory item = authorization("nonce");
        (uint8 v, bytes32 r, bytes32 s) =
            sign(ALICE_KEY, domainOf(address(token), block.chainid), TRANSFER, item);
        uint256 field = seed % 5;
        if (field == 0) item.to = CAROL;
        if (field == 1) item.value = bound(seed, 101, 1_000);
        if (field == 2) item.validAfter = bound(seed, 1, NOW - 1);
        if (field == 3) item.validBefore = bound(seed, NOW + 20 minutes + 1, type(uint64).max);
        if (field == 4) item.nonce = bytes32(seed);
        assertRefused(item, callOf(item, v, r, s), FORGED);
    }

    function test_SignaturesOfOthersTokensAndChainsAreRefused() public {
        Authorization memory item = authorization("nonce");
        assertRefused(item, callOf(ALICE_KEY + 1, item), FORGED);
        address another = address(new DemoAuthorizationToken("Test USDT", "tUSDT", 6, address(this), 1e15));
        bytes32[2] memory domains = [domainOf(another, block.chainid), domainOf(address(token), block.chainid + 1)];
        for (uint256 i = 0; i < 2; i++) {
            (uint8 v, bytes32 r, bytes32 s) = sign(ALICE_KEY, domains[i], TRANSFER, item);
            assertRefused(item, callOf(item, v, r, s), FORGED);
        }
    }

    function test_TimestampEdgeValidAfterIsExclusive() public {
        Authorization memory item = authorization("nonce");
        item.validAfter = NOW;
        bytes memory call = callOf(ALICE_KEY, item);
        assertRefused(item, call, outOfTime(item));
        vm.warp(NOW + 1);
        assertExecuted(item, call);
    }

    function test_TimestampEdgeValidBeforeIsExclusive() public {
        Authorization memory item = authorization("nonce");
        bytes memory call = callOf(ALICE_KEY, item);
        vm.warp(item.validBefore);
        assertRefused(item, call, outOfTime(item));
        vm.warp(item.validBefore - 1);
        assertExecuted(item, call);
    }

    function test_GreatestValidBeforeNeverExpires() public {
        Authorization memory item = authorization("nonce");
        item.validBefore = type(uint256).max;
        vm.warp(type(uint48).max);
        assertExecuted(item, callOf(ALICE_KEY, item));
    }

    /// @dev OpenZeppelin's addition to the standard: signers of times must leave the bit unset in one of them.
    function test_TwoTimesWithBit47CountBlocks() public {
        vm.roll(100);
        Authorization memory item = authorization("nonce");
        (item.validAfter, item.validBefore) = (BLOCKS | 100, BLOCKS | 102);
        bytes memory call = callOf(ALICE_KEY, item);
        assertRefused(item, call, outOfTime(item));
        vm.roll(102);
        assertRefused(item, call, outOfTime(item));
        vm.roll(101);
        assertExecuted(item, call);
    }

    function test_CanceledNonceIsRefused() public {
        Authorization memory item = authorization("nonce");
        assertRefused(item, cancelCallOf(ALICE_KEY + 1, ALICE, "nonce"), FORGED);
        vm.expectEmit(address(token));
        emit IERC3009Cancel.AuthorizationCanceled(ALICE, "nonce");
        (bool done,) = address(token).call(cancelCallOf(ALICE_KEY, ALICE, "nonce"));
        vm.assertTrue(done);
        assertRefused(item, callOf(ALICE_KEY, item), used(item));
        assertRefused(item, cancelCallOf(ALICE_KEY, ALICE, "nonce"), used(item));
        item.nonce = "other";
        assertExecuted(item, callOf(ALICE_KEY, item));
    }

    function test_MoreThanTheBalanceIsRefusedAndUsesNoNonce() public {
        Authorization memory item = authorization("nonce");
        item.value = 1_001;
        bytes memory reason =
            abi.encodeWithSelector(IERC20Errors.ERC20InsufficientBalance.selector, ALICE, 1_000, 1_001);
        assertRefused(item, callOf(ALICE_KEY, item), reason);
        token.transfer(ALICE, 1);
        assertExecuted(item, callOf(ALICE_KEY, item));
    }

    function test_OnlyTheRecipientCanReceive() public {
        Authorization memory item = authorization("nonce");
        (uint8 v, bytes32 r, bytes32 s) =
            sign(ALICE_KEY, domainOf(address(token), block.chainid), RECEIVE, item);
        bytes memory call =
            abi.encodePacked(IERC3009.receiveWithAuthorization.selector, abi.encode(item, v, r, s));
        assertRefused(item, call, abi.encodeWithSelector(IERC20Errors.ERC20InvalidReceiver.selector, BOB));
        assertRefused(item, callOf(item, v, r, s), FORGED);
        vm.prank(BOB);
        (bool done,) = address(token).call(call);
        vm.assertTrue(done);
        vm.assertEq(token.balanceOf(BOB), 100);
    }

    /// @dev With a delegation, an account has code (EIP-7702). This token asks its key alone; USDC 2.2 asks its code.
    function test_DelegatedAccountSignsWithItsKeyAndContractsDoNotSign() public {
        vm.etch(ALICE, address(new KeyWallet(BOB)).code);
        Authorization memory item = authorization("nonce");
        assertExecuted(item, callOf(ALICE_KEY, item));
        item.from = address(new KeyWallet(ALICE));
        token.transfer(item.from, 100);
        assertRefused(item, callOf(ALICE_KEY, item), FORGED);
    }
}
