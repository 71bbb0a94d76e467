import 'server-only';
import { eq } from 'drizzle-orm';
import type { Address } from 'viem';
import type { z } from 'zod';
import type { user } from '@/lib/api/schemas/user';
import { users } from '../db/account-tables';
import { database } from '../db/client';
import { ApiError } from '../http/api-error';
import { randomText } from './random-text';

/** Without characters that are taken for one another. */
const CODE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const CODE_LENGTH = 8;
const ATTEMPTS = 5;

async function readUser(address: Address): Promise<z.input<typeof user> | null> {
  const [row] = await database().select().from(users).where(eq(users.address, address));
  return row ? { ...row, createdAt: row.createdAt.toISOString() } : null;
}

/** The user of an account. Throws ApiError 404. */
export async function findUser(address: Address): Promise<z.input<typeof user>> {
  const found = await readUser(address);
  if (!found) throw new ApiError(404, 'notFound');
  return found;
}

/** The user of an account, made with a fresh invite code at the first login. */
export async function findOrCreateUser(address: Address): Promise<z.input<typeof user>> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const found = await readUser(address);
    if (found) return found;
    // Gives way to another login of the account at the same time, and to an invite code that is taken.
    await database()
      .insert(users)
      .values({ address, inviteCode: randomText(CODE_ALPHABET, CODE_LENGTH) })
      .onConflictDoNothing();
  }
  return findUser(address);
}
