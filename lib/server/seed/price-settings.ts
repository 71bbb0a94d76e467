import 'server-only';
import { z } from 'zod';
import { PRICE_PLATFORMS, type PricePlatform } from '@/lib/settings/settings-schema';

/** Source name of the on-chain pools. */
export const DEX_SOURCE = 'uniswap-v2';
export type SourceName = PricePlatform | typeof DEX_SOURCE;

const market = z.strictObject({
  /** The platform's own name of the market. */
  pair: z.string().regex(/^[A-Z0-9]{1,16}[-/]?[A-Z0-9]{1,16}$/),
  /** What its prices are in: US dollars, or the symbol of a pegged coin. */
  quote: z.string().min(1),
});

const coin = z.strictObject({
  /** Meant to be worth one US dollar: counts as one where it is within the band of it. */
  pegged: z.boolean().default(false),
  /** Another coin that this one can be changed into, one to one: platforms' prices of that one hold for it too. */
  sameAs: z.string().optional(),
  /** Fewest sources that make a price; the file's own where absent. */
  minSources: z.int().min(1).optional(),
  markets: z.partialRecord(z.enum(PRICE_PLATFORMS), market).default({}),
});

const maxAge = z.int().min(5_000).max(600_000);
const bps = z.int().min(1).max(10_000);

/** config/prices.json: where prices come from, and what makes a price believable. */
export const priceSettings = z
  .strictObject({
    /** Maximum quote age by source. */
    maxAgeMs: z.strictObject({
      binance: maxAge,
      coinbase: maxAge,
      kraken: maxAge,
      okx: maxAge,
      'uniswap-v2': maxAge,
    }),
    /** A quote farther than this from the median is left out. */
    maxDeviationBps: bps,
    /** Fewest sources that make a price. */
    minSources: z.int().min(1),
    /** How far from one dollar a pegged coin may be and still count as one. */
    pegBandBps: bps,
    dex: z.strictObject({
      /** Dollars that a pool must hold on the side a price is in. */
      minLiquidityUsd: z.string().regex(/^\d{1,12}$/),
      /** A larger move of a pool between two readings must first last. */
      maxMoveBps: bps,
      confirmBlocks: z.int().min(1),
      confirmMs: z.int().min(1_000),
    }),
    coins: z.record(z.string(), coin),
  })
  .superRefine(({ coins, pegBandBps, maxDeviationBps }, context) => {
    if (pegBandBps > maxDeviationBps)
      context.addIssue({
        code: 'custom',
        path: ['pegBandBps'],
        message: 'is more than maxDeviationBps: a peg could move a price farther than its sources may differ',
      });
    for (const [symbol, { sameAs, markets }] of Object.entries(coins)) {
      if (sameAs !== undefined && (!coins[sameAs] || coins[sameAs].sameAs !== undefined))
        context.addIssue({
          code: 'custom',
          path: ['coins', symbol, 'sameAs'],
          message: 'is no coin with sources of its own',
        });
      for (const [platform, { quote }] of Object.entries(markets))
        if (quote !== 'USD' && !coins[quote]?.pegged)
          context.addIssue({
            code: 'custom',
            path: ['coins', symbol, 'markets', platform, 'quote'],
            message: 'is neither USD nor a pegged coin of this file',
          });
    }
  });

export type PriceSettings = z.output<typeof priceSettings>;
