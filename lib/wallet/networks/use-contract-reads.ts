import { type QueryClient, useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Address, getAddress } from 'viem';
import { type Config, useConfig } from 'wagmi';
import type { Contract } from '@/lib/api/types';
import { CONTRACT_POLL_MS } from '@/lib/evm/read-many';

/** A platform contract, and the Multicall3 contract used to read it. */
export type ContractLocation = { chainId: number; address: Address; multicall: Address };

/** Returns the contract's location on every chain that lists both the contract and Multicall3. */
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
  /** Whether the last read failed. If it did, any data is from an earlier read. */
  isFailed: boolean;
  refetch: () => Promise<unknown>;
};

type Readers<Fixed, Read> = {
  /** Reads the contract's immutable values. Called once per contract. */
  readFixed: (config: Config, place: ContractLocation) => Promise<Fixed>;
  /** Reads all other values at one block, including the account's values if an account is connected. */
  read: (
    config: Config,
    place: ContractLocation,
    fixed: Fixed,
    account: Address | undefined,
  ) => Promise<Read>;
};

/**
 * React hook that reads the named contract on every chain that lists it. Each chain has its own query, so a slow chain
 * does not delay the others.
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
      // The transport already retries failed requests.
      retry: false,
      refetchInterval: CONTRACT_POLL_MS,
    })),
    combine: (results) =>
      places.flatMap(({ chainId, address }, index): ContractRead<{ fixed: Fixed; read: Read }>[] => {
        const result = results[index];
        if (!result) return [];
        const { data, isError, errorUpdateCount, refetch } = result;
        // Without data, each retry resets isError, so the error count is checked too.
        const isFailed = isError || (data === undefined && errorUpdateCount > 0);
        return [{ chainId, address, data, isFailed, refetch }];
      }),
  });
}
