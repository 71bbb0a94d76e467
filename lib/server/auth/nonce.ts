import 'server-only';
import { randomInt } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Address } from 'viem';
import { findChain } from '@/lib/server/chain/node';
import { SIGN_IN_STATEMENT } from '@/lib/session/sign-in-statement';
import { nonces } from '../db/account-tables';
import { database } from '../db/database';
import { ApiError } from '../http/api-error';
import type { SiteOrigin } from './site-origin';

/** Maximum age of an EIP-4361 nonce. */
export const NONCE_DURATION_MS = 5 * 60 * 1_000;

/** Returns `length` characters drawn uniformly from `alphabet` by a CSPRNG. */
export const randomText = (alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

export type Nonce = typeof nonces.$inferSelect;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** A nonce of 24 characters from an alphabet of 62 has more than 142 bits of entropy. */
const LENGTH = 24;

/** Issues a sign-in nonce that is bound to an account, chain, and site. @throws ApiError 400 for an unknown chain. */
export async function issueNonce(address: Address, chainId: number, { domain, uri }: SiteOrigin) {
  const { id } = await findChain(chainId);
  const issuedAt = new Date();
  const expiresAt = new Date(issuedAt.getTime() + NONCE_DURATION_MS);
  const nonce = randomText(ALPHABET, LENGTH);
  const given = { nonce, domain, uri, statement: SIGN_IN_STATEMENT };
  // This write needn't be durable: a nonce that is lost in a crash is rejected like any unknown nonce.
  await database('nonce')
    .insert(nonces)
    .values({ ...given, address, chainId: id, issuedAt, expiresAt });
  return { ...given, issuedAt: issuedAt.toISOString(), expirationTime: expiresAt.toISOString() };
}

/**
 * Deletes a nonce and returns it. Of several concurrent callers, only one gets it. If a crash undoes the deletion,
 * nobody was signed in with the nonce, because committing the session would have made the deletion durable.
 * @throws ApiError 400 if the nonce is unknown or expired.
 */
export async function consumeNonce(nonce: string): Promise<Nonce> {
  const [row] = await database('nonce').delete(nonces).where(eq(nonces.nonce, nonce)).returning();
  if (!row || row.expiresAt.getTime() <= Date.now()) {
    throw new ApiError(400, 'signInExpired', { reason: 'nonce' });
  }
  return row;
}
