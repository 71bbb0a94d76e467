import 'server-only';
import { randomBytes } from 'node:crypto';
import { eq, type SQL, sql } from 'drizzle-orm';
import { DatabaseError } from 'pg';
import type { Address } from 'viem';
import type { z } from 'zod';
import type { loginResult } from '@/lib/api/schemas/user';
import { INVITE_CODE } from '@/lib/constants';
import { sessions, users } from '../db/account-tables';
import { preparedQuery } from '../db/database';
import { ApiError } from '../http/api-error';
import { log } from '../log';
import { randomText } from './nonce';
import { hashToken, SESSION_DURATION_MS } from './session';
import { asUser } from './users';

/** Maximum number of random invite codes that are tried for a new account. */
const ATTEMPTS = 5;
const UNIQUE_VIOLATION = '23505';

const isTakenCode = (error: unknown): boolean =>
  error instanceof Error &&
  error.cause instanceof DatabaseError &&
  error.cause.code === UNIQUE_VIOLATION &&
  error.cause.constraint === 'users_invite_code_unique';

type SignIn = {
  address: Address;
  /**
   * Chain of the contract that validated the sign-in, or null if a key did. A contract at the same address on another chain
   * may have a different owner.
   */
  contractChainId: number | null;
  /** Hash of the token whose session this sign-in ends, or null. */
  replacedHash: string | null;
  /** Browser and operating system, or null if they weren't recognized. */
  device: string | null;
};

const value = {
  address: sql.placeholder('address'),
  contractChainId: sql.placeholder('contractChainId'),
  inviteCode: sql.placeholder('inviteCode'),
};

/**
 * A sign-in in one statement: creates the user or updates the time of its last sign-in, opens a session, and ends the one that
 * it replaces. Returns no row if a contract may not sign in to the account. Locking the user's row keeps the clean-up from
 * deleting the account meanwhile.
 */
const writing = (name: string, setWhere?: SQL) =>
  preparedQuery('account', (db) => {
    const signedIn = db.$with('signed_in').as(
      db
        .insert(users)
        .values(value)
        .onConflictDoUpdate({
          target: users.address,
          set: { lastSignedInAt: sql`now()` },
          ...(setWhere ? { setWhere } : {}),
        })
        .returning(),
    );
    const opened = db.$with('opened', {}).as(
      sql`insert into ${sessions} (token_hash, address, expires_at, device)
        select ${sql.placeholder('tokenHash')}, address, ${sql.placeholder('expiresAt')}::timestamptz,
          ${sql.placeholder('device')}::text from ${signedIn}`,
    );
    const closed = db.$with('closed', { address: sessions.address }).as(
      sql`update ${sessions} set revoked_at = coalesce(revoked_at, now())
        from ${signedIn} where ${sessions.tokenHash} = ${sql.placeholder('replacedHash')} returning ${sessions.address}`,
    );
    return db
      .with(signedIn, opened, closed)
      .select()
      .from(signedIn)
      .leftJoin(closed, sql`true`)
      .prepare(name);
  });
const writeByKey = writing('record sign-in');
const writeByContract = writing(
  'record sign-in by contract',
  eq(users.contractChainId, value.contractChainId),
);

async function write(signIn: SignIn, tokenHash: string, expiresAt: string) {
  const query = signIn.contractChainId === null ? writeByKey() : writeByContract();
  const inviteCode = randomText(INVITE_CODE.alphabet, INVITE_CODE.characters);
  const [row] = await query.execute({ ...signIn, inviteCode, tokenHash, expiresAt });
  return row ?? null;
}

/**
 * Records a sign-in. Creates the account at the first one, with a new invite code. Opens a session that lasts
 * SESSION_DURATION_MS and stores only the SHA-256 hash of its token.
 * @throws ApiError 400 if a contract signs in to an account that belongs to a key or to a contract on another chain.
 */
export async function recordSignIn(signIn: SignIn): Promise<z.input<typeof loginResult>> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(Date.now() + SESSION_DURATION_MS).toISOString();
  for (let attempt = 1; ; attempt += 1) {
    try {
      const written = await write(signIn, hashToken(token), expiresAt);
      if (!written) throw new ApiError(400, 'signInOtherChain', { reason: 'account' });
      if (written.closed) log.info({ account: written.closed.address }, 'signed out');
      return { token, expiresAt, user: asUser(written.signed_in) };
    } catch (error) {
      if (!isTakenCode(error) || attempt === ATTEMPTS) throw error;
    }
  }
}
