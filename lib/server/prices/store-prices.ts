import 'server-only';
import { sql } from 'drizzle-orm';
import type { Queryable } from '../db/database';
import { pricePoints, prices } from '../db/price-tables';
import type { CombinedPrice } from './combine';
import { priceText } from './fixed-point';

/** Postgres channel for notifications of new prices. */
export const PRICE_CHANNEL = 'prices';

/** A combined price, and the time (ms) since a source last confirmed it. */
export type NewPrice = Pick<CombinedPrice, 'price' | 'sources'> & { coinId: number; ageMs: number };

export async function storePrices(db: Queryable, list: readonly NewPrice[]): Promise<void> {
  await db
    .insert(prices)
    .values(
      list.map(({ coinId, price, sources, ageMs }) => ({
        coinId,
        price: priceText(price),
        sources,
        at: sql`now() - make_interval(secs => ${ageMs / 1_000}::float8)`,
      })),
    )
    .onConflictDoUpdate({
      target: prices.coinId,
      set: { price: sql`excluded.price`, sources: sql`excluded.sources`, at: sql`excluded.at` },
    });
}

/** Notifies all instances of new prices. */
export async function publishPrices(db: Queryable): Promise<void> {
  await db.execute(sql`select pg_notify(${PRICE_CHANNEL}, '')`);
}

/** Condition that a point isn't the last one of its hour or UTC day. */
const hasLater = (step: '1 hour' | '1 day') => sql`exists (
  select 1 from ${pricePoints} l where l.coin_id = p.coin_id and l.at > p.at and l.at < p.at + interval '${sql.raw(step)}'
    and date_bin('${sql.raw(step)}', l.at, 'epoch') = date_bin('${sql.raw(step)}', p.at, 'epoch'))`;

/**
 * Records the prices that are still fresh. Points that are too old for the one-day chart are reduced to the last one of
 * each hour, and points that are too old for any chart to the last one of each UTC day. A site that was off for weeks keeps
 * more of them, which does no harm.
 */
export async function storePoints(db: Queryable): Promise<void> {
  await db.execute(sql`
    insert into ${pricePoints} (coin_id, at, price)
    select coin_id, date_bin('5 minutes', now(), 'epoch'), price from ${prices} where at > now() - interval '1 minute'
    on conflict (coin_id, at) do update set price = excluded.price, is_sample = false`);
  // One statement with both conditions, because PostgreSQL plans a lone EXISTS as a join of the whole table.
  await db.execute(sql`
    delete from ${pricePoints} p where
      (p.at between now() - interval '3 days' and now() - interval '26 hours' and ${hasLater('1 hour')})
      or (p.at between now() - interval '60 days' and now() - interval '40 days' and ${hasLater('1 day')})`);
}
