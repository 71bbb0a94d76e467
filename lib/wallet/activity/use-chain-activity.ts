import { type QueryClient, type UseQueryResult, useQueries, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { Address } from 'viem';
import { getBlockNumber } from 'viem/actions';
import { type Config, useConfig } from 'wagmi';
import type { Contract } from '@/lib/api/types';
import { CONTRACT_POLL_MS } from '@/lib/evm/read-many';
import { listName } from '@/lib/wallet/tokens/listed-token';
import type { ActivityRow, ActivityToken } from './activity-row';
import { readActivityScope } from './activity-scope';
import { beginActivity, type ChainActivity, extendActivity, renewActivity } from './scan-activity';

type Source = { chainId: number; account: Address; tokens: ReadonlyMap<Address, ActivityToken> };

const keyOf = ({ chainId, account, tokens }: Source, depth: number) => [
  'activity',
  chainId,
  account,
  listName(tokens),
  depth,
];

/** Returns the cached scan at this depth. If there is none, returns the one at the nearest smaller depth. */
function knownAt(client: QueryClient, source: Source, depth: number): ChainActivity | undefined {
  for (let at = depth; at >= 0; at -= 1) {
    const known = client.getQueryData<ChainActivity>(keyOf(source, at));
    if (known) return known;
  }
  return undefined;
}

/** Returns the account's activity that pages have read so far, on all chains. */
export const seenActivity = (client: QueryClient, account: Address): ActivityRow[] =>
  client
    .getQueriesData<ChainActivity>({
      queryKey: ['activity'],
      predicate: ({ queryKey }) => queryKey[2] === account,
    })
    .flatMap(([, data]) => data?.found.rows ?? []);

async function read(
  config: Config,
  client: QueryClient,
  source: Source,
  contracts: readonly Contract[],
  depth: number,
): Promise<ChainActivity> {
  const node = config.getClient({ chainId: source.chainId });
  const [place, head] = await Promise.all([
    readActivityScope(config, client, { ...source, contracts }),
    getBlockNumber(node, { cacheTime: 0 }),
  ]);
  const known = client.getQueryData<ChainActivity>(keyOf(source, depth));
  if (known) return renewActivity(node, place, known, head);
  const before = depth > 0 ? knownAt(client, source, depth - 1) : undefined;
  return before ? extendActivity(node, place, before) : beginActivity(node, place, head);
}

export type ChainPart = {
  chainId: number;
  /** Undefined until the first response. Omits the latest block number, so that an empty block causes no rerender. */
  data: Omit<ChainActivity, 'head' | 'cards'> | undefined;
  isReading: boolean;
  /** Whether the last read failed. If it did, any data is from an earlier read. */
  isFailed: boolean;
  refetch: () => Promise<unknown>;
};

/**
 * React hook that returns the account's activity on every chain, with one query per chain. `depth` is the number of
 * additional scans into the past. New blocks are scanned periodically.
 */
export function useChainActivity(
  account: Address | undefined,
  chainIds: readonly number[],
  tokensOf: (chainId: number) => ReadonlyMap<Address, ActivityToken>,
  contracts: readonly Contract[],
  depth: number,
): ChainPart[] {
  const config = useConfig();
  const client = useQueryClient();
  const sources = useMemo(
    () =>
      account ? chainIds.map((chainId): Source => ({ chainId, account, tokens: tokensOf(chainId) })) : [],
    [account, chainIds, tokensOf],
  );
  // Memoized, so that derived data is recomputed only after a change.
  const combine = useCallback(
    (results: UseQueryResult<ChainActivity>[]) =>
      sources.flatMap((source, index): ChainPart[] => {
        const result = results[index];
        if (!result) return [];
        const { data, isError, isFetching, errorUpdateCount, refetch } = result;
        const known = data ?? knownAt(client, source, depth);
        return [
          {
            chainId: source.chainId,
            data: known && { found: known.found, reached: known.reached, reachedAt: known.reachedAt },
            isReading: data === undefined && isFetching,
            isFailed: isError || (data === undefined && errorUpdateCount > 0 && !isFetching),
            refetch,
          },
        ];
      }),
    [sources, client, depth],
  );
  return useQueries({
    queries: sources.map((source) => ({
      queryKey: keyOf(source, depth),
      queryFn: () => read(config, client, source, contracts, depth),
      // The transport already retries failed requests.
      retry: false,
      refetchInterval: CONTRACT_POLL_MS,
    })),
    combine,
  });
}
