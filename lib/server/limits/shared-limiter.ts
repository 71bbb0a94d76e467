import 'server-only';
import { fillPlaceholders, type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import pLimit, { type LimitFunction } from 'p-limit';
import type { Pool } from 'pg';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { rateLimits } from '@/lib/server/db/config-tables';

/**
 * A query to run in the statement that counts its call: a change with `returning`. It must read from `admitted`, which has
 * one row if the call is within its limit, and none otherwise. `name` identifies the text among all such queries, which is
 * built once, with placeholders for `values`.
 */
export type CountedQuery = { name: string; text: (admitted: SQL) => SQL; values: Record<string, unknown> };

type LimiterOptions = {
  name: string;
  /** Maximum number of calls of a key in a window of `seconds`. */
  calls: number;
  seconds: number;
  /** Looked up for each statement, because a new pool is created if the database was closed. */
  pool: () => Pool;
  /** Maximum number of connections of the pool. */
  connections: number;
};

/** Calls with the same key that are being counted. If the database fails, all calls in the queue fail, too. */
type Turn = { limit: LimitFunction; waiting: number; outage: unknown };
/** `expire` is in milliseconds since the epoch. */
type CountedRow = { points: number; expire: string; answer?: unknown };

const dialect = new PgDialect();
/** Statements by name, because building one takes longer than the rest of its call. */
const statements = new Map<string, { sql: string; params: unknown[] }>();
const ADMITTED = sql.raw('admitted');
/** Replaces the count of a call that was counted earlier. */
const COUNTED = sql`select 0 as points, 0 as expire`;
/** From this number of keys in memory on, those whose window has ended are deleted. */
const REJECTED_KEYS = 1_000;

/** Values of COUNTING, whose names no query uses. */
type Counting = { countedKey: string; countedCalls: number; countedAt: number; countedUntil: number };
const countValue = (name: keyof Counting | 'countedMost') => sql.placeholder(name);

/**
 * Adds calls to a key's count, and returns the count in its window and when that ends. Starts a new window after the last one.
 */
const COUNTING = sql`
  insert into ${rateLimits} as known (key, points, expire)
  values (${countValue('countedKey')}, ${countValue('countedCalls')}, ${countValue('countedUntil')})
  on conflict (key) do update set
    points = case when known.expire <= ${countValue('countedAt')} then excluded.points else known.points + excluded.points end,
    expire = case when known.expire <= ${countValue('countedAt')} then excluded.expire else known.expire end
  returning points, expire`;

const withQuery = (counting: SQL, { text }: CountedQuery): SQL => sql`
  with counted as (${counting}),
    admitted as (select from counted where points <= ${countValue('countedMost')}),
    answer as (${text(ADMITTED)})
  select points, expire, (select row_to_json(answer) from answer) as answer from counted`;

/**
 * Counts calls by key in fixed windows. All instances with the same database share the counts. Once a key has used up its
 * calls, the next ones are rejected from memory until the window ends, so a flood adds almost no load to the database.
 * This replaces a limiter of rate-limiter-flexible, which can't count in the statement of another query.
 */
export class SharedLimiter {
  readonly #turns = new Map<string, Turn>();
  /** When the window ends of each key that has used up its calls, in milliseconds since the epoch. */
  readonly #usedUpUntil = new Map<string, number>();

  constructor(private readonly options: LimiterOptions) {}

  /** Returns for how many milliseconds the calls of a key are rejected from memory, or 0. */
  rejectedMs(key: string): number {
    return Math.max(0, (this.#usedUpUntil.get(key) ?? 0) - Date.now());
  }

  /** Counts one or more calls. @throws RateLimiterRes above the limit, or the database's error. */
  async consume(key: string, calls = 1): Promise<RateLimiterRes> {
    return (await this.#inTurn(key, () => this.#count(key, calls))).state;
  }

  /**
   * Counts a call and runs a query in one statement. Returns the query's row, or null if there is none.
   * @throws RateLimiterRes above the limit, or the database's error.
   */
  async consumeWith(key: string, query: CountedQuery): Promise<unknown> {
    return (await this.#inTurn(key, () => this.#count(key, 1, query))).answer;
  }

  /** Runs a query whose call is counted already. Returns its row, or null. @throws the database's error. */
  async runCounted(query: CountedQuery): Promise<unknown> {
    const values = { ...query.values, countedMost: 0 };
    const row = await this.#send(`counted ${query.name}`, () => withQuery(COUNTED, query), values);
    return row.answer ?? null;
  }

  /**
   * Counts the calls with the same key a few at a time, so that a flood from one client doesn't fill the connection pool
   * before the first rejection.
   */
  async #inTurn<Result>(key: string, count: () => Promise<Result>): Promise<Result> {
    // Limit concurrent calls to the number of connections. More would only wait in the pool, ahead of other clients.
    const turn = this.#turns.get(key) ?? {
      limit: pLimit(this.options.connections),
      waiting: 0,
      outage: undefined,
    };
    this.#turns.set(key, turn);
    turn.waiting += 1;
    try {
      return await turn.limit(async () => {
        if (turn.outage !== undefined) throw turn.outage;
        try {
          return await count();
        } catch (refusal) {
          if (!(refusal instanceof RateLimiterRes)) turn.outage = refusal;
          throw refusal;
        }
      });
    } finally {
      turn.waiting -= 1;
      // Discard the recorded outage, so that the next calls try the database again.
      if (turn.waiting === 0) this.#turns.delete(key);
    }
  }

  async #count(key: string, calls: number, query?: CountedQuery) {
    const rejectedMs = this.rejectedMs(key);
    if (rejectedMs > 0) throw new RateLimiterRes(0, rejectedMs);
    const { name, calls: most, seconds } = this.options;
    const now = Date.now();
    const counting: Counting = {
      countedKey: `${name}:${key}`,
      countedCalls: calls,
      countedAt: now,
      countedUntil: now + seconds * 1_000,
    };
    const { points, expire, answer } = query
      ? await this.#send(`count ${query.name}`, () => withQuery(COUNTING, query), {
          ...query.values,
          ...counting,
          countedMost: most,
        })
      : await this.#send('count', () => COUNTING, counting);
    const state = new RateLimiterRes(Math.max(0, most - points), Number(expire) - now, points);
    if (points >= most) this.#rejectUntil(key, Number(expire));
    if (points > most) throw state;
    return { state, answer: answer ?? null };
  }

  #rejectUntil(key: string, end: number): void {
    this.#usedUpUntil.set(key, end);
    if (this.#usedUpUntil.size < REJECTED_KEYS) return;
    for (const known of this.#usedUpUntil.keys())
      if (this.rejectedMs(known) === 0) this.#usedUpUntil.delete(known);
  }

  async #send(name: string, build: () => SQL, values: Record<string, unknown>): Promise<CountedRow> {
    const { sql: text, params } = statements.get(name) ?? dialect.sqlToQuery(build());
    statements.set(name, { sql: text, params });
    const query = { name, text, values: fillPlaceholders(params, values) };
    const { rows } = await this.options.pool().query<CountedRow>(query);
    const [row] = rows;
    if (!row) throw new Error('a statement that counts a call returned no row');
    return row;
  }
}
