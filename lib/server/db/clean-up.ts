import 'server-only';
import { getTableName, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { serverEnv } from '@/lib/settings/env';
import { type Loop, startLoop } from '../loop';
import { deleteExpiredImages, IMAGE_BATCH_ROWS } from '../messages/images';
import { AVATAR_BATCH_ROWS, removeFormerAvatars } from '../profile/avatar-files';
import { ACCOUNT_BATCH_ROWS, deleteUnusedAccounts } from '../profile/unused-accounts';
import { formerAvatars, nonces, sessions, users } from './account-tables';
import { cardEvents, cardRequests } from './card-decision-tables';
import { rateLimits } from './config-tables';
import { type DatabaseArea, database } from './database';
import {
  messageCommits,
  messageContents,
  messageImages,
  messageKeyPackages,
  messageQueue,
  messageReceipts,
  messageReleases,
  messageReports,
  messageUsage,
} from './message-tables';
import { pushSubscriptions } from './push-tables';
import { outbox, transfers } from './sender-tables';

/** Interval between cleanups of expired nonces, sessions, and rate-limit counts, on each instance. */
const CLEANING_INTERVAL_MS = 60_000;
/** How long reports of accounts are kept, in days, so that the operator can compare them over months. */
export const REPORT_RETENTION_DAYS = 180;

/**
 * How long transfers without a fee and their transactions are kept, in days, once their outcome is settled. The chain keeps
 * those that happened.
 */
export const TRANSFER_RETENTION_DAYS = 90;

/**
 * How long events of the card issuer are kept, in days, with their replies to requests. The issuer repeats an event for three days,
 * and shows and sends it again for 30. Until then, the same event has to get the same reply. What events report of purchases is in
 * tables of its own. Events that aren't applied stay.
 */
export const CARD_EVENT_RETENTION_DAYS = 90;

/**
 * How long declined requests for card purchases are kept, in days, so that users can ask for the reason. Approved ones stay with
 * their purchase: a refund or dispute, months later, has the price of the approval.
 */
export const CARD_DECLINE_RETENTION_DAYS = 180;

/** Days that a push subscription is kept after its account last used the wallet in that browser. */
export const PUSH_RETENTION_DAYS = 30;

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

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS);
/** Rows of a table of the sender that are settled and old enough to delete. */
const isOldTransfer =
  ({ createdAt, settledAt }: Record<'createdAt' | 'settledAt', PgColumn>) =>
  (now: Date) =>
    sql`${lt(createdAt, daysBefore(now, TRANSFER_RETENTION_DAYS))} and ${isNotNull(settledAt)}`;
