import 'server-only';
import { randomInt } from 'node:crypto';
import { eq, lt } from 'drizzle-orm';
import type { Address } from 'viem';
import { NONCE_DURATION_MS } from '@/lib/constants';
import { findChain } from '@/lib/server/chain/node';
import { CLEANING_INTERVAL_MS } from '@/lib/server-constants';
import { throttle } from '../cached';
import { nonces } from '../db/account-tables';
import { database, nonDurableDatabase } from '../db/client';
import { ApiError } from '../http/api-error';
import type { SiteOrigin } from './site-origin';

/** Returns `length` characters of `alphabet`, each drawn uniformly by a CSPRNG. */
export const randomText = (alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

export type Nonce = typeof nonces.$inferSelect;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** 62^24 is more than 2^142. */
const LENGTH = 24;
/** EIP-4361 allows only RFC 3986 URI characters and spaces here, so it is in English only. */
const STATEMENT = 'Sign in with this account. It costs nothing and moves no funds.';

const clearLate = throttle(CLEANING_INTERVAL_MS, async () =>
  database().delete(nonces).where(lt(nonces.expiresAt, new Date())),
);

/** Issues a nonce for one sign-in, bound to account, chain and site. @throws ApiError 400 for an unknown chain. */
export async function issueNonce(address: Address, chainId: number, { domain, uri }: SiteOrigin) {
  const { id } = await findChain(chainId);
  const issuedAt = new Date();
  const expiresAt = new Date(issuedAt.getTime() + NONCE_DURATION_MS);
  const nonce = randomText(ALPHABET, LENGTH);
  const given = { nonce, domain, uri, statement: STATEMENT };
  await clearLate();
  // A nonce lost in a crash is rejected like any unknown one.
  await nonDurableDatabase()
    .insert(nonces)
    .values({ ...given, address, chainId: id, issuedAt, expiresAt });
  return { ...given, issuedAt: issuedAt.toISOString(), expirationTime: expiresAt.toISOString() };
}

/**
 * Deletes a nonce and returns it; of concurrent callers, only one gets it. If a crash undoes the delete, no
 * sign-in came of it: committing the session, later, would have made it durable.
 * @throws ApiError 400 if the nonce is unknown or expired.
 */
export async function consumeNonce(nonce: string): Promise<Nonce> {
  const [row] = await nonDurableDatabase().delete(nonces).where(eq(nonces.nonce, nonce)).returning();
  if (!row || row.expiresAt.getTime() <= Date.now()) {
    throw new ApiError(400, 'loginExpired', { reason: 'nonce' });
  }
  return row;
}
