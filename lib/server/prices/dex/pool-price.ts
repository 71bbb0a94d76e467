import 'server-only';
import { isWithin } from '../fixed-point';

/** A coin's price from one pool, and the liquidity behind it, both in US dollars (fixed point). */
export type PoolPrice = { price: bigint; depth: bigint };

export const depthOf = (prices: readonly PoolPrice[]): bigint =>
  prices.reduce((sum, { depth }) => sum + depth, 0n);

/**
 * Returns the lowest price up to which pools have at least half of the liquidity.
 * @throws RangeError if there are no prices.
 */
function middlePrice(prices: readonly PoolPrice[]): bigint {
  const sorted = prices.toSorted((one, other) =>
    one.price < other.price ? -1 : one.price > other.price ? 1 : 0,
  );
  const total = depthOf(sorted);
  let below = 0n;
  for (const { price, depth } of sorted) {
    below += depth;
    if (below * 2n >= total) return price;
  }
  throw new RangeError('middle of no prices');
}

/**
 * Returns the mean of the prices that are within `maxDeviationBps` of the middle one, truncated. Both are weighted by
 * liquidity, because anyone can create pools at any price, but liquidity at a false price is lost to arbitrage.
 * @throws RangeError if there are no prices.
 */
export function agreedPrice(prices: readonly PoolPrice[], maxDeviationBps: number): bigint {
  const middle = middlePrice(prices);
  const agreeing = prices.filter(({ price }) => isWithin(price, middle, maxDeviationBps));
  const sum = agreeing.reduce((total, { price, depth }) => total + price * depth, 0n);
  return sum / depthOf(agreeing);
}
