import 'server-only';
import { eq } from 'drizzle-orm';
import type { Address } from 'viem';
import { asUser } from '../auth/users';
import { users } from '../db/account-tables';
import { database } from '../db/client';
import { ApiError } from '../http/api-error';

/**
 * Changes a user's display name, already validated, and returns the user.
 * @throws ApiError 404 if there is none.
 */
export async function renameUser(address: Address, name: string) {
  const [row] = await database().update(users).set({ name }).where(eq(users.address, address)).returning();
  if (!row) throw new ApiError(404, 'notFound');
  return asUser(row);
}
