import solc from 'solc';
import { type Hex, parseAbi, toHex } from 'viem';
import { packetToBytes } from 'viem/ens';
import { z } from 'zod';
import type { OwnChain } from './own-chain';

/**
 * Source code of a stand-in for ENS's universal resolver on Ethereum, which tests can't reach. The stand-in has the
 * same functions and errors, and looks up names in a table. Names passed to `setOffChain` resolve off chain (ERC-3668).
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

const ensNamesAbi = parseAbi([
  'function set(bytes name, address account)',
  'function setOffChain(bytes name)',
  'function setPrimary(address account, string name, bytes encoded)',
]);

/** Encodes a name in the DNS wire format (RFC 1035, section 3.1), as the ENS resolver expects. */
export const dnsName = (name: string): Hex => toHex(packetToBytes(name));

/** Returns the creation code for the stand-in ENS resolver. */
function ensNamesBytecode(): Hex {
  const input = {
    language: 'Solidity',
    sources: { 'names.sol': { content: source } },
    settings: { viaIR: true, outputSelection: { '*': { '*': ['evm.bytecode.object'] } } },
  };
  const output = compiled.parse(JSON.parse(solc.compile(JSON.stringify(input))));
  return `0x${output.contracts['names.sol'].EnsNames.evm.bytecode.object}`;
}

/** Deploys the stand-in ENS resolver and lists it. Returns a function that changes its names. */
export async function deployEnsNames({ client, id, lists }: OwnChain) {
  const deployed = await client.deployContract({ abi: ensNamesAbi, bytecode: ensNamesBytecode() });
  const { contractAddress: address } = await client.waitForTransactionReceipt({ hash: deployed });
  if (!address) throw new Error('the resolver was not deployed');
  lists.contracts.push({ chainId: id, name: 'ens_universal_resolver', address });
  return async (functionName: 'set' | 'setOffChain' | 'setPrimary', args: readonly unknown[]) => {
    const hash = await client.writeContract({ address, abi: ensNamesAbi, functionName, args: args as never });
    await client.waitForTransactionReceipt({ hash });
  };
}
