import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo } from 'react';
import type { Address, Client } from 'viem';
import { getBlockNumber } from 'viem/actions';
import { useConfig } from 'wagmi';
import { CONTRACT_POLL_MS } from './read-many';
import { type BlockRange, scanLogs } from './scan-logs';

/** Each search stops after this many requests or logs. */
const REQUESTS_A_LOOK = 12;
const ENOUGH_A_LOOK = 500;
/** Pause after a failed search. */
const RETRY_MS = 30_000;

type Ask<Found> = (client: Client, account: Address, range: BlockRange) => Promise<Found[]>;

export type LogScan<Found> = {
  /** Newest first. */
  found: readonly Found[];
  /** First and last block searched, or undefined before the first response. */
  reached: bigint | undefined;
  head: bigint | undefined;
  isLooking: boolean;
  /** Whether the last search failed. Earlier results remain available. */
  isFailed: boolean;
  /** Number of failed searches so far. */
  failures: number;
  /** Searches earlier blocks, or retries a failed search. Undefined if there is nothing left to search. */
  lookFurther: (() => void) | undefined;
};

/** Returns whether the last attempt failed. `isError` isn't enough, because retries reset it if there is no data. */
export const hasFailed = (query: { isError: boolean; data: unknown; errorUpdateCount: number }): boolean =>
  query.isError || (query.data === undefined && query.errorUpdateCount > 0);

/**
 * React hook that returns an account's logs on one chain without an indexer. It searches from the newest block
 * backward, one scan at a time, and then follows new blocks. Each block is searched only once.
 */
export function useLogScan<Found>(
  name: string,
  chainId: number,
  account: Address,
  ask: Ask<Found>,
): LogScan<Found> {
  const config = useConfig();
  const history = useInfiniteQuery({
    queryKey: [name, 'history', chainId, account],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) => {
      const client = config.getClient({ chainId });
      const toBlock = pageParam === null ? await getBlockNumber(client) : BigInt(pageParam);
      const scan = await scanLogs((range) => ask(client, account, range), {
        toBlock,
        maxRequests: REQUESTS_A_LOOK,
        enough: ENOUGH_A_LOOK,
        signal,
      });
      return { found: scan.logs, reached: scan.reached, toBlock };
    },
    getNextPageParam: ({ reached }) => (reached > 0n ? (reached - 1n).toString() : undefined),
    // Mined blocks don't change, so results never become stale.
    staleTime: 'static',
    retry: false,
    // Polls only until the first response.
    refetchInterval: ({ state }) => (state.data === undefined ? CONTRACT_POLL_MS : false),
  });
  const head = history.data?.pages[0]?.toBlock;
  const reached = history.data?.pages.at(-1)?.reached;
  const news = useQuery({
    queryKey: [name, 'news', chainId, account, String(head)],
    enabled: head !== undefined,
    queryFn: async ({ signal }) => {
      const client = config.getClient({ chainId });
      const since = (head ?? 0n) + 1n;
      const toBlock = await getBlockNumber(client, { cacheTime: 0 });
      if (toBlock < since) return { found: [], toBlock };
      const options = { toBlock, floor: since, maxRequests: Number.POSITIVE_INFINITY, signal };
      const scan = await scanLogs((range) => ask(client, account, range), options);
      return { found: scan.logs, toBlock };
    },
    retry: false,
    refetchInterval: CONTRACT_POLL_MS,
  });
  const [pages, fresh] = [history.data?.pages, news.data?.found];
  const found = useMemo(
    () => [...(fresh ?? []), ...(pages ?? []).flatMap((page) => page.found)],
    [pages, fresh],
  );
  const isFailed = hasFailed(history) || hasFailed(news);
  const isUnbegun = history.data === undefined;
  return {
    found,
    reached,
    head: news.data?.toBlock ?? head,
    isLooking: history.isFetching,
    isFailed,
    failures: history.errorUpdateCount,
    lookFurther:
      isUnbegun || history.hasNextPage || isFailed
        ? () =>
            void (isUnbegun
              ? history.refetch()
              : history.hasNextPage
                ? history.fetchNextPage({ cancelRefetch: false })
                : news.refetch())
        : undefined,
  };
}

/**
 * React hook that continues a search until the chain's first block, one scan at a time, for as long as the component
 * is mounted. After a failure, it pauses and tries again.
 */
export function useFullScan({ reached, lookFurther, isLooking, isFailed, failures }: LogScan<unknown>): void {
  const look = useEffectEvent(() => lookFurther?.());
  // Until the first response, the query's own retries apply.
  const canContinue = reached !== undefined && lookFurther !== undefined && !isLooking;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a fast scan ends before a render shows that it ran
  useEffect(() => {
    if (!canContinue) return;
    const timer = setTimeout(look, isFailed ? RETRY_MS : 0);
    return () => clearTimeout(timer);
  }, [canContinue, isFailed, reached, failures]);
}