const messagesBefore = (now: Date) => daysBefore(now, serverEnv().MESSAGE_RETENTION_DAYS);

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
    isExpired: (now) => lt(messageQueue.sentAt, messagesBefore(now)),
  },
  {
    area: 'account',
    table: messageCommits,
    expiry: messageCommits.sentAt,
    isExpired: (now) => lt(messageCommits.sentAt, messagesBefore(now)),
  },
  {
    area: 'account',
    table: messageReceipts,
    expiry: messageReceipts.sentAt,
    isExpired: (now) => lt(messageReceipts.sentAt, messagesBefore(now)),
  },
  {
    area: 'account',
    table: messageUsage,
    expiry: messageUsage.day,
    // Keep two days, because the clocks of the instances differ.
    isExpired: (now) => lt(messageUsage.day, daysBefore(now, 2).toISOString().slice(0, 10)),
  },
  {
    area: 'account',
    table: messageReports,
    expiry: messageReports.sentAt,
    isExpired: (now) => lt(messageReports.sentAt, daysBefore(now, REPORT_RETENTION_DAYS)),
  },
  {
    area: 'account',
    table: pushSubscriptions,
    expiry: pushSubscriptions.renewedAt,
    isExpired: (now) => lt(pushSubscriptions.renewedAt, daysBefore(now, PUSH_RETENTION_DAYS)),
  },
  { area: 'transaction', table: transfers, expiry: transfers.createdAt, isExpired: isOldTransfer(transfers) },
  { area: 'transaction', table: outbox, expiry: outbox.createdAt, isExpired: isOldTransfer(outbox) },
  {
    area: 'transaction',
    table: cardEvents,
    expiry: cardEvents.receivedAt,
    isExpired: (now) =>
      sql`${lt(cardEvents.receivedAt, daysBefore(now, CARD_EVENT_RETENTION_DAYS))}
        and (${isNull(cardEvents.content)} or ${isNotNull(cardEvents.appliedAt)})`,
  },
  {
    area: 'transaction',
    table: cardRequests,
    expiry: cardRequests.decidedAt,
    isExpired: (now) =>
      sql`not ${cardRequests.isApproved} and ${lt(cardRequests.decidedAt, daysBefore(now, CARD_DECLINE_RETENTION_DAYS))}`,
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

/**
 * Deletes up to BATCH_ROWS releases, with the message contents that no device is waiting for. Returns the number of
 * releases. If the last two devices acknowledge a content at the same time, a later release deletes it.
 */
async function deleteReleased(): Promise<number> {
  const { rows } = await database('account').execute<{ count: number }>(sql`
    with batch as (
      delete from ${messageReleases} where ctid = any(array(
        select ctid from ${messageReleases} order by ${messageReleases.id} limit ${BATCH_ROWS} for update skip locked
      )) returning content_id
    ), deleted as (
      delete from ${messageContents} where id in (select content_id from batch)
        and not exists (select 1 from ${messageQueue} where ${messageQueue.contentId} = ${messageContents.id})
    )
    select count(*)::int as count from batch`);
  return rows[0]?.count ?? 0;
}

/** `cleanedAt` is when a run last deleted all expired rows of a table (ms, monotonic clock), by table name. */
type Cleaning = { loop: Loop; cleanedAt: Map<string, number> };

/** Stored on globalThis, because Next loads this module separately for routes and instrumentation. */
const key = Symbol.for('tidewell.clean-up');
const registry = globalThis as typeof globalThis & { [key]?: Cleaning | undefined };

type Task = { table: PgTable; batchRows: number; deleteSome: (now: Date) => Promise<number> };

/**
 * Tables to clean up, in order. Contents follow the queue, because queue rows reference them. Accounts follow sessions,
 * which keep them. Files come last, so an unreachable store doesn't block the deletion of rows.
 */
const TASKS: readonly Task[] = [
  ...EXPIRED_ROWS.map((rows) => ({
    table: rows.table,
    batchRows: BATCH_ROWS,
    deleteSome: (now: Date) => deleteBatch(rows, now),
  })),
  { table: messageReleases, batchRows: BATCH_ROWS, deleteSome: deleteReleased },
  { table: users, batchRows: ACCOUNT_BATCH_ROWS, deleteSome: deleteUnusedAccounts },
  { table: formerAvatars, batchRows: AVATAR_BATCH_ROWS, deleteSome: removeFormerAvatars },
  { table: messageImages, batchRows: IMAGE_BATCH_ROWS, deleteSome: deleteExpiredImages },
];

/**
 * Deletes expired nonces, sessions, rate-limit counts, key packages, reports, message data, push subscriptions, old transfers, old events and declined
 * requests of cards, unused accounts, and former profile pictures in batches.
 */
export async function cleanUp(now = new Date()): Promise<void> {
  for (const { table, batchRows, deleteSome } of TASKS)
    for (let batch = 0; batch < MAX_BATCHES; batch += 1)
      if ((await deleteSome(now)) < batchRows) {
        registry[key]?.cleanedAt.set(getTableName(table), performance.now());
        break;
      }
}

/** Deletes expired rows now, and every CLEANING_INTERVAL_MS. */
export async function startCleaning(): Promise<void> {
  await stopCleaning();
  const startedAt = performance.now();
  registry[key] = {
    cleanedAt: new Map(TASKS.map(({ table }) => [getTableName(table), startedAt])),
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
