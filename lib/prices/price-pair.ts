import { formatUnits, parseUnits } from 'viem';
import type { Coin, PriceHistory } from '@/lib/api/types';
import { formatAmount, truncate } from '@/lib/format/amount';

/** Decimals of prices and of pair ratios. Ratios have twice as many, so that the division doesn't lose precision. */
const PRICE_DECIMALS = 18;
export const RATIO_DECIMALS = 36;
/** Significant digits of a pair ratio. */
const SHOWN_DIGITS = 6;

/** A base coin and its quote: another coin, or null for the display currency. */
export type Pair = { base: Coin; quote: Coin | null };

/**
 * Returns a pair in the format that lib/prices/spot-pair.ts stores: `ETH/USD`. A pair of two coins, such as
 * `ETH/BTC/USD`, also ends with the currency in which it was selected, because changing the display currency clears
 * pairs that don't end with the new one (CUR-2).
 */
export const pairText = ({ base, quote }: Pair, currency: string): string =>
  [base.symbol, ...(quote ? [quote.symbol] : []), currency].join('/');

/** Parses a stored pair for a display currency. Returns null if no listed pair matches. */
export function readPair(text: string | null, coins: readonly Coin[], currency: string): Pair | null {
  if (text === null) return null;
  for (const base of coins)
    for (const quote of [null, ...coins])
      if (base !== quote && pairText({ base, quote }, currency) === text) return { base, quote };
  return null;
}

const fixed = (price: string) => parseUnits(truncate(price, PRICE_DECIMALS), PRICE_DECIMALS);

/**
 * Returns the price of one coin in another coin, in units of 1e-36, truncated. Both prices must be in the same
 * currency. If `quote` is null, returns the first coin's own price. Returns null if the second coin's price is zero.
 */
export function ratioOf(base: string, quote: string | null): bigint | null {
  const divisor = quote === null ? fixed('1') : fixed(quote);
  return divisor === 0n ? null : (fixed(base) * 10n ** BigInt(RATIO_DECIMALS)) / divisor;
}

export type PairPoint = { at: number; value: bigint };

/**
 * Returns the known points of a pair's history, the number of unknown points between them, whether the known points
 * start after the start of the period, and whether any prices are samples.
 */
export function pairPast({ from, stepMs, coins }: PriceHistory, { base, quote }: Pair) {
  const pricesOf = (id: number) => coins.find(({ coinId }) => coinId === id)?.prices ?? [];
  const others = quote && pricesOf(quote.id);
  const first = Date.parse(from);
  const points: PairPoint[] = [];
  let missing = 0;
  let pending = 0;
  for (const [index, price] of pricesOf(base.id).entries()) {
    const other = others ? (others[index] ?? null) : '1';
    const value = price === null || other === null ? null : ratioOf(price, other);
    if (value === null) pending += 1;
    else {
      if (points.length > 0) missing += pending;
      pending = 0;
      points.push({ at: first + index * stepMs, value });
    }
  }
  const start = points[0];
  const isSample = coins.some(({ coinId, sample }) => sample && (coinId === base.id || coinId === quote?.id));
  return { points, missing, isStale: start !== undefined && start.at > first, isSample };
}

/** Formats the ratio of two coins with enough digits to compare prices. It is truncated, never rounded. */
export function ratioText(value: bigint, locale: string): string {
  const [whole = '0', fraction = ''] = formatUnits(value, RATIO_DECIMALS).split('.');
  const leading = whole === '0' ? -(/^0*/.exec(fraction)?.[0].length ?? 0) : whole.length;
  const places = Math.min(Math.max(SHOWN_DIGITS - leading, 0), RATIO_DECIMALS);
  return formatAmount(value, RATIO_DECIMALS, locale, places);
}
