import 'server-only';
import { getTableName, lt, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { CLEANING_INTERVAL_MS } from '@/lib/server-constants';
import { serverEnv } from '@/lib/settings/env';
import { type Loop, startLoop } from '../loop';
import { nonces, sessions } from './account-tables';
import { type DatabaseArea, database } from './client';
import { rateLimits } from './config-tables';
import { messageKeyPackages, messageQueue } from './message-tables';

/** How long expired sessions are kept, so that revoked tokens can be distinguished from unknown ones. */
const SESSION_KEPT_MS = 24 * 60 * 60 * 1_000;
const DAY_MS = 24 * 60 * 60 * 1_000;
/** Maximum number of rows per statement. Deleting them takes milliseconds, so that no call waits long for its table. */
export const BATCH_ROWS = 1_000;
/** Maximum number of batches per table and run. The next run deletes the rest. */
const MAX_BATCHES = 100;

type ExpiredRows = {
  area: DatabaseArea;
  table: PgTable;
  /** Indexed column by which expired rows are found. */
  expiry: PgColumn;
  isExpired: (now: Date) => SQL;
};

const EXPIRED_ROWS: readonly ExpiredRows[] = [
  {
    area: 'nonce',
    table: nonces,
    expiry: nonces.expiresAt,
    isExpired: (now) => lt(nonces.expiresAt, now),
  },
  {
    area: 'session',
    table: sessions,
    expiry: sessions.expiresAt,
    isExpired: (now) => lt(sessions.expiresAt, new Date(now.getTime() - SESSION_KEPT_MS)),
  },
  {
    area: 'counter',
    table: rateLimits,
    expiry: rateLimits.expire,
    isExpired: (now) => lt(rateLimits.expire, now.getTime()),
  },
  {
    area: 'account',
    table: messageKeyPackages,
    expiry: messageKeyPackages.expiresAt,
    isExpired: (now) => lt(messageKeyPackages.expiresAt, now),
  },
  {
    area: 'account',
    table: messageQueue,
    expiry: messageQueue.sentAt,
    isExpired: (now) =>
      lt(messageQueue.sentAt, new Date(now.getTime() - serverEnv().MESSAGE_RETENTION_DAYS * DAY_MS)),
  },
];

/**
 * Deletes up to BATCH_ROWS expired rows, oldest first, and returns their number. Skips rows that another instance is
 * deleting. The order makes PostgreSQL use the index: if most rows are expired, it would otherwise read the table from
 * its start, past all rows that earlier batches have deleted.
 */
async function deleteBatch({ area, table, expiry, isExpired }: ExpiredRows, now: Date): Promise<number> {
  const { rowCount } = await database(area).execute(sql`
    delete from ${table} where ctid = any(array(
      select ctid from ${table} where ${isExpired(now)} order by ${expiry} limit ${BATCH_ROWS} for update skip locked
    ))`);
  return rowCount ?? 0;
}

/** `cleanedAt` is when a run last deleted all expired rows of a table (ms, monotonic clock), by table name. */
type Cleaning = { loop: Loop; cleanedAt: Map<string, number> };

/** Stored on globalThis, because Next loads this module separately for routes and instrumentation. */
const key = Symbol.for('tidewell.clean-up');
const registry = globalThis as typeof globalThis & { [key]?: Cleaning | undefined };

/** Deletes expired nonces, sessions, rate-limit counts, key packages, and messages that nobody fetched, in batches. */
export async function cleanUp(now = new Date()): Promise<void> {
  for (const rows of EXPIRED_ROWS)
    for (let batch = 0; batch < MAX_BATCHES; batch += 1)
      if ((await deleteBatch(rows, now)) < BATCH_ROWS) {
        registry[key]?.cleanedAt.set(getTableName(rows.table), performance.now());
        break;
      }
}

/** Deletes expired rows now, and every CLEANING_INTERVAL_MS. */
export async function startCleaning(): Promise<void> {
  await stopCleaning();
  const startedAt = performance.now();
  registry[key] = {
    cleanedAt: new Map(EXPIRED_ROWS.map(({ table }) => [getTableName(table), startedAt])),
    loop: startLoop(CLEANING_INTERVAL_MS, () => cleanUp(), 'the clean-up of expired rows'),
  };
}

export async function stopCleaning(): Promise<void> {
  const cleaning = registry[key];
  delete registry[key];
  await cleaning?.loop.stop();
}

/**
 * Returns the time since a run of this instance last deleted all expired rows of a table (ms), or since the start if
 * none has yet. Empty if the clean-up isn't running.
 */
export function cleanUpAges(): { table: string; ageMs: number }[] {
  const now = performance.now();
  return [...(registry[key]?.cleanedAt ?? [])].map(([table, at]) => ({ table, ageMs: now - at }));
}
