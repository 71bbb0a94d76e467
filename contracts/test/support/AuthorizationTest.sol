// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {IERC3009, IERC3009Cancel} from "@openzeppelin/contracts/interfaces/draft-IERC3009.sol";
import {DemoAuthorizationToken} from "../../src/demo/DemoAuthorizationToken.sol";
import {PeopleTest} from "./PeopleTest.sol";

/// @dev An EIP-3009 transfer.
struct Authorization {
    address from;
    address to;
    uint256 value;
    uint256 validAfter;
    uint256 validBefore;
    bytes32 nonce;
}

/// @dev Base for tests of EIP-3009 transfers. Signs by the text of the standard, not by the token's code.
abstract contract AuthorizationTest is PeopleTest {
    bytes32 internal constant TRANSFER = keccak256(
        "TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
    );
    bytes32 internal constant RECEIVE = keccak256(
        "ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
    );
    bytes32 private constant CANCEL = keccak256("CancelAuthorization(address authorizer,bytes32 nonce)");
    bytes32 private constant DOMAIN_TYPEHASH =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
    uint256 internal constant NOW = 1_700_000_000;

    DemoAuthorizationToken internal token;

    function setUp() public virtual {
        vm.warp(NOW);
        token = new DemoAuthorizationToken("Test USDT", "tUSDT", 6, address(this), 1e15);
        token.transfer(ALICE, 1_000);
    }

    /// @dev Returns a transfer of 100 units from Alice to Bob, possible at the current time.
    function authorization(bytes32 nonce) internal view returns (Authorization memory) {
        return Authorization(ALICE, BOB, 100, 0, NOW + 20 minutes, nonce);
    }

    function domainOf(address verifyingContract, uint256 chainId) internal pure returns (bytes32) {
        return keccak256(
            abi.encode(DOMAIN_TYPEHASH, keccak256("Test USDT"), keccak256("1"), chainId, verifyingContract)
        );
    }

    function digestOf(bytes32 domain, bytes memory fields) private pure returns (bytes32) {
        return keccak256(abi.encodePacked("\x19\x01", domain, keccak256(fields)));
    }

    function sign(uint256 key, bytes32 domain, bytes32 typehash, Authorization memory item)
        internal
        pure
        returns (uint8 v, bytes32 r, bytes32 s)
    {
        return vm.sign(key, digestOf(domain, abi.encode(typehash, item)));
    }

    /// @dev Returns the call that executes a transfer with a signature of `key`.
    function callOf(uint256 key, Authorization memory item) internal view returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = sign(key, domainOf(address(token), block.chainid), TRANSFER, item);
        return callOf(item, v, r, s);
    }

    function callOf(Authorization memory item, uint8 v, bytes32 r, bytes32 s) internal pure returns (bytes memory) {
        return abi.encodePacked(
            IERC3009.transferWithAuthorization.selector, abi.encode(item, v, r, s)
        );
    }

    function cancelCallOf(uint256 key, address authorizer, bytes32 nonce) internal view returns (bytes memory) {
        bytes32 digest = digestOf(domainOf(address(token), block.chainid), abi.encode(CANCEL, authorizer, nonce));
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digest);
        return abi.encodeCall(IERC3009Cancel.cancelAuthorization, (authorizer, nonce, v, r, s));
    }

    /// @dev Asserts that Carol, who is neither sender nor recipient, can execute the transfer.
    function assertExecuted(Authorization memory item, bytes memory call) internal {
        (uint256 balance, uint256 credit) = (token.balanceOf(item.from), token.balanceOf(item.to));
        vm.prank(CAROL);
        (bool done,) = address(token).call(call);
        vm.assertTrue(done);
        vm.assertEq(token.balanceOf(item.from), balance - item.value);
        vm.assertEq(token.balanceOf(item.to), credit + item.value);
        vm.assertTrue(token.authorizationState(item.from, item.nonce));
    }

    /// @dev Asserts that the call reverts with `reason`, and uses no nonce.
    function assertRefused(Authorization memory item, bytes memory call, bytes memory reason) internal {
        bool used = token.authorizationState(item.from, item.nonce);
        vm.prank(CAROL);
        (bool done, bytes memory answer) = address(token).call(call);
        vm.assertFalse(done);
        vm.assertEq(answer, reason);
        vm.assertTrue(token.authorizationState(item.from, item.nonce) == used);
    }
}
