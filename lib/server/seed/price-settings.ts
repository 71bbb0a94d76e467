import 'server-only';
import { z } from 'zod';
import { PRICE_PLATFORMS, type PricePlatform } from '@/lib/settings/settings-schema';

/** Source name of the on-chain pools. */
export const DEX_SOURCE = 'uniswap-v2';
export type SourceName = PricePlatform | typeof DEX_SOURCE;

const market = z.strictObject({
  /** The platform's own name for the market. */
  pair: z.string().regex(/^[A-Z0-9]{1,16}[-/]?[A-Z0-9]{1,16}$/),
  /** Currency of its prices: USD, or the symbol of a pegged coin. */
  quote: z.string().min(1),
});

const coin = z.strictObject({
  /** Pegged to the US dollar: prices in it count while it is within the band. */
  pegged: z.boolean().default(false),
  /** Another coin that this one converts to at 1:1, so that the platforms' prices of it apply. */
  sameAs: z.string().optional(),
  /** Minimum number of sources for a price; by default that of the file. */
  minSources: z.int().min(1).optional(),
  markets: z.partialRecord(z.enum(PRICE_PLATFORMS), market).default({}),
});

const maxAge = z.int().min(5_000).max(600_000);
const bps = z.int().min(1).max(10_000);

/** config/prices.json: where prices come from, and which are accepted. */
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
    /** A quote farther than this from the median is ignored. */
    maxDeviationBps: bps,
    /** Minimum number of sources for a price. */
    minSources: z.int().min(1),
    /** How far from one dollar a pegged coin may be and still count. */
    pegBandBps: bps,
    dex: z.strictObject({
      /** Minimum value, in dollars, of a pool's reserve on the side that a price is in. */
      minLiquidityUsd: z.string().regex(/^\d{1,12}$/),
      /** A larger move of a pool between two readings is accepted only once it has lasted. */
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
          message: 'is not a coin with sources of its own',
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
