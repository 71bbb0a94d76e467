import { type Abi, type Address, type Hex, isAddressEqual, parseAbi, toEventSelector } from 'viem';
import type { Contract } from '@/lib/api/types';
import { PERMIT2 } from '@/lib/evm/address';

/** Permit2's AllowanceTransfer: what an owner lets a spender take of a token, until a time, through Permit2. */
export const permit2Abi: Abi = parseAbi([
  'function allowance(address owner, address token, address spender) view returns (uint160 amount, uint48 expiration, uint48 nonce)',
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  'event Approval(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration)',
]);

/** The events by which Permit2 reports an allowance that a call or a signature gave. Both have the same topics. */
export const PERMIT2_EVENTS: readonly Hex[] = [
  toEventSelector('Approval(address,address,address,uint160,uint48)'),
  toEventSelector('Permit(address,address,address,uint160,uint48,uint48)'),
];

/** Returns a network's Permit2: the one in the contract list, or else the address that it has on most networks. */
export const permit2On = (contracts: readonly Contract[], chainId: number): Address =>
  contracts.find((contract) => contract.chainId === chainId && contract.name === 'permit2')?.address ??
  PERMIT2;

/**
 * Returns whether a spender is Permit2. The usual address counts only where it has code, because networks can lack
 * Permit2.
 */
export const isPermit2 = (
  { chainId, spender, nature }: { chainId: number; spender: Address; nature: string },
  contracts: readonly Contract[],
): boolean => nature === 'contract' && isAddressEqual(spender, permit2On(contracts, chainId));
