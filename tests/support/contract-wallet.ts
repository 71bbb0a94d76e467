import solc from 'solc';
import {
  type Address,
  concat,
  encodeAbiParameters,
  encodePacked,
  getContractAddress,
  type Hex,
  parseAbi,
  parseAbiParameters,
  zeroHash,
} from 'viem';
import { z } from 'zod';

export const executeAbi = parseAbi([
  'struct Call { address to; uint256 value; bytes data; }',
  'function execute(Call[] calls)',
]);

/** anvil's CREATE2 proxy: takes a salt and creation code, as an EIP-6492 factory. */
export const FACTORY = '0x4e59b44847b379578588920cA78FbF26c0B4956C';

/** An EIP-1271 account that one key signs for, and that does several calls as one; an EIP-7702 account may borrow its code. */
const source = `
// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;
contract OwnedWallet {
    address private immutable owner;
    struct Call { address to; uint256 value; bytes data; }
    constructor(address owner_) { owner = owner_; }
    receive() external payable {}
    function execute(Call[] calldata calls) external {
        require(msg.sender == owner || msg.sender == address(this), "not the owner");
        for (uint256 i = 0; i < calls.length; i++) {
            (bool done, bytes memory said) = calls[i].to.call{value: calls[i].value}(calls[i].data);
            if (!done) assembly { revert(add(said, 32), mload(said)) }
        }
    }
    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        if (signature.length != 65) return 0xffffffff;
        bytes32 r = bytes32(signature[0:32]);
        bytes32 s = bytes32(signature[32:64]);
        address signer = ecrecover(hash, uint8(signature[64]), r, s);
        return signer == owner && signer != address(0) ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
    }
}`;

const compiled = z.object({
  contracts: z.object({
    'wallet.sol': z.object({
      OwnedWallet: z.object({ evm: z.object({ bytecode: z.object({ object: z.string() }) }) }),
    }),
  }),
});

/** A contract account of `owner`: the address it has, deployed or not, and the call to FACTORY that deploys it. */
export function contractWallet(owner: Address): { address: Address; factoryData: Hex } {
  const input = {
    language: 'Solidity',
    sources: { 'wallet.sol': { content: source } },
    settings: { outputSelection: { '*': { '*': ['evm.bytecode.object'] } } },
  };
  const output = compiled.parse(JSON.parse(solc.compile(JSON.stringify(input))));
  const code: Hex = `0x${output.contracts['wallet.sol'].OwnedWallet.evm.bytecode.object}`;
  const bytecode = concat([code, encodeAbiParameters(parseAbiParameters('address'), [owner])]);
  return {
    address: getContractAddress({ opcode: 'CREATE2', from: FACTORY, salt: zeroHash, bytecode }),
    factoryData: encodePacked(['bytes32', 'bytes'], [zeroHash, bytecode]),
  };
}
