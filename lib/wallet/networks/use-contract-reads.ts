import { type QueryClient, useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Address, getAddress } from 'viem';
import { type Config, useConfig } from 'wagmi';
import type { Contract } from '@/lib/api/types';
import { CONTRACT_POLL_MS } from '@/lib/wallet-constants';

/** A platform contract and the Multicall3 it is read through. */
export type ContractLocation = { chainId: number; address: Address; multicall: Address };

/** Returns a location for every chain that lists this contract and a Multicall3. */
export function contractLocations(contracts: readonly Contract[], name: string): ContractLocation[] {
  const find = (chainId: number, wanted: string) =>
    contracts.find((contract) => contract.chainId === chainId && contract.name === wanted)?.address;
  return [...new Set(contracts.map(({ chainId }) => chainId))].flatMap((chainId) => {
    const [address, multicall] = [find(chainId, name), find(chainId, 'multicall')];
    return address && multicall
      ? [{ chainId, address: getAddress(address), multicall: getAddress(multicall) }]
      : [];
  });
}

export type ContractRead<Data> = {
  chainId: number;
  address: Address;
  /** Undefined until the first response. */
  data: Data | undefined;
  /** Whether the last read failed; earlier data stays. */
  isFailed: boolean;
  refetch: () => Promise<unknown>;
};

type Readers<Fixed, Read> = {
  /** Immutable values, read once. */
  readFixed: (config: Config, place: ContractLocation) => Promise<Fixed>;
  /** Everything else at one block, with the account's values if connected. */
  read: (
    config: Config,
    place: ContractLocation,
    fixed: Fixed,
    account: Address | undefined,
  ) => Promise<Read>;
};

/**
 * React hook that reads the contract of this name on every chain that lists one. Each chain has its own query, so a
 * slow chain delays no other.
 */
export function useContractReads<Fixed, Read>(
  name: string,
  contracts: readonly Contract[],
  account: Address | undefined,
  { readFixed, read }: Readers<Fixed, Read>,
): ContractRead<{ fixed: Fixed; read: Read }>[] {
  const config = useConfig();
  const places = useMemo(() => contractLocations(contracts, name), [contracts, name]);
  return useQueries({
    queries: places.map((place) => ({
      queryKey: [name, place.chainId, place.address, account ?? null],
      queryFn: async ({ client }: { client: QueryClient }) => {
        const fixed = await client.fetchQuery({
          queryKey: [`${name} fixed`, place.chainId, place.address],
          queryFn: () => readFixed(config, place),
          staleTime: 'static',
          gcTime: Number.POSITIVE_INFINITY,
        });
        return { fixed, read: await read(config, place, fixed, account) };
      },
      // The transport retries by itself.
      retry: false,
      refetchInterval: CONTRACT_POLL_MS,
    })),
    combine: (results) =>
      places.flatMap(({ chainId, address }, index): ContractRead<{ fixed: Fixed; read: Read }>[] => {
        const result = results[index];
        if (!result) return [];
        const { data, isError, errorUpdateCount, refetch } = result;
        // Without data, isError resets to pending on each retry.
        const isFailed = isError || (data === undefined && errorUpdateCount > 0);
        return [{ chainId, address, data, isFailed, refetch }];
      }),
  });
}
