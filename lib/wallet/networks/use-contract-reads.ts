import { type QueryClient, useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Address, getAddress } from 'viem';
import { type Config, useConfig } from 'wagmi';
import type { Contract } from '@/lib/api/types';
import { CONTRACT_POLL_MS } from '@/lib/evm/read-many';
import { type ChainRead, chainReads } from './chain-reads';

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

export type ContractRead<Data> = ChainRead<Data> & { address: Address };

/** Where and for whom a contract is read. */
export type Reading<Data> = {
  config: Config;
  client: QueryClient;
  place: ContractLocation;
  account: Address | undefined;
  /** The result of the last read, if there was one. */
  previous: Data | undefined;
};

/** Reads a contract's immutable values once. Every reader of the contract shares them. */
export const readOnce = <Fixed>(
  client: QueryClient,
  name: string,
  place: ContractLocation,
  read: () => Promise<Fixed>,
): Promise<Fixed> =>
  client.fetchQuery({
    queryKey: [`${name} fixed`, place.chainId, place.address],
    queryFn: read,
    staleTime: 'static',
    gcTime: Number.POSITIVE_INFINITY,
  });

/**
 * React hook that reads the named contract on every chain that lists it, including the account's values if an account is
 * connected. Each chain has its own query, so a slow chain does not delay the others.
 */
export function useContractReads<Data>(
  name: string,
  contracts: readonly Contract[],
  account: Address | undefined,
  read: (reading: Reading<Data>) => Promise<Data>,
): ContractRead<Data>[] {
  const config = useConfig();
  const places = useMemo(() => contractLocations(contracts, name), [contracts, name]);
  return useQueries({
    queries: places.map((place) => {
      const queryKey = [name, place.chainId, place.address, account ?? null];
      return {
        queryKey,
        queryFn: ({ client }: { client: QueryClient }) =>
          read({ config, client, place, account, previous: client.getQueryData<Data>(queryKey) }),
        // The transport already retries failed requests.
        retry: false,
        refetchInterval: CONTRACT_POLL_MS,
      };
    }),
    combine: (results) => chainReads(places, results),
  });
}
