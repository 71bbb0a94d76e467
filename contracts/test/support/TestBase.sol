// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";

/// @dev The forge cheatcodes that the tests use.
interface Vm {
    function addr(uint256 privateKey) external pure returns (address);
    function assertEq(uint256 left, uint256 right) external pure;
    function assertEq(address left, address right) external pure;
    function assertEq(string calldata left, string calldata right) external pure;
    function assertEq(bytes calldata left, bytes calldata right) external pure;
    function assertGe(uint256 left, uint256 right) external pure;
    function assertLe(uint256 left, uint256 right) external pure;
    function assertTrue(bool condition) external pure;
    function assertFalse(bool condition) external pure;
    function chainId(uint256 id) external;
    function deal(address account, uint256 balance) external;
    function etch(address account, bytes calldata code) external;
    function expectEmit() external;
    function expectEmit(address emitter) external;
    /// @dev Compares only the error's selector.
    function expectPartialRevert(bytes4 selector) external;
    function expectRevert(bytes4 selector) external;
    function expectRevert(bytes calldata data) external;
    function parseBytes(string calldata hexadecimal) external pure returns (bytes memory);
    function prank(address sender) external;
    function readFile(string calldata path) external view returns (string memory);
    function revertToState(uint256 id) external returns (bool isReverted);
    function roll(uint256 blockNumber) external;
    function sign(uint256 privateKey, bytes32 digest) external pure returns (uint8 v, bytes32 r, bytes32 s);
    /// @dev Returns the block time. After `warp`, use this function instead of `block.timestamp`, because the optimizer
    /// may reuse a value that was read earlier.
    function getBlockTimestamp() external view returns (uint256);
    function split(string calldata text, string calldata delimiter) external pure returns (string[] memory parts);
    /// @dev Returns the ID of the current state, for `revertToState`.
    function snapshotState() external returns (uint256 id);
    /// @dev Compares the gas of the last call with contracts/snapshots, or records it.
    function snapshotGasLastCall(string calldata group, string calldata name) external returns (uint256 gasUsed);
    function warp(uint256 timestamp) external;
}

abstract contract TestBase {
    Vm internal constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    bytes32 private constant PERMIT_TYPEHASH =
        keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");

    /// @dev Returns an EIP-2612 permit signed with `key`, for the next nonce of its account.
    function signPermit(uint256 key, ERC20Permit asset, address spender, uint256 amount, uint256 deadline)
        internal
        view
        returns (uint8 v, bytes32 r, bytes32 s)
    {
        address owner = vm.addr(key);
        bytes32 fields =
            keccak256(abi.encode(PERMIT_TYPEHASH, owner, spender, amount, asset.nonces(owner), deadline));
        return vm.sign(key, keccak256(abi.encodePacked("\x19\x01", asset.DOMAIN_SEPARATOR(), fields)));
    }

    /// @dev Maps any number into [min, max], so that no fuzz run is discarded. Requires max - min < 2^256 - 1.
    function bound(uint256 value, uint256 min, uint256 max) internal pure returns (uint256) {
        return value >= min && value <= max ? value : min + (value % (max - min + 1));
    }
}
