import 'server-only';
import type { SourceName } from '../seed/price-settings';
import { isWithin } from './fixed-point';

/** The price of a coin from one source. */
export type Quote = {
  source: SourceName;
  /** Price in US dollars, as fixed point. */
  price: bigint;
  /**
   * When the source last confirmed the price, by this process's monotonic clock (ms), because a platform's own clock
   * may be wrong.
   */
  at: number;
  /** Whether the price comes from test tokens. If so, it counts only if there are no other quotes. */
  testnet: boolean;
};

export type CombineRules = {
  /** Maximum age of a quote, by source. */
  maxAgeMs: Readonly<Record<SourceName, number>>;
  /** Maximum deviation from the median, in basis points. Quotes farther away are outliers. */
  maxDeviationBps: number;
  /** Minimum number of sources for a price. */
  minSources: number;
};

export type CombinedPrice = { price: bigint; sources: string[]; at: number };

/**
 * Returns the median. For an even number of values, it's the mean of the middle two, truncated.
 * @throws RangeError if there are no values.
 */
export function median(values: readonly bigint[]): bigint {
  const sorted = [...values].sort((one, other) => (one < other ? -1 : one > other ? 1 : 0));
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  if (upper === undefined || lower === undefined) throw new RangeError('median of no values');
  return (lower + upper) / 2n;
}

/**
 * Combines the quotes of several sources into one price: the median of those that are fresh and not outliers. Returns
 * null if too few quotes are left or no majority agrees. In that case, the last price remains in use until it becomes
 * stale.
 */
export function combine(quotes: readonly Quote[], now: number, rules: CombineRules): CombinedPrice | null {
  const { maxAgeMs, maxDeviationBps, minSources } = rules;
  const fresh = quotes.filter(({ source, at, price }) => price > 0n && now - at <= maxAgeMs[source]);
  const real = fresh.filter(({ testnet }) => !testnet);
  const counted = real.length > 0 ? real : fresh;
  if (counted.length === 0) return null;
  const middle = median(counted.map(({ price }) => price));
  const kept = counted.filter(({ price }) => isWithin(price, middle, maxDeviationBps));
  if (kept.length < minSources || kept.length * 2 <= counted.length) return null;
  return {
    price: median(kept.map(({ price }) => price)),
    sources: kept.map(({ source }) => source).sort(),
    at: Math.max(...kept.map(({ at }) => at)),
  };
}
