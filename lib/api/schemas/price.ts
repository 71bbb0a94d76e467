import { z } from 'zod';
import { MAX_DAILY_COINS } from '@/lib/constants';
import { decimal, time, wireInt } from './values';

export const coinPrice = z
  .object({
    coinId: z.int(),
    price: decimal.describe('Price of one coin in the requested currency.'),
    change24h: z
      .string()
      .regex(/^([+-]\d+|0)\.\d{2}$/)
      .nullable()
      .meta({
        description: 'Signed percent; null where the price of a day ago is not known.',
        examples: ['+1.25'],
      }),
    sources: z.array(z.string().meta({ examples: ['kraken'] })).describe('Sources that agree on the price.'),
    at: time.describe('When one of the sources last confirmed it.'),
    stale: z.boolean().describe('Whether the price is too old to rely on.'),
    spark: z
      .array(z.number())
      .describe('The past day in the requested currency, oldest first; for charts only.'),
    sample: z
      .boolean()
      .default(false)
      .describe('Whether the past day (spark, change24h) has sample prices, as in the local demo.'),
  })
  .meta({ id: 'CoinPrice' });

export const coinPrices = z.array(coinPrice).meta({ id: 'CoinPrices' });

export const historyPeriods = ['day', 'week', 'month'] as const;

export const priceHistoryQuery = z.object({ period: z.enum(historyPeriods) });

export const priceHistory = z
  .object({
    period: z.enum(historyPeriods),
    from: time.describe('Time of the first point.'),
    stepMs: z.int().describe('Milliseconds between points.'),
    coins: z.array(
      z.object({
        coinId: z.int(),
        prices: z
          .array(decimal.nullable())
          .describe('Prices of one coin in the requested currency at its current rate; null if unknown.'),
        sample: z
          .boolean()
          .default(false)
          .describe('Whether some of them are sample prices, as in the local demo.'),
      }),
    ),
  })
  .meta({ id: 'PriceHistory', description: 'The coins’ prices at even steps of a period that is over.' });

export const dailyPricesQuery = z.object({
  year: wireInt.pipe(z.int().min(1_970).max(9_999)).meta({ description: 'A year in UTC.', examples: [2026] }),
  coins: z
    .string({ error: 'coinIds' })
    .regex(/^[1-9]\d{0,8}(,[1-9]\d{0,8})*$/, { error: 'coinIds' })
    .transform((text) => text.split(',').map(Number))
    .refine((ids) => ids.length <= MAX_DAILY_COINS, { error: 'coinIds' })
    .refine((ids) => ids.every((id, index) => index === 0 || id > (ids[index - 1] ?? id)), {
      error: 'coinIds',
    })
    .meta({
      description: 'Different IDs of coins in ascending order, separated by commas.',
      examples: ['1,2'],
    }),
});

export const dailyPrices = z
  .array(
    z.object({
      coinId: z.int(),
      day: z.iso.date().meta({ description: 'A day in UTC.', examples: ['2026-01-31'] }),
      price: decimal.describe(
        'Last recorded price of the day, in US dollars per coin; of today, the latest.',
      ),
      sample: z.boolean().describe('Whether it is a sample price, as in the local demo.'),
    }),
  )
  .meta({
    id: 'DailyPrices',
    description: 'Prices by coin and day. Days without a recorded price are missing.',
  });

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
