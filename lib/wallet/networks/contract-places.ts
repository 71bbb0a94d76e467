import { type Address, getAddress } from 'viem';
import type { Contract } from '@/lib/api/types';

/** Where one of the platform's contracts stands, and the multicall it is read through. */
export type ContractPlace = { chainId: number; address: Address; multicall: Address };

/** A place for every chain that lists a contract of this name, and a multicall. */
export function contractPlaces(contracts: readonly Contract[], name: string): ContractPlace[] {
  const find = (chainId: number, wanted: string) =>
    contracts.find((contract) => contract.chainId === chainId && contract.name === wanted)?.address;
  return [...new Set(contracts.map(({ chainId }) => chainId))].flatMap((chainId) => {
    const [address, multicall] = [find(chainId, name), find(chainId, 'multicall')];
    return address && multicall
      ? [{ chainId, address: getAddress(address), multicall: getAddress(multicall) }]
      : [];
  });
}
