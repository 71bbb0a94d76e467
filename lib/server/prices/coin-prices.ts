import 'server-only';
import type { z } from 'zod';
import type { coinPrice } from '@/lib/api/schemas/price';
import { changeText } from '@/lib/format/percent';
import { ApiError } from '../http/api-error';
import { type Board, type BoardEntry, readBoard } from './board';
import { multiply, priceText } from './fixed-point';

/**
 * Returns the units of a currency per US dollar (fixed point). Null means the default currency.
 * @throws ApiError 400 for an unknown currency.
 */
export function rateOf({ rates, defaultCurrency }: Board, currency: string | null): bigint {
  const rate = rates.get(currency ?? defaultCurrency ?? '');
  if (rate === undefined) throw new ApiError(400, 'unknownCurrency', { reason: 'unknown_currency' });
  return rate;
}

/** Converts a board entry to the API format, in a currency with `rate` units per US dollar. */
export const asCoinPrice = (
  { coinId, price, sources, at, stale, dayAgo, spark, sample }: BoardEntry,
  rate: bigint,
): z.input<typeof coinPrice> => ({
  coinId,
  price: priceText(multiply(price, rate)),
  change24h: dayAgo === null ? null : changeText(price, dayAgo),
  sources,
  at: at.toISOString(),
  stale,
  spark: spark.map((point) => Number(priceText(multiply(point, rate)))),
  sample,
});

/** Returns the coins' prices in the requested currency. @throws ApiError 400 if the currency isn't listed. */
export async function listPrices(currency: string | null) {
  const board = await readBoard();
  const rate = rateOf(board, currency);
  return board.entries.map((entry) => asCoinPrice(entry, rate));
}
