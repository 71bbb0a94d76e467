import solc from 'solc';
import { type Hex, parseAbi, toHex } from 'viem';
import { packetToBytes } from 'viem/ens';
import { z } from 'zod';

/**
 * What ENS's universal resolver answers on Ethereum, which is out of reach here: the calls and errors of its interface,
 * from a table. A name without an address of its own is kept off the chain (ERC-3668).
 */
const source = `
// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;
contract EnsNames {
    error ResolverNotFound(bytes name);
    error ReverseAddressMismatch(string primary, bytes primaryAddress);
    error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callback, bytes extraData);

    mapping(bytes32 name => address) private addresses;
    mapping(bytes32 name => bool) private offChain;
    mapping(bytes32 account => string) private primaries;
    mapping(bytes32 account => bytes32 name) private primaryNames;

    function set(bytes calldata name, address account) external { addresses[keccak256(name)] = account; }
    function setOffChain(bytes calldata name) external { offChain[keccak256(name)] = true; }
    function setPrimary(address account, string calldata name, bytes calldata encoded) external {
        bytes32 key = keccak256(abi.encodePacked(account));
        primaries[key] = name;
        primaryNames[key] = keccak256(encoded);
    }

    function resolveWithGateways(bytes calldata name, bytes calldata, string[] calldata urls)
        external view returns (bytes memory, address)
    {
        bytes32 key = keccak256(name);
        if (offChain[key]) revert OffchainLookup(address(this), urls, name, this.resolveWithGateways.selector, '');
        if (addresses[key] == address(0)) revert ResolverNotFound(name);
        return (abi.encode(addresses[key]), address(this));
    }

    function reverseWithGateways(bytes calldata account, uint256, string[] calldata)
        external view returns (string memory, address, address)
    {
        bytes32 key = keccak256(account);
        if (bytes(primaries[key]).length == 0) return ('', address(0), address(0));
        address forward = addresses[primaryNames[key]];
        if (keccak256(abi.encodePacked(forward)) != key)
            revert ReverseAddressMismatch(primaries[key], abi.encodePacked(forward));
        return (primaries[key], address(this), address(this));
    }
}`;

const compiled = z.object({
  contracts: z.object({
    'names.sol': z.object({
      EnsNames: z.object({ evm: z.object({ bytecode: z.object({ object: z.string() }) }) }),
    }),
  }),
});

export const ensNamesAbi = parseAbi([
  'function set(bytes name, address account)',
  'function setOffChain(bytes name)',
  'function setPrimary(address account, string name, bytes encoded)',
]);

/** A name as DNS writes it (RFC 1035, section 3.1), as the resolver wants it. */
export const dnsName = (name: string): Hex => toHex(packetToBytes(name));

/** What a resolver is created with. */
export function ensNamesBytecode(): Hex {
  const input = {
    language: 'Solidity',
    sources: { 'names.sol': { content: source } },
    settings: { viaIR: true, outputSelection: { '*': { '*': ['evm.bytecode.object'] } } },
  };
  const output = compiled.parse(JSON.parse(solc.compile(JSON.stringify(input))));
  return `0x${output.contracts['names.sol'].EnsNames.evm.bytecode.object}`;
}
