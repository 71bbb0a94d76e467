import { GET as pricing } from '@/app/api/coin/pricing/route';
import { coinPrices } from '@/lib/api/schemas/price';
import { callRoute } from './api-call';

/** Ids of the coins of a local start. */
export const COIN = { eth: 1, tUsdt: 2, tDai: 3, weth: 4, tTide: 5 } as const;

/** What GET /coin/pricing says, by coin id. */
export async function askPrices(currency?: string) {
  const { data } = await callRoute(pricing, currency ? { headers: { Currency: currency } } : {});
  return new Map(coinPrices.parse(data).map((entry) => [entry.coinId, entry]));
}
