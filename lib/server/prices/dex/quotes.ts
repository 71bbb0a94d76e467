import 'server-only';
import { DEX_SOURCE } from '../../seed/price-settings';
import { median, type Quote } from '../combine';

/** What the pools of one chain say of a coin. */
export type ChainValue = {
  coinId: number;
  /** How many pools were read of late. */
  known: number;
  /** Prices of those that are believed, in US dollars (fixed point). */
  prices: readonly bigint[];
  /** When they were read (ms, monotonic). */
  at: number;
  testnet: boolean;
};

/**
 * One quote a coin id: the median over all pools of all chains, of test chains only where no other chain has one. None
 * while most of a coin's pools are in a jump: the few others may be those that somebody moved before.
 */
export function poolQuotes(values: readonly ChainValue[]): Map<number, Quote> {
  const quotes = new Map<number, Quote>();
  for (const coinId of new Set(values.map((value) => value.coinId))) {
    const ofCoin = values.filter((value) => value.coinId === coinId);
    const real = ofCoin.filter(({ testnet }) => !testnet);
    const counted = real.length > 0 ? real : ofCoin;
    const prices = counted.flatMap((value) => value.prices);
    const known = counted.reduce((sum, value) => sum + value.known, 0);
    if (prices.length === 0 || prices.length * 2 < known) continue;
    quotes.set(coinId, {
      source: DEX_SOURCE,
      price: median(prices),
      at: Math.max(...counted.map(({ at }) => at)),
      testnet: real.length === 0,
    });
  }
  return quotes;
}
