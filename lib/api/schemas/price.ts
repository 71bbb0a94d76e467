import { z } from 'zod';
import { decimal, time } from './values';

export const coinPrice = z
  .object({
    coinId: z.int(),
    price: decimal.describe('One whole coin in the request’s currency.'),
    change24h: z
      .string()
      .regex(/^([+-]\d+|0)\.\d{2}$/)
      .nullable()
      .meta({
        description: 'Signed percent; null where the price of a day ago is not known.',
        examples: ['+1.25'],
      }),
    sources: z.array(z.string().meta({ examples: ['kraken'] })).describe('Who agrees on the price.'),
    at: time.describe('When one of the sources last said so.'),
    stale: z.boolean().describe('Whether that is too long ago to rely on.'),
    spark: z
      .array(z.number())
      .describe('The past day in the request’s currency, oldest first: for drawing alone.'),
  })
  .meta({ id: 'CoinPrice' });

export const coinPrices = z.array(coinPrice).meta({ id: 'CoinPrices' });

/** Periods of price history. */
export const historyPeriods = ['day', 'week', 'month'] as const;

export const priceHistoryQuery = z.object({ period: z.enum(historyPeriods) });

export const priceHistory = z
  .object({
    period: z.enum(historyPeriods),
    from: time.describe('The first point.'),
    stepMs: z.int().describe('Milliseconds between two points.'),
    coins: z.array(
      z.object({
        coinId: z.int(),
        prices: z
          .array(decimal.nullable())
          .describe(
            'One whole coin in the request’s currency by its rate of now; null where the price is not known.',
          ),
      }),
    ),
  })
  .meta({ id: 'PriceHistory', description: 'The coins’ prices at even steps of a period that is over.' });

export const priceStreamQuery = z.object({
  currency: z
    .string()
    .max(8)
    .optional()
    .meta({
      description: 'ISO 4217 code, for an EventSource can send no header; the Currency header otherwise.',
      examples: ['EUR'],
    }),
});
