import 'server-only';
import { z } from 'zod';
import { PRICE_PLATFORMS, type PricePlatform } from '@/lib/settings/settings-schema';

/** Name of the price source that reads on-chain pools. */
export const DEX_SOURCE = 'uniswap-v2';
export type SourceName = PricePlatform | typeof DEX_SOURCE;

/** Number of price sources: the platforms and the pools. */
const SOURCES = PRICE_PLATFORMS.length + 1;

const market = z.strictObject({
  /** The platform's own name for the market. */
  pair: z.string().regex(/^[A-Z0-9]{1,16}[-/]?[A-Z0-9]{1,16}$/),
  /** Currency of the market's prices: USD, or the symbol of a pegged coin. */
  quote: z.string().min(1),
});

const coin = z.strictObject({
  /** Whether the coin is pegged to the US dollar. Prices in this coin are used only while its own price is within the peg band (`pegBandBps`). */
  pegged: z.boolean().default(false),
  /** Symbol of a coin that this one converts to at 1:1. The platforms' prices of that coin also apply to this one. */
  sameAs: z.string().optional(),
  /** Minimum number of sources for a price. Defaults to the minimum for the whole file. */
  minSources: z.int().min(1).max(SOURCES).optional(),
  markets: z.partialRecord(z.enum(PRICE_PLATFORMS), market).default({}),
});

const maxAge = z.int().min(5_000).max(600_000);
const bps = z.int().min(1).max(10_000);

/** Schema of config/prices.json: where prices come from, and which ones are accepted. */
export const priceSettings = z
  .strictObject({
    /** Maximum age of a quote, by source. */
    maxAgeMs: z.strictObject({
      binance: maxAge,
      coinbase: maxAge,
      kraken: maxAge,
      okx: maxAge,
      'uniswap-v2': maxAge,
    }),
    /** Quotes farther than this from the median are ignored. */
    maxDeviationBps: bps,
    /** Minimum number of sources for a price. */
    minSources: z.int().min(1).max(SOURCES),
    /** How far a pegged coin may be from one US dollar and still count as pegged. */
    pegBandBps: bps,
    dex: z.strictObject({
      /** Minimum US dollar value of the reserve in which a pool's price is expressed. */
      minLiquidityUsd: z.string().regex(/^\d{1,12}$/),
      /** Maximum move of a pool's rate between two readings. A larger move is accepted only after it has lasted. */
      maxMoveBps: bps,
      confirmBlocks: z.int().min(1).max(1_000),
      confirmMs: z.int().min(1_000).max(86_400_000),
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
