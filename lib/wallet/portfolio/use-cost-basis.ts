import { useMemo } from 'react';
import useSWR from 'swr';
import type { Address } from 'viem';
import { fetchDailyPrices } from '@/lib/api/daily-prices';
import type { ChainMapping, Coin, Contract } from '@/lib/api/types';
import { costBasis, dailyPriceOf, pricesNeeded } from '@/lib/wallet/activity/cost-basis';
import { hasFurther, knownSince } from '@/lib/wallet/activity/known-since';
import { useActivityRows } from '@/lib/wallet/activity/use-activity-rows';

const none: readonly ChainMapping[] = [];

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
  const { rows, parts, past } = useActivityRows(
    { ...view, chains: depth === null ? none : chains },
    depth ?? 0,
  );
  const needed = useMemo(() => pricesNeeded(rows), [rows]);
  const prices = useSWR(
    depth === null || needed.coinIds.length === 0
      ? null
      : (['/coin/dailyPrices', needed.years.join(), needed.coinIds.join()] as const),
    () => fetchDailyPrices(needed),
    { revalidateOnFocus: false },
  );
  const basis = useMemo(
    () =>
      depth === null || prices.data === undefined
        ? null
        : costBasis(rows, { coins, chains }, dailyPriceOf(prices.data), (coin) =>
            knownSince(coin, parts, past),
          ),
    [depth, prices.data, rows, coins, chains, parts, past],
  );
  const failed = parts.filter(({ isFailed }) => isFailed);
  return {
    ofBalance: basis?.ofBalance,
    isReading: past.isSearching || prices.isLoading || parts.some(({ isReading }) => isReading),
    hasFurther: hasFurther(parts, past),
    /** Networks whose last search failed. */
    failed: [...new Set([...failed.map(({ chainId }) => chainId), ...past.failed])],
    arePricesMissing: prices.error !== undefined && prices.data === undefined,
    retry: () =>
      Promise.all([
        past.retry(),
        ...failed.map(({ refetch }) => refetch()),
        ...(prices.error === undefined ? [] : [prices.mutate()]),
      ]),
  };
}
