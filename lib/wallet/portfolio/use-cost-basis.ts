import { useMemo } from 'react';
import useSWR from 'swr';
import type { Address } from 'viem';
import { fetchDailyPrices } from '@/lib/api/daily-prices';
import type { ChainMapping, Coin, Contract } from '@/lib/api/types';
import {
  costBasis,
  dailyPriceOf,
  dayOf,
  hasWholeHistory,
  isSettled,
  isWhole,
  pricesNeeded,
} from '@/lib/wallet/activity/cost-basis';
import { useActivityRows } from '@/lib/wallet/activity/use-activity-rows';

const none: readonly ChainMapping[] = [];
// Native currency has no cost, and records that only the server has aren't counted.
const LOGS_ONLY = { hasNative: false, hasRecords: false };

/**
 * React hook that returns what the account's coins cost, from its activity. `depth` is the number of times the user asked to search
 * further back, or null to search nothing: a search takes many requests.
 */
export function useCostBasis(
  view: {
    account: Address;
    chains: readonly ChainMapping[];
    coins: readonly Coin[];
    contracts: readonly Contract[];
  },
  depth: number | null,
) {
  const { chains, coins } = view;
  const { rows, parts } = useActivityRows(
    { ...view, chains: depth === null ? none : chains },
    depth ?? 0,
    LOGS_ONLY,
  );
  const needed = useMemo(() => pricesNeeded(rows), [rows]);
  // A day's price changes until the day is over, so prices are refetched each day and after each transaction.
  const version = `${dayOf(Date.now())} ${rows.find(isSettled)?.hash}`;
  const prices = useSWR(
    // Prices of all years are fetched once all networks have answered, not after each.
    depth === null || needed.coinIds.length === 0 || parts.some(({ isReading }) => isReading)
      ? null
      : (['/coin/dailyPrices', needed.years.join(), needed.coinIds.join(), version] as const),
    () => fetchDailyPrices(needed),
    { revalidateOnFocus: false, keepPreviousData: true },
  );
  const basis = useMemo(
    () =>
      depth === null || prices.data === undefined
        ? null
        : costBasis(rows, { coins, chains }, dailyPriceOf(prices.data), (coin) =>
            hasWholeHistory(coin, parts),
          ),
    [depth, prices.data, rows, coins, chains, parts],
  );
  const failed = parts.filter(({ isFailed }) => isFailed);
  return {
    ofBalance: basis?.ofBalance,
    isReading: prices.isLoading || parts.some(({ isReading }) => isReading),
    hasFurther: parts.some(({ data }) => data && data.reached > 0n),
    /** Whether all networks are searched to the first block. */
    isDone: parts.every(isWhole),
    /** Networks whose last search failed. */
    failed: failed.map(({ chainId }) => chainId),
    arePricesMissing: prices.error !== undefined,
    retry: () =>
      Promise.all([
        ...failed.map(({ refetch }) => refetch()),
        ...(prices.error === undefined ? [] : [prices.mutate()]),
      ]),
  };
}
