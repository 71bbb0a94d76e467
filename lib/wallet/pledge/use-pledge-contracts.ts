import { type QueryClient, useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Address } from 'viem';
import { useConfig } from 'wagmi';
import type { Coin, Contract } from '@/lib/api/types';
import { contractPlaces } from '@/lib/wallet/networks/contract-places';
import { type ListedToken, listedToken } from '@/lib/wallet/tokens/listed-token';
import { CONTRACT_POLL_MS } from '@/lib/wallet-constants';
import { type PledgeRead, readPledges } from './read-pledges';

export type PledgeContract = {
  chainId: number;
  address: Address;
  /** Undefined until the first answer. */
  read: PledgeRead | undefined;
  /** The listed ones of the tokens that can be pledged. */
  tokens: ReadonlyMap<Address, ListedToken>;
  /** Whether the last try to read failed; what was read before stays. */
  isFailed: boolean;
  refetch: () => Promise<unknown>;
};

/**
 * The pledge contract of every chain that lists one, with the account's pledges where there is an account: one
 * multicall a chain, each chain a query of its own, so that one that does not answer keeps no other waiting.
 */
export function usePledgeContracts(
  account: Address | undefined,
  coins: readonly Coin[],
  contracts: readonly Contract[],
): PledgeContract[] {
  const config = useConfig();
  const places = useMemo(() => contractPlaces(contracts, 'pledge_contract'), [contracts]);
  return useQueries({
    queries: places.map((place) => {
      const queryKey = ['pledges', place.chainId, place.address, account ?? null];
      return {
        queryKey,
        queryFn: ({ client }: { client: QueryClient }) =>
          readPledges(config, place, account, client.getQueryData<PledgeRead>(queryKey)),
        // The transport asks a node again by itself.
        retry: false,
        refetchInterval: CONTRACT_POLL_MS,
      };
    }),
    combine: (results) =>
      places.flatMap(({ chainId, address }, index): PledgeContract[] => {
        const result = results[index];
        if (!result) return [];
        const { data: read, isError, errorUpdateCount, refetch } = result;
        const listed = (read?.funds ?? []).flatMap(({ token }) => {
          const found = listedToken(coins, chainId, token);
          return found ? [[token, found] as const] : [];
        });
        return [
          {
            chainId,
            address,
            read,
            tokens: new Map(listed),
            // Without data, isError falls back to pending whenever the node is asked again.
            isFailed: isError || (read === undefined && errorUpdateCount > 0),
            refetch,
          },
        ];
      }),
  });
}
