import 'server-only';
import { eq, sql } from 'drizzle-orm';
import type { Address } from 'viem';
import { asUser } from '../auth/users';
import { users } from '../db/account-tables';
import { database, inTransaction, type Queryable } from '../db/client';
import { ApiError } from '../http/api-error';

/** Advisory lock key for setting inviters. */
const INVITER_LOCK = 7_433_907;

/** Returns whether `address` is `descendant` or one of its direct or indirect inviters. */
async function isAbove(db: Queryable, address: Address, descendant: Address): Promise<boolean> {
  // `union` drops duplicate rows, so the query ends even if a manual change to the database has created a cycle.
  const { rows } = await db.execute(sql`
    with recursive line (address) as (
      select ${descendant}::text
      union
      select ${users.inviter} from ${users} join line on ${users.address} = line.address
      where ${users.inviter} is not null
    )
    select 1 from line where address = ${address}`);
  return rows.length > 0;
}

/**
 * Sets who invited a user, permanently. Setting the same inviter again returns the stored user. An advisory lock
 * serializes all callers, because row locks wouldn't prevent two users from inviting each other at the same time.
 * @throws ApiError 404 for an unknown code, 400 for the user's own code or a cycle, 409 if another inviter is set.
 */
export async function setInviter(address: Address, code: string) {
  const db = database('account');
  const [inviter] = await db.select({ address: users.address }).from(users).where(eq(users.inviteCode, code));
  if (!inviter) throw new ApiError(404, 'inviteCodeUnknown', { reason: 'unknown_code' });
  if (inviter.address === address) throw new ApiError(400, 'inviteSelf', { reason: 'self' });
  return inTransaction('account', async (transaction) => {
    await transaction.execute(sql`select pg_advisory_xact_lock(${INVITER_LOCK})`);
    const [known] = await transaction.select().from(users).where(eq(users.address, address));
    if (!known) throw new ApiError(404, 'notFound');
    if (known.inviter === inviter.address) return asUser(known);
    if (known.inviter !== null) throw new ApiError(409, 'inviterSet', { reason: 'inviter_set' });
    if (await isAbove(transaction, address, inviter.address))
      throw new ApiError(400, 'inviteLoop', { reason: 'loop' });
    await transaction.update(users).set({ inviter: inviter.address }).where(eq(users.address, address));
    return asUser({ ...known, inviter: inviter.address });
  });
}
