import { focusManager, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useSyncExternalStore } from 'react';
import type { Address, Client } from 'viem';
import { getBlockNumber } from 'viem/actions';
import { useConfig } from 'wagmi';
import { CONTRACT_POLL_MS } from './read-many';
import { type BlockRange, scanLogs } from './scan-logs';

/** Each search stops after this many requests or logs. */
const REQUESTS_A_LOOK = 12;
const ENOUGH_A_LOOK = 500;
/** Pause after a failed search, doubled with each further failure in a row up to the longest pause. */
const RETRY_MS = 30_000;
const LONGEST_RETRY_MS = 600_000;

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
  /** Number of failed searches in a row. */
  failures: number;
  /** Searches earlier blocks, or retries a failed search. Undefined if there is nothing left to search. */
  lookFurther: (() => void) | undefined;
};

/** Returns the pause after a number of failures in a row. */
const retryPause = (failures: number, first: number = RETRY_MS): number =>
  Math.min(first * 2 ** Math.max(failures - 1, 0), LONGEST_RETRY_MS);

type ScanChoices<Found> = {
  /** Returns whether a log counts toward the number at which a search stops. By default, all do. */
  counts?: (found: Found) => boolean;
  /** Whether the logs found before a failure are returned, which then may cover few blocks. */
  keepsPart?: boolean;
};

/** The last block of a search, and the number of blocks in its first request. */
type Start = { toBlock: bigint; span?: bigint };

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
  choices: ScanChoices<Found> = {},
): LogScan<Found> {
  const config = useConfig();
  const queryKey = [name, 'history', chainId, account];
  const history = useInfiniteQuery({
    queryKey,
    initialPageParam: null as Start | null,
    queryFn: async ({ pageParam, signal, client: cache }) => {
      const client = config.getClient({ chainId });
      const { toBlock, span }: Start = pageParam ?? { toBlock: await getBlockNumber(client) };
      const { logs: found, ...scan } = await scanLogs<Found>((range) => ask(client, account, range), {
        ...(span === undefined ? {} : { span }),
        ...choices,
        toBlock,
        maxRequests: REQUESTS_A_LOOK,
        enough: ENOUGH_A_LOOK,
        signal,
      });
      // The query counts all of its failures, so those before this page are recorded with it.
      const earlier = cache.getQueryState(queryKey)?.errorUpdateCount ?? 0;
      return { ...scan, found, toBlock, earlier };
    },
    getNextPageParam: ({ reached, width }): Start | undefined =>
      reached > 0n ? { toBlock: reached - 1n, span: width } : undefined,
    // Mined blocks don't change, so results never become stale.
    staleTime: 'static',
    retry: false,
    // Leaving the page for long doesn't start the search again.
    gcTime: Number.POSITIVE_INFINITY,
    // Polls only until the first response.
    refetchInterval: ({ state }) =>
      state.data === undefined ? retryPause(state.errorUpdateCount, CONTRACT_POLL_MS) : false,
  });
  const head = history.data?.pages[0]?.toBlock;
  const last = history.data?.pages.at(-1);
  const reached = last?.reached;
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
  const isCut = last?.isCut === true;
  const isFailed = hasFailed(history) || hasFailed(news) || isCut;
  const isUnbegun = history.data === undefined;
  return {
    found,
    reached,
    head: news.data?.toBlock ?? head,
    isLooking: history.isFetching,
    isFailed,
    failures: history.errorUpdateCount - (last?.earlier ?? 0) + (isCut ? 1 : 0),
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

const onVisibility = (notify: () => void) => focusManager.subscribe(notify);
const isVisible = () => focusManager.isFocused();

/**
 * React hook that continues a search until the chain's first block, one scan at a time, for as long as the component
 * is mounted and the page is visible. After a failure, it pauses and retries. The pause grows with each failure in a row.
 */
export function useFullScan({ reached, lookFurther, isLooking, isFailed, failures }: LogScan<unknown>): void {
  const look = useEffectEvent(() => lookFurther?.());
  const isShown = useSyncExternalStore(onVisibility, isVisible, () => true);
  // Until the first response, the query's own retries apply.
  const canContinue = isShown && reached !== undefined && lookFurther !== undefined && !isLooking;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a fast scan ends before a render shows that it ran
  useEffect(() => {
    if (!canContinue) return;
    const timer = setTimeout(look, isFailed ? retryPause(failures) : 0);
    return () => clearTimeout(timer);
  }, [canContinue, isFailed, reached, failures]);
}
