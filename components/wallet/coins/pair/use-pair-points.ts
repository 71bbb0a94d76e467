import { useMemo } from 'react';
import { usePriceHistory } from '@/lib/api/hooks';
import type { HistoryPeriod } from '@/lib/api/types';
import { type Pair, pairPast, ratioOf } from '@/lib/prices/price-pair';
import type { DisplayPrices } from '@/lib/prices/use-display-prices';

/** Chart points must be at least one second apart. */
const LEAST_STEP_MS = 1_000;

/**
 * React hook that returns a pair's known prices over a period. The last point is the live price, unless it is stale.
 */
export function usePairPoints(
  { base, quote }: Pair,
  period: HistoryPeriod,
  { priceOf, isStale }: Pick<DisplayPrices, 'priceOf' | 'isStale'>,
) {
  const { data, error, mutate } = usePriceHistory(period);
  const past = useMemo(() => data && pairPast(data, { base, quote }), [data, base, quote]);
  const live = [base, ...(quote ? [quote] : [])].map(({ id }) => priceOf(id));
  const [ofBase, ofQuote] = live;
  const isLive = live.every((price) => price !== undefined && !isStale(price));
  const value = isLive && ofBase ? ratioOf(ofBase.price, ofQuote?.price ?? null) : null;
  const last = past?.points.at(-1);
  // The live point uses the server's clock, because the history does too.
  const livePriceAt = Math.max(...live.map((price) => (price ? Date.parse(price.at) : 0)));
  const at = Math.max(livePriceAt, (last?.at ?? 0) + LEAST_STEP_MS);
  return {
    points: [...(past?.points ?? []), ...(value === null ? [] : [{ at, value }])],
    /** Whether the last point is the live price. */
    isLive: value !== null,
    missing: past?.missing ?? 0,
    isStale: past?.isStale ?? false,
    isSample: past?.isSample ?? false,
    isFailed: error !== undefined && !data,
    isReading: !data && !error,
    retry: mutate,
  };
}
