import 'server-only';
import { and, asc, gt, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Address } from 'viem';
import { serverEnv } from '@/lib/settings/env';
import { formerAvatars, sessions, users } from '../db/account-tables';
import { articleReads } from '../db/article-tables';
import { cardAccounts, cardHolders } from '../db/card-tables';
import { database, inTransaction } from '../db/database';
import {
  messageBlocks,
  messageDevices,
  messageLog,
  messageReports,
  messageUsage,
} from '../db/message-tables';
import { transfers } from '../db/sender-tables';
import { transactions } from '../db/transaction-tables';
import { log } from '../log';

/** Maximum number of accounts that are checked at once, and so deleted in one transaction. */
export const ACCOUNT_BATCH_ROWS = 1_000;
const DAY_MS = 24 * 60 * 60 * 1_000;

/** Foreign keys to an account of which one row keeps the account. */
export const KEEPING: readonly PgColumn[] = [
  // A session never belongs to a deleted account. The clean-up deletes its row a day after its end.
  sessions.address,
  // Orphaned transactions count, too, because their blocks may return.
  transactions.owner,
  transfers.owner,
  cardHolders.owner,
  cardAccounts.owner,
  // Revoked devices count, too: other members remember them, and would see a log that starts over as an attack.
  messageDevices.address,
  messageLog.address,
  messageUsage.address,
  messageBlocks.address,
  messageReports.reporter,
  // The accounts that it has invited show it as their inviter, which can't be set again.
  users.inviter,
];

/** Foreign keys to an account whose rows are deleted with it. Nobody misses which announcements were read. */
export const DELETED_WITH: readonly PgColumn[] = [articleReads.address];

/**
 * Condition that no row of `column` refers to the user. PostgreSQL runs a scalar subquery with a limit once per user, by
 * index. It could run `not exists` as a join that reads the whole table.
 */
const hasNone = (column: PgColumn): SQL =>
  sql`(select true from ${column.table} as referring where referring.${sql.identifier(column.name)} = ${users.address} limit 1) is null`;

const isUnused = (before: Date) => and(lt(users.lastSignedInAt, before), ...KEEPING.map(hasNone));

/**
 * Deletes those of the given accounts that are unused, with their read marks. Locks them first, so that the second
 * statement sees every row that refers to them: a later one would wait for the lock, because of its foreign key.
 */
const deleteUnused = (addresses: Address[], before: Date): Promise<number> =>
  inTransaction('account', async (transaction) => {
    const locked = await transaction
      .select({ address: users.address })
      .from(users)
      .where(and(inArray(users.address, addresses), lt(users.lastSignedInAt, before)))
      .for('update', { skipLocked: true });
    if (locked.length === 0) return 0;
    const isLocked = inArray(
      users.address,
      locked.map(({ address }) => address),
    );
    const { rows } = await transaction.execute<{ count: number }>(sql`
      with gone as (
        delete from ${users} where ${and(isLocked, isUnused(before))} returning address, avatar
      ), reads as (
        delete from ${articleReads} where ${articleReads.address} = any(array(select address from gone))
      ), pictures as (
        insert into ${formerAvatars} select distinct avatar from gone where avatar is not null on conflict do nothing
      )
      select count(*)::int as count from gone`);
    return rows[0]?.count ?? 0;
  });

/** Sorts before all addresses. */
const START: Address = '0x';
/** The last account that this instance has checked. A run continues after it, so that each run reads few accounts. */
let checked = START;

/**
 * Checks the next ACCOUNT_BATCH_ROWS accounts by address, and deletes those that nobody has signed in to for
 * ACCOUNT_RETENTION_DAYS and that no row of KEEPING refers to. Returns their number. Does nothing if the setting is 0.
 */
export async function deleteUnusedAccounts(now: Date): Promise<number> {
  const { ACCOUNT_RETENTION_DAYS } = serverEnv();
  if (ACCOUNT_RETENTION_DAYS === 0) return 0;
  const before = new Date(now.getTime() - ACCOUNT_RETENTION_DAYS * DAY_MS);
  const page = await database('account')
    .select({ address: users.address, isUnused: sql<boolean>`${isUnused(before)}` })
    .from(users)
    .where(gt(users.address, checked))
    .orderBy(asc(users.address))
    .limit(ACCOUNT_BATCH_ROWS);
  const unused = page.filter((row) => row.isUnused).map(({ address }) => address);
  const deleted = unused.length > 0 ? await deleteUnused(unused, before) : 0;
  checked = (page.length === ACCOUNT_BATCH_ROWS && page.at(-1)?.address) || START;
  if (deleted > 0) log.info({ accounts: deleted }, 'unused accounts were deleted');
  return deleted;
}
