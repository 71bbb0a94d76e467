import { GET as pricing } from '@/app/api/coin/pricing/route';
import { coinPrices } from '@/lib/api/schemas/price';
import { callRoute } from './api-call';

/** IDs of the coins that a local start lists. */
export const COIN = { eth: 1, tUsdt: 2, tDai: 3, weth: 4, tTide: 5 } as const;

/** Returns the response from GET /coin/pricing, keyed by coin ID. */
export async function askPrices(currency?: string) {
  const { data } = await callRoute(pricing, currency ? { headers: { Currency: currency } } : {});
  return new Map(coinPrices.parse(data).map((entry) => [entry.coinId, entry]));
}
