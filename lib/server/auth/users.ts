import 'server-only';
import { and, eq, sql } from 'drizzle-orm';
import type { Address } from 'viem';
import type { z } from 'zod';
import type { user } from '@/lib/api/schemas/user';
import { INVITE_CODE } from '@/lib/constants';
import { avatarPath } from '@/lib/routes';
import { users } from '../db/account-tables';
import { database } from '../db/database';
import { ApiError } from '../http/api-error';
import { randomText } from './nonce';

const ATTEMPTS = 5;

/** Converts a user row to the API format. */
export const asUser = (row: typeof users.$inferSelect): z.input<typeof user> => ({
  ...row,
  avatar: row.avatar && avatarPath(row.avatar),
  createdAt: row.createdAt.toISOString(),
});

async function readUser(address: Address) {
  const [row] = await database('account').select().from(users).where(eq(users.address, address));
  return row;
}

/** Returns the user of an account. @throws ApiError 404 if there is none. */
export async function findUser(address: Address): Promise<z.input<typeof user>> {
  const found = await readUser(address);
  if (!found) throw new ApiError(404, 'notFound');
  return asUser(found);
}

/**
 * Records a sign-in and returns the account's user, which the first sign-in creates with a new invite code.
 * `contractChainId` is the chain of the contract that validated the sign-in, or null if a key did. A contract at the same
 * address on another chain may have a different owner. Call it before opening the session: a recent sign-in keeps the
 * clean-up from deleting the account.
 * @throws ApiError 400 if a contract signs in to an account that belongs to a key or to a contract on another chain.
 */
export async function signInUser(
  address: Address,
  contractChainId: number | null,
): Promise<z.input<typeof user>> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const found = await readUser(address);
    if (found && contractChainId !== null && found.contractChainId !== contractChainId)
      throw new ApiError(400, 'signInOtherChain', { reason: 'chain' });
    // Updates nothing if the clean-up has just deleted the account, even if another chain's contract created it again.
    // Inserts nothing if the account signs in concurrently or the invite code is taken. The loop then tries again.
    const [row] = found
      ? await database('account')
          .update(users)
          .set({ lastSignedInAt: sql`now()` })
          .where(
            and(
              eq(users.address, address),
              contractChainId === null ? undefined : eq(users.contractChainId, contractChainId),
            ),
          )
          .returning()
      : await database('account')
          .insert(users)
          .values({
            address,
            contractChainId,
            inviteCode: randomText(INVITE_CODE.alphabet, INVITE_CODE.characters),
          })
          .onConflictDoNothing()
          .returning();
    if (row) return asUser(row);
  }
  throw new Error(`the account could not be created in ${ATTEMPTS} attempts`);
}

/**
 * Sets a user's display name, which must already be validated, and returns the user.
 * @throws ApiError 404 if the user doesn't exist.
 */
export async function renameUser(address: Address, name: string) {
  const [row] = await database('account')
    .update(users)
    .set({ name })
    .where(eq(users.address, address))
    .returning();
  if (!row) throw new ApiError(404, 'notFound');
  return asUser(row);
}
