import 'server-only';
import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { dailyPrices, dailyPricesQuery } from '@/lib/api/schemas/price';
import { coins } from '../db/config-tables';
import { database } from '../db/database';
import { pricePoints } from '../db/price-tables';
import { parsePrice, priceText } from './fixed-point';

type Row = { coin_id: number; day: string; price: string; is_sample: boolean };

/** Returns the last recorded price of each UTC day of a year, in US dollars, oldest first for each coin. */
export async function listDailyPrices({
  year,
  coins: ids,
}: z.output<typeof dailyPricesQuery>): Promise<z.input<typeof dailyPrices>> {
  const [from, to] = [year, year + 1].map(
    (start) => sql`make_timestamptz(${start}::int, 1, 1, 0, 0, 0, 'UTC')`,
  );
  const day = sql`date_bin('1 day', p.at, 'epoch')`;
  const { rows } = await database('public').execute<Row>(sql`
    select distinct on (p.coin_id, ${day}) p.coin_id, to_char(p.at at time zone 'UTC', 'YYYY-MM-DD') as day,
      p.price::text, p.is_sample
    from ${pricePoints} p join ${coins} c on c.id = p.coin_id
    where c.enabled and p.coin_id = any(${sql.param(ids)}::int[]) and p.at >= ${from} and p.at < ${to}
    order by p.coin_id, ${day}, p.at desc`);
  return rows.flatMap(({ coin_id: coinId, day: name, price: text, is_sample: sample }) => {
    const price = parsePrice(text);
    return price === null ? [] : [{ coinId, day: name, price: priceText(price), sample }];
  });
}
