import { formatUnits } from 'viem';
import type { CoinPrice } from '@/lib/api/types';
import { FIAT_VALUE_DECIMALS, fiatValue } from './fiat-value';

/** Basis points in 100%. The API returns changes as percentages with two decimals. */
const WHOLE_BPS = 10_000n;

/** An amount of one coin in base units. */
export type HeldAmount = { coinId: number; amount: bigint; decimals: number };

type PriceOf = (coinId: number) => Pick<CoinPrice, 'price' | 'change24h' | 'spark'> | undefined;

/** Change of a fiat value over the past 24 hours. */
export type DayChange = {
  /** In units of 1e-18 of the display currency. Negative for a loss. */
  amount: bigint;
  /** In basis points of the value 24 hours ago, truncated. */
  bps: bigint;
};

/** Parses a percentage with two decimals, such as "+1.25", into basis points. Returns null if it's invalid. */
function changeBps(change24h: string): bigint | null {
  const match = /^([+-]?)(\d+)\.(\d{2})$/.exec(change24h);
  if (!match) return null;
  const [, sign, whole = '', cents = ''] = match;
  const bps = BigInt(whole + cents);
  return sign === '-' ? -bps : bps;
}

/**
 * Returns the change in the value of the held amounts over the past 24 hours. Excludes amounts without a price. Returns
 * null if a priced amount's change is unknown, or if the value was zero 24 hours ago.
 */
export function dayChange(held: readonly HeldAmount[], priceOf: PriceOf): DayChange | null {
  let now = 0n;
  let before = 0n;
  for (const { coinId, amount, decimals } of held) {
    const price = priceOf(coinId);
    if (!price || amount === 0n) continue;
    const bps = price.change24h === null ? null : changeBps(price.change24h);
    // A price can't fall by 100% or more. Such a change is an error in the price source.
    if (bps === null || bps <= -WHOLE_BPS) return null;
    const value = fiatValue(amount, decimals, price.price);
    now += value;
    before += (value * WHOLE_BPS) / (WHOLE_BPS + bps);
  }
  if (before === 0n) return null;
  return { amount: now - before, bps: ((now - before) * WHOLE_BPS) / before };
}

/** Number of points in the line: one for each hour, plus the latest. */
const POINTS = 25;

/**
 * Returns the value of the held amounts over the past day, oldest first, as floating-point numbers for a chart. Uses
 * the current price of a coin that has no past prices. Returns no points if no coin has past prices.
 */
export function daySpark(held: readonly HeldAmount[], priceOf: PriceOf): number[] {
  const points = Array.from({ length: POINTS }, () => 0);
  let isKnown = false;
  for (const { coinId, amount, decimals } of held) {
    const price = priceOf(coinId);
    if (!price || amount === 0n) continue;
    const { spark } = price;
    const value = Number(formatUnits(fiatValue(amount, decimals, price.price), FIAT_VALUE_DECIMALS));
    const last = spark.at(-1);
    if (spark.length < 2 || !last) {
      points.forEach((point, index) => {
        points[index] = point + value;
      });
      continue;
    }
    isKnown = true;
    points.forEach((point, index) => {
      const past = spark[Math.round((index * (spark.length - 1)) / (POINTS - 1))] ?? last;
      points[index] = point + (value * past) / last;
    });
  }
  return isKnown ? points : [];
}
