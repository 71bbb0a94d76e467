import 'server-only';
import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { historyPeriods, priceHistory } from '@/lib/api/schemas/price';
import { coins } from '../db/config-tables';
import { database } from '../db/database';
import { pricePoints } from '../db/price-tables';
import { readBoard } from './board';
import { rateOf } from './coin-prices';
import { multiply, parsePrice, priceText } from './fixed-point';

type Period = (typeof historyPeriods)[number];
type Row = { coin_id: number; prices: (string | null)[]; sample: boolean };
/** Prices in US dollars (fixed point) by coin, in display order. A price is null if none was recorded. */
type History = { from: number; coins: CoinHistory[] };
type CoinHistory = { coinId: number; prices: (bigint | null)[]; sample: boolean };

const HOUR_MS = 3_600_000;
const grids: Readonly<Record<Period, { stepMs: number; steps: number }>> = {
  day: { stepMs: HOUR_MS, steps: 24 },
  week: { stepMs: 6 * HOUR_MS, steps: 28 },
  month: { stepMs: 24 * HOUR_MS, steps: 30 },
};
const CACHE_MS = 60_000;

const cache = new Map<Period, { history: Promise<History>; readAt: number }>();

async function read(period: Period): Promise<History> {
  const { stepMs, steps } = grids[period];
  const to = Math.floor(Date.now() / stepMs) * stepMs;
  const from = to - steps * stepMs;
  const { rows } = await database('public').execute<Row>(sql`
    select c.id as coin_id, array(
      select (select p.price::text from ${pricePoints} p
        where p.coin_id = c.id and p.at < g.t and p.at >= g.t - interval '65 minutes'
        order by p.at desc limit 1)
      from generate_series(${new Date(from).toISOString()}::timestamptz, ${new Date(to).toISOString()}::timestamptz,
        make_interval(secs => ${stepMs / 1_000}::float8)) with ordinality g(t, n) order by g.n) as prices,
      exists(select 1 from ${pricePoints} m where m.coin_id = c.id and m.is_sample
        and m.at >= ${new Date(from).toISOString()}::timestamptz - interval '65 minutes') as sample
    from ${coins} c where c.enabled order by c.sort, c.id`);
  return {
    from,
    coins: rows.map(({ coin_id, prices, sample }) => ({
      coinId: coin_id,
      sample,
      prices: prices.map((price) => (price === null ? null : parsePrice(price))),
    })),
  };
}

/** Returns the price history of a period. Reads the database at most once a minute for all callers. */
function history(period: Period): Promise<History> {
  const known = cache.get(period);
  if (known && performance.now() - known.readAt < CACHE_MS) return known.history;
  const entry = { history: read(period), readAt: performance.now() };
  cache.set(period, entry);
  entry.history.catch(() => {
    if (cache.get(period) === entry) cache.delete(period);
  });
  return entry.history;
}

/**
 * Returns the coins' prices over a period in the requested currency.
 * @throws ApiError 400 if the currency isn't listed.
 */
export async function listHistory(
  period: Period,
  currency: string | null,
): Promise<z.input<typeof priceHistory>> {
  const rate = rateOf(await readBoard(), currency);
  const { from, coins: list } = await history(period);
  return {
    period,
    from: new Date(from).toISOString(),
    stepMs: grids[period].stepMs,
    coins: list.map(({ coinId, prices, sample }) => ({
      coinId,
      sample,
      prices: prices.map((price) => (price === null ? null : priceText(multiply(price, rate)))),
    })),
  };
}
