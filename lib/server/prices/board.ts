import 'server-only';
import { sql } from 'drizzle-orm';
import { PRICE_STALE_AFTER_MS } from '@/lib/constants';
import { coins, currencies } from '../db/config-tables';
import { database } from '../db/database';
import { pricePoints, prices } from '../db/price-tables';
import { parsePrice } from './fixed-point';

/** All prices, and the exchange rates of the display currencies in units per US dollar (fixed point). */
export type Board = {
  entries: BoardEntry[];
  rates: ReadonlyMap<string, bigint>;
  defaultCurrency: string | undefined;
};

/** A coin's price data, in US dollars (fixed point). */
export type BoardEntry = {
  coinId: number;
  price: bigint;
  sources: string[];
  at: Date;
  stale: boolean;
  /** Price 24 hours ago, or null if it's unknown. */
  dayAgo: bigint | null;
  /** Last price of each half hour of the past day, oldest first. */
  spark: bigint[];
  /** Whether any prices from the past day are samples. */
  sample: boolean;
};

type Row = {
  coin_id: number;
  price: string;
  sources: string[];
  at: Date;
  age_ms: number;
  day_ago: string | null;
  spark: string[];
  sample: boolean;
};

const BOARD_AGE_MS = 1_000;

/** Stored on globalThis, because Next loads this module separately for routes and instrumentation. */
const key = Symbol.for('tidewell.board');
type Reading = { board: Board | Promise<Board>; readAt: number };
const registry = globalThis as typeof globalThis & { [key]?: Reading };

const toPrices = (texts: readonly string[]) => texts.map(parsePrice).filter((price) => price !== null);

async function readEntries(): Promise<BoardEntry[]> {
  const { rows } = await database('public').execute<Row>(sql`
    select p.coin_id, p.price::text, p.sources, p.at,
      extract(epoch from now() - p.at)::float8 * 1000 as age_ms,
      (select d.price::text from ${pricePoints} d
        where d.coin_id = p.coin_id and d.at between now() - interval '24 hours 30 minutes' and now() - interval '24 hours'
        order by d.at desc limit 1) as day_ago,
      array(select s.price::text from (
        select distinct on (date_bin('30 minutes', h.at, 'epoch')) h.at, h.price from ${pricePoints} h
        where h.coin_id = p.coin_id and h.at > now() - interval '24 hours'
        order by date_bin('30 minutes', h.at, 'epoch'), h.at desc) s order by s.at) as spark,
      exists(select 1 from ${pricePoints} m
        where m.coin_id = p.coin_id and m.is_sample and m.at > now() - interval '24 hours 30 minutes') as sample
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
        sample: row.sample,
      },
    ];
  });
}

async function readAll(): Promise<Board> {
  const [entries, rows] = await Promise.all([
    readEntries(),
    database('public')
      .select({ name: currencies.name, rate: currencies.rate, isDefault: currencies.isDefault })
      .from(currencies),
  ]);
  const rates = rows.flatMap(({ name, rate }) => {
    const parsed = parsePrice(rate);
    return parsed === null ? [] : [[name, parsed] as const];
  });
  return {
    entries,
    rates: new Map(rates),
    defaultCurrency: rows.find(({ isDefault }) => isDefault)?.name,
  };
}

/** Returns all prices, without a promise if they're cached. Reads the database at most once a second. */
export function knownBoard(): Board | Promise<Board> {
  const known = registry[key];
  if (known && performance.now() - known.readAt < BOARD_AGE_MS) return known.board;
  const board = readAll();
  const made: Reading = { board, readAt: performance.now() };
  registry[key] = made;
  board.then(
    (read) => {
      made.board = read;
    },
    () => {
      if (registry[key] === made) delete registry[key];
    },
  );
  return board;
}

/** Returns all prices. Reads the database at most once a second. */
export const readBoard = async (): Promise<Board> => knownBoard();

/** Invalidates the cached prices. */
export function invalidateBoard(): void {
  delete registry[key];
}
