import 'server-only';
import { randomInt } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Address } from 'viem';
import { z } from 'zod';
import { SIGN_IN_STATEMENT } from '@/lib/session/sign-in-statement';
import { nonces } from '../db/account-tables';
import { chains } from '../db/config-tables';
import { ApiError } from '../http/api-error';
import type { CountByQuery } from '../limits/admit';
import type { SiteOrigin } from './site-origin';

/** Maximum age of an EIP-4361 nonce. */
export const NONCE_DURATION_MS = 5 * 60 * 1_000;

/** Returns `length` characters drawn uniformly from `alphabet` by a CSPRNG. */
export const randomText = (alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** A nonce of 24 characters from an alphabet of 62 has more than 142 bits of entropy. */
const LENGTH = 24;

/**
 * Issues a sign-in nonce for any chain: a key signs for all of them, and a contract is verified at the sign-in. `countBy`
 * counts the call in the same statement. @throws ApiError 429 or 503.
 */
export async function issueNonce(
  { address, chainId }: { address: Address; chainId: number },
  { domain, uri }: SiteOrigin,
  countBy: CountByQuery,
) {
  const issuedAt = new Date();
  const expiresAt = new Date(issuedAt.getTime() + NONCE_DURATION_MS);
  const nonce = randomText(ALPHABET, LENGTH);
  const given = { nonce, domain, uri, statement: SIGN_IN_STATEMENT };
  const times = { issuedAt: issuedAt.toISOString(), expirationTime: expiresAt.toISOString() };
  // This write needn't be durable: a nonce that is lost in a crash is rejected like any unknown nonce.
  await countBy({
    name: 'issue nonce',
    text: (admitted) => sql`
      insert into ${nonces} (nonce, address, chain_id, domain, uri, statement, issued_at, expires_at)
      select ${sql.placeholder('nonce')}, ${sql.placeholder('address')}, ${sql.placeholder('chainId')}::bigint,
        ${sql.placeholder('domain')}, ${sql.placeholder('uri')}, ${sql.placeholder('statement')},
        ${sql.placeholder('issuedAt')}::timestamptz, ${sql.placeholder('expirationTime')}::timestamptz
      from ${admitted}
      returning nonce`,
    values: { ...given, ...times, address, chainId },
  });
  return { ...given, ...times };
}

export type Nonce = typeof nonces.$inferSelect;
/** `serverRpcUrl` is null if the nonce's chain isn't configured. */
export type ConsumedNonce = Nonce & { serverRpcUrl: string | null };

const consumedNonce = z
  .object({
    nonce: z.string(),
    address: z.custom<Address>((address) => typeof address === 'string'),
    chain_id: z.number(),
    server_rpc_url: z.string().nullable(),
    domain: z.string(),
    uri: z.string(),
    statement: z.string(),
    issued_at: z.coerce.date(),
    expires_at: z.coerce.date(),
  })
  .transform(
    ({ chain_id, server_rpc_url, issued_at, expires_at, ...rest }): ConsumedNonce => ({
      ...rest,
      chainId: chain_id,
      serverRpcUrl: server_rpc_url,
      issuedAt: issued_at,
      expiresAt: expires_at,
    }),
  );

/**
 * Deletes a nonce and returns it. Of several concurrent callers, only one gets it. If a crash undoes the deletion,
 * nobody was signed in with the nonce, because committing the session would have made the deletion durable. `countBy` counts
 * the call in the same statement.
 * @throws ApiError 400 if the nonce is unknown or expired, 429, or 503.
 */
export async function consumeNonce(nonce: string, countBy: CountByQuery): Promise<ConsumedNonce> {
  const deleted = await countBy({
    name: 'consume nonce',
    text: (admitted) => sql`
      delete from ${nonces} using ${admitted} where ${nonces.nonce} = ${sql.placeholder('nonce')}
      returning ${nonces}.*, (
        select server_rpc_url from ${chains} where ${chains.id} = ${nonces.chainId} and ${chains.enabled}
      )`,
    values: { nonce },
  });
  const found = deleted === null ? null : consumedNonce.parse(deleted);
  if (!found || found.expiresAt.getTime() <= Date.now())
    throw new ApiError(400, 'signInExpired', { reason: 'nonce' });
  return found;
}
