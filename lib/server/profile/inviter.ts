import 'server-only';
import { eq, sql } from 'drizzle-orm';
import type { Address } from 'viem';
import { asUser } from '../auth/users';
import { users } from '../db/account-tables';
import { inTransaction, type Queryable } from '../db/database';
import { ApiError } from '../http/api-error';

/** Advisory lock key for setting inviters. */
const INVITER_LOCK = 7_433_907;

/**
 * Maximum number of accounts that are searched for a cycle. All callers wait during a search, and anyone can build a
 * long chain.
 */
const LINE_LIMIT = 1_000;

/**
 * Checks that `address` isn't a direct or indirect inviter of `descendant`, which is another account.
 * @throws ApiError 400 if it is, or if the chain is longer than LINE_LIMIT.
 */
async function requireNoCycle(db: Queryable, address: Address, descendant: Address): Promise<void> {
  const invited = await db
    .select({ address: users.address })
    .from(users)
    .where(eq(users.inviter, address))
    .limit(1);
  // An account that has invited nobody can't close a cycle. Skipping the search lets newcomers join chains of any
  // length.
  if (invited.length === 0) return;
  const { rows } = await db.execute<{ isAbove: boolean; length: number }>(sql`
    with recursive line (address, length) as (
      select ${descendant}::text, 1
      union all
      select ${users.inviter}, line.length + 1 from ${users} join line on ${users.address} = line.address
      where ${users.inviter} is not null and line.length <= ${LINE_LIMIT}
    )
    select bool_or(address = ${address}) as "isAbove", max(length) as length from line`);
  const [line] = rows;
  if (!line || line.isAbove) throw new ApiError(400, 'inviteLoop', { reason: 'loop' });
  if (line.length > LINE_LIMIT) throw new ApiError(400, 'inviteLine', { reason: 'line' });
}

/**
 * Sets who invited a user, permanently. Setting the same inviter again returns the stored user. An advisory lock
 * serializes all callers, because row locks wouldn't prevent two users from inviting each other at the same time.
 * @throws ApiError 404 for an unknown code, 400 for the user's own code, a cycle, or a chain of inviters that is too
 * long, 409 if another inviter is set.
 */
export async function setInviter(address: Address, code: string) {
  return inTransaction('account', async (transaction) => {
    const [inviter] = await transaction
      .select({ address: users.address })
      .from(users)
      .where(eq(users.inviteCode, code))
      // Keeps the clean-up from deleting the inviter meanwhile, and doesn't block anything else.
      .for('key share');
    if (!inviter) throw new ApiError(404, 'inviteCodeUnknown', { reason: 'unknown_code' });
    if (inviter.address === address) throw new ApiError(400, 'inviteSelf', { reason: 'self' });
    await transaction.execute(sql`select pg_advisory_xact_lock(${INVITER_LOCK})`);
    const [known] = await transaction.select().from(users).where(eq(users.address, address));
    if (!known) throw new ApiError(404, 'notFound');
    if (known.inviter === inviter.address) return asUser(known);
    if (known.inviter !== null) throw new ApiError(409, 'inviterSet', { reason: 'inviter_set' });
    await requireNoCycle(transaction, address, inviter.address);
    await transaction.update(users).set({ inviter: inviter.address }).where(eq(users.address, address));
    return asUser({ ...known, inviter: inviter.address });
  });
}
