import 'server-only';
import type { SourceName } from '../seed/price-settings';
import { isWithin } from './fixed-point';

/** One source's quote of a coin. */
export type Quote = {
  source: SourceName;
  /** US dollars in fixed point. */
  price: bigint;
  /**
   * When the source last confirmed it, by this process's
   * monotonic clock (ms): a platform's own clock may be wrong.
   */
  at: number;
  /** From test tokens: counts only without other quotes. */
  testnet: boolean;
};

export type CombineRules = {
  /** Maximum quote age by source. */
  maxAgeMs: Readonly<Record<SourceName, number>>;
  /** Quotes farther than this from the median are outliers. */
  maxDeviationBps: number;
  /** Minimum number of sources. */
  minSources: number;
};

export type CombinedPrice = { price: bigint; sources: string[]; at: number };

/**
 * Returns the middle value; of an even number, the mean of the middle two, truncated.
 * @throws RangeError if there is none.
 */
export function median(values: readonly bigint[]): bigint {
  const sorted = [...values].sort((one, other) => (one < other ? -1 : one > other ? 1 : 0));
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  if (upper === undefined || lower === undefined) throw new RangeError('median of no values');
  return (lower + upper) / 2n;
}

/**
 * Combines the quotes of several sources into one price: the median of those that are fresh and not outliers.
 * Null if too few are left or no majority agrees: the last price then stays, and ages.
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
