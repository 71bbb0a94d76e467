import { z } from 'zod';
import { decimal, time } from './values';

export const coinPrice = z.object({
  coinId: z.int(),
  /** One whole coin in the request's currency. */
  price: decimal,
  /** Signed percent with two decimals; null where the price of a day ago is not known. */
  change24h: z
    .string()
    .regex(/^([+-]\d+|0)\.\d{2}$/)
    .nullable(),
  /** Who agrees on the price. */
  sources: z.array(z.string()),
  /** When one of them last said so. */
  at: time,
  /** Whether that is too long ago to rely on. */
  stale: z.boolean(),
  /** The past day in the request's currency, oldest first: for drawing alone. */
  spark: z.array(z.number()),
});

export const coinPrices = z.array(coinPrice);

/** An EventSource sends no headers of ours: the currency is in the query. */
export const priceStreamQuery = z.object({ currency: z.string().max(8).optional() });
