import 'server-only';
import { formatUnits, parseUnits } from 'viem';
import { truncate } from '@/lib/format/amount';

/** Prices are integers in units of 10⁻¹⁸ US dollars per whole coin. */
export const PRICE_DECIMALS = 18;
export const ONE = 10n ** 18n;
/** Exclusive upper limit for a numeric(38,18) column. */
const LIMIT = 10n ** 38n;

const DECIMAL = /^\d{1,40}(\.\d{1,40})?([eE][+-]?\d{1,2})?$/;

/**
 * Parses decimal text to fixed point, truncated after 18 decimal places. Returns null if it isn't a positive number or
 * is too large for a price.
 */
export function parsePrice(text: string): bigint | null {
  if (!DECIMAL.test(text)) return null;
  const value = parseUnits(truncate(text, PRICE_DECIMALS), PRICE_DECIMALS);
  return value > 0n && value < LIMIT ? value : null;
}

/** Converts a fixed-point number to decimal text without rounding. */
export const priceText = (value: bigint): string => formatUnits(value, PRICE_DECIMALS);

/** Multiplies two fixed-point numbers and truncates the result. */
export const multiply = (one: bigint, other: bigint): bigint => (one * other) / ONE;

/** Returns whether `value` is within `bps` basis points of `reference`. */
export function isWithin(value: bigint, reference: bigint, bps: number): boolean {
  const distance = value > reference ? value - reference : reference - value;
  return distance * 10_000n <= reference * BigInt(bps);
}

/** An exchange rate in units of a currency (ISO 4217) per US dollar (fixed point), and its date. */
export type DollarRate = { currency: string; rate: bigint; at: Date };
