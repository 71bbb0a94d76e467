import 'server-only';
import type { z } from 'zod';
import type { coinPrice } from '@/lib/api/schemas/price';
import { changeText } from '@/lib/format/percent';
import { ApiError } from '../http/api-error';
import { type Board, type BoardEntry, readBoard } from './board';
import { multiply, priceText } from './fixed-point';

/** Units of a currency per US dollar, in fixed point; null names the default one. Throws ApiError 400 for an unknown one. */
export function rateOf({ rates, defaultCurrency }: Board, currency: string | null): bigint {
  const rate = rates.get(currency ?? defaultCurrency ?? '');
  if (rate === undefined) throw new ApiError(400, 'unknownCurrency', { reason: 'unknown_currency' });
  return rate;
}

/** A price as the API tells it, in a currency of which a dollar buys `rate`. */
export const asCoinPrice = (
  { coinId, price, sources, at, stale, dayAgo, spark }: BoardEntry,
  rate: bigint,
): z.input<typeof coinPrice> => ({
  coinId,
  price: priceText(multiply(price, rate)),
  change24h: dayAgo === null ? null : changeText(price, dayAgo),
  sources,
  at: at.toISOString(),
  stale,
  spark: spark.map((point) => Number(priceText(multiply(point, rate)))),
});

/** The coins' prices in the currency that a request names. Throws ApiError 400 for one that is not listed. */
export async function listPrices(currency: string | null) {
  const board = await readBoard();
  const rate = rateOf(board, currency);
  return board.entries.map((entry) => asCoinPrice(entry, rate));
}
