import 'server-only';
import { eq, sql } from 'drizzle-orm';
import type { Address } from 'viem';
import type { z } from 'zod';
import type { user } from '@/lib/api/schemas/user';
import { avatarPath } from '@/lib/routes';
import { users } from '../db/account-tables';
import { database, preparedQuery } from '../db/database';
import { ApiError } from '../http/api-error';

/** Converts a user row to the API format. */
export const asUser = (row: typeof users.$inferSelect): z.input<typeof user> => ({
  ...row,
  avatar: row.avatar && avatarPath(row.avatar),
  createdAt: row.createdAt.toISOString(),
});

const userByAddress = preparedQuery('account', (db) =>
  db
    .select()
    .from(users)
    .where(eq(users.address, sql.placeholder('address')))
    .prepare('user_by_address'),
);

/** Returns the user of an account. @throws ApiError 404 if there is none. */
export async function findUser(address: Address): Promise<z.input<typeof user>> {
  const [found] = await userByAddress().execute({ address });
  if (!found) throw new ApiError(404, 'notFound');
  return asUser(found);
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
