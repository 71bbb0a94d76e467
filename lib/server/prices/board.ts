import 'server-only';
import { sql } from 'drizzle-orm';
import { PRICE_STALE_AFTER_MS } from '@/lib/constants';
import { database } from '../db/client';
import { coins } from '../db/config-tables';
import { pricePoints, prices } from '../db/price-tables';
import { parsePrice } from './fixed-point';

/** What is known of a coin's price, in US dollars (fixed point). */
export type BoardEntry = {
  coinId: number;
  price: bigint;
  sources: string[];
  at: Date;
  stale: boolean;
  /** The price a day ago; null where nobody watched then. */
  dayAgo: bigint | null;
  /** The last price of each half hour of the past day, oldest first. */
  spark: bigint[];
};

type Row = {
  coin_id: number;
  price: string;
  sources: string[];
  at: Date;
  age_ms: number;
  day_ago: string | null;
  spark: string[];
};

const BOARD_AGE_MS = 1_000;
let memo: { board: Promise<BoardEntry[]>; readAt: number } | undefined;

const toPrices = (texts: readonly string[]) => texts.map(parsePrice).filter((price) => price !== null);

async function query(): Promise<BoardEntry[]> {
  const { rows } = await database().execute<Row>(sql`
    select p.coin_id, p.price::text, p.sources, p.at,
      extract(epoch from now() - p.at)::float8 * 1000 as age_ms,
      (select d.price::text from ${pricePoints} d
        where d.coin_id = p.coin_id and d.at between now() - interval '24 hours 30 minutes' and now() - interval '24 hours'
        order by d.at desc limit 1) as day_ago,
      array(select s.price::text from (
        select distinct on (date_bin('30 minutes', h.at, 'epoch')) h.at, h.price from ${pricePoints} h
        where h.coin_id = p.coin_id and h.at > now() - interval '24 hours'
        order by date_bin('30 minutes', h.at, 'epoch'), h.at desc) s order by s.at) as spark
    from ${prices} p join ${coins} c on c.id = p.coin_id
    where c.enabled order by c.sort, c.id`);
  return rows.flatMap((row) => {
    const price = parsePrice(row.price);
    if (price === null) return [];
    return [
      {
        coinId: row.coin_id,
        price,
        sources: row.sources,
        at: new Date(row.at),
        stale: row.age_ms > PRICE_STALE_AFTER_MS,
        dayAgo: row.day_ago === null ? null : parsePrice(row.day_ago),
        spark: toPrices(row.spark),
      },
    ];
  });
}

/** Every price, read from the database at most once a second however many ask. */
export function readBoard(): Promise<BoardEntry[]> {
  if (memo && performance.now() - memo.readAt < BOARD_AGE_MS) return memo.board;
  const made = { board: query(), readAt: performance.now() };
  memo = made;
  made.board.catch(() => {
    if (memo === made) memo = undefined;
  });
  return made.board;
}

/** Forgets what was read, because something new is there. */
export function refreshBoard(): void {
  memo = undefined;
}
