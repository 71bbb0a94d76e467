import 'server-only';
import type { Quote } from '@/lib/server/prices/combine';
import { DEX_SOURCE } from '@/lib/server/seed/price-settings';
import { ONE } from '../fixed-point';
import { agreedPrice, depthOf, type PoolPrice } from './pool-price';
import type { PoolState } from './pools';

/** Returns the mid price, before the pool's fee: whole units of token 1 per whole unit of token 0 (fixed point). */
export const rateOf = ({ pool, reserve0, reserve1 }: PoolState): bigint =>
  (reserve1 * ONE * 10n ** BigInt(pool.token0.decimals)) / (reserve0 * 10n ** BigInt(pool.token1.decimals));

/** Prices of a coin from one chain's pools. */
export type ChainValue = {
  coinId: number;
  /** Liquidity of the pools with a confirmed rate that price the coin, in US dollars (fixed point). */
  known: bigint;
  /** Prices from those of these pools that have no unconfirmed jump. */
  prices: readonly PoolPrice[];
  /** When the pools were read (ms, monotonic clock). */
  at: number;
  testnet: boolean;
};

/**
 * Returns one quote per coin ID: the price that the pools of all chains agree on, weighted by liquidity. Test networks
 * count only if no other chain has pools that price the coin. A coin gets no quote while pools with most of its
 * liquidity have an unconfirmed jump, because the few others may be the manipulated ones.
 */
export function poolQuotes(values: readonly ChainValue[], maxDeviationBps: number): Map<number, Quote> {
  const quotes = new Map<number, Quote>();
  for (const coinId of new Set(values.map((value) => value.coinId))) {
    const ofCoin = values.filter((value) => value.coinId === coinId);
    const real = ofCoin.filter(({ testnet }) => !testnet);
    const counted = real.length > 0 ? real : ofCoin;
    const prices = counted.flatMap((value) => value.prices);
    const known = counted.reduce((sum, value) => sum + value.known, 0n);
    if (prices.length === 0 || depthOf(prices) * 2n < known) continue;
    quotes.set(coinId, {
      source: DEX_SOURCE,
      price: agreedPrice(prices, maxDeviationBps),
      at: Math.max(...counted.map(({ at }) => at)),
      testnet: real.length === 0,
    });
  }
  return quotes;
}
