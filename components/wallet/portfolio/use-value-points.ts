import { useMemo } from 'react';
import type { Address } from 'viem';
import { usePriceHistory } from '@/lib/api/hooks';
import type { Contract, HistoryPeriod } from '@/lib/api/types';
import type { DisplayPrices } from '@/lib/prices/use-display-prices';
import type { ActivityToken } from '@/lib/wallet/activity/activity-row';
import {
  pastFromSnapshots,
  sinceFirstValue,
  useSnapshots,
  valueHistory,
} from '@/lib/wallet/portfolio/snapshots';
import { usePastHoldings } from '@/lib/wallet/portfolio/use-past-holdings';

/**
 * React hook that returns an account's known fiat values over a period. They are calculated from past chain state (or
 * from this device's snapshots if an RPC endpoint has pruned that state) and the server's price history.
 */
export function useValuePoints({
  account,
  chainIds,
  tokensOf,
  contracts,
  period,
  priceOf,
}: {
  account: Address;
  chainIds: readonly number[];
  tokensOf: (chainId: number) => ReadonlyMap<Address, ActivityToken>;
  contracts: readonly Contract[];
  period: HistoryPeriod;
  priceOf: DisplayPrices['priceOf'];
}) {
  const { data: history, error, mutate } = usePriceHistory(period);
  const snapshots = useSnapshots((state) => state.entries);
  const grid = useMemo(() => {
    if (!history) return null;
    const { from, stepMs, coins } = history;
    const first = Date.parse(from);
    const count = coins[0]?.prices.length ?? 0;
    return { times: Array.from({ length: count }, (_, index) => first + index * stepMs), stepMs };
  }, [history]);
  const pasts = usePastHoldings(account, chainIds, tokensOf, contracts, grid);
  const isReading = (!history && !error) || pasts.some(({ data, isFailed }) => !data && !isFailed);

  // A string, so that the points are recalculated only if the set of coins with a price changes, not on each price
  // change.
  const pricedNow = history?.coins.map(({ coinId }) => (priceOf(coinId) ? ` ${coinId} ` : '')).join('') ?? '';
  const values = useMemo(() => {
    if (!history || !grid || isReading) return [];
    const { times, stepMs } = grid;
    const chains = pasts.map(({ chainId, data }) => {
      const noted = pastFromSnapshots(
        snapshots,
        { account, chainId, tokens: tokensOf(chainId) },
        times,
        stepMs,
      );
      return times.map((_, index) => {
        const held = data?.[index];
        return held === undefined ? noted[index] : held;
      });
    });
    const byCoin = new Map(history.coins.map(({ coinId, prices }) => [coinId, prices]));
    return valueHistory(times, chains, byCoin, (id) => pricedNow.includes(` ${id} `));
  }, [history, grid, isReading, pasts, snapshots, account, tokensOf, pricedNow]);

  return {
    ...sinceFirstValue(values),
    isReading,
    /** Whether any of the prices are sample prices. */
    isSample: history?.coins.some(({ sample }) => sample) ?? false,
    arePricesMissing: error !== undefined && !history,
    retryPrices: mutate,
    failed: pasts.filter(({ isFailed }) => isFailed),
    /** Chains whose RPC endpoints have pruned part of the state for this period. */
    forgetful: pasts.filter(({ data }) => data?.some((at) => at === undefined)),
  };
}
