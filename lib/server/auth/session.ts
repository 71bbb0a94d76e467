import 'server-only';
import { createHash } from 'node:crypto';
import { and, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Address } from 'viem';
import type { z } from 'zod';
import type { endedSessions, userSession } from '@/lib/api/schemas/user';
import { sessions } from '../db/account-tables';
import { createBatches } from '../db/batches';
import { database, preparedQuery } from '../db/database';
import { pushSubscriptions } from '../db/push-tables';
import { ApiError } from '../http/api-error';
import { log } from '../log';

export const SESSION_DURATION_MS = 2 * 60 * 60 * 1_000;

/** How old the stored time of a session's last use can be, so that most calls write nothing. */
const USE_STEP_MS = 5 * 60 * 1_000;
/** Maximum number of sessions to list. Nobody has as many, and the list has no pages. */
const LISTED = 100;

export type Session = { address: Address; tokenHash: string };

/** Returns the form in which a token is stored: its SHA-256 hash, in hex. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex');

/** Returns the hash of the bearer token in the Authorization header (RFC 6750), or null. Cookies are never used. */
export function bearerHash(request: Request): string | null {
  const token = /^Bearer ([\w-]{43})$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  return token ? hashToken(token) : null;
}

const sessionsByHash = preparedQuery('session', (db) =>
  db
    .select()
    .from(sessions)
    .where(sql`${sessions.tokenHash} = any(${sql.placeholder('tokenHashes')}::text[])`)
    .prepare('sessions_by_hash'),
);

/** Finds the sessions of concurrent requests in one query. */
const findSession = createBatches({
  run: async (tokenHashes: readonly string[]) => {
    const found = await sessionsByHash().execute({ tokenHashes: [...new Set(tokenHashes)] });
    const byHash = new Map(found.map((session) => [session.tokenHash, session]));
    return tokenHashes.map((hash) => byHash.get(hash));
  },
  most: 100,
  concurrent: 2,
});

/** Sessions whose use was just stored, so that a database that refuses writes isn't asked at each call. */
const noted = new LRUCache<string, true>({ max: 10_000, ttl: USE_STEP_MS });

/** Stores that a session is in use, unless that was stored within USE_STEP_MS. The call doesn't wait for it. */
function noteUse({ tokenHash, lastUsedAt }: typeof sessions.$inferSelect): void {
  if (Date.now() - lastUsedAt.getTime() < USE_STEP_MS || noted.has(tokenHash)) return;
  noted.set(tokenHash, true);
  database('session')
    .update(sessions)
    .set({ lastUsedAt: sql`now()` })
    .where(eq(sessions.tokenHash, tokenHash))
    .catch((err: unknown) => log.warn({ err }, "a session's last use can't be stored"));
}

/** Returns the session of a request's bearer token. @throws ApiError 401 if it's invalid, or 1007 if it was revoked. */
export async function requireSession(request: Request): Promise<Session> {
  const tokenHash = bearerHash(request);
  if (!tokenHash) throw new ApiError(401, 'signInRequired');
  const row = await findSession(tokenHash);
  if (!row) throw new ApiError(401, 'signInRequired');
  if (row.revokedAt) throw new ApiError(1007, 'sessionRevoked');
  if (row.expiresAt.getTime() <= Date.now()) throw new ApiError(401, 'signInRequired');
  noteUse(row);
  return { address: row.address, tokenHash };
}

/** Returns whether a session hasn't ended, by the hash of its token. */
export async function isSessionOpen(tokenHash: string): Promise<boolean> {
  const row = await findSession(tokenHash);
  return row !== undefined && row.revokedAt === null && row.expiresAt.getTime() > Date.now();
}

/** Returns whether a request has an Authorization header, even if its token is invalid. */
export const hasToken = (request: Request): boolean => request.headers.has('authorization');

/** Revokes the request's bearer token, if it has one. */
export async function closeSession(request: Request): Promise<void> {
  const tokenHash = bearerHash(request);
  if (!tokenHash) return;
  const [closed] = await database('session')
    .update(sessions)
    .set({ revokedAt: sql`coalesce(${sessions.revokedAt}, now())` })
    .where(eq(sessions.tokenHash, tokenHash))
    .returning({ account: sessions.address, expiresAt: sessions.expiresAt });
  if (!closed) return;
  log.info({ account: closed.account }, 'signed out');
  // A page also revokes the token of a session that has expired. Nobody has signed out then.
  if (closed.expiresAt.getTime() > Date.now())
    await database('account').delete(pushSubscriptions).where(eq(pushSubscriptions.tokenHash, tokenHash));
}

/** Condition for an account's sessions that haven't ended. */
const openSessionsOf = (address: Address) =>
  and(eq(sessions.address, address), isNull(sessions.revokedAt), gt(sessions.expiresAt, sql`now()`));

/** Returns the account's sessions that haven't ended, the one that was used last first. */
export async function listSessions({ address, tokenHash }: Session): Promise<z.input<typeof userSession>[]> {
  const rows = await database('session')
    .select()
    .from(sessions)
    .where(openSessionsOf(address))
    .orderBy(desc(sessions.lastUsedAt))
    .limit(LISTED);
  return rows.map((row) => ({
    device: row.device,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt.toISOString(),
    isCurrent: row.tokenHash === tokenHash,
  }));
}

/** Ends the account's sessions and push subscriptions, except this one's. Subscriptions may outlast their session, so all end. */
export async function endOtherSessions({
  address,
  tokenHash,
}: Session): Promise<z.input<typeof endedSessions>> {
  const ended = await database('session')
    .update(sessions)
    .set({ revokedAt: sql`now()` })
    .where(and(openSessionsOf(address), ne(sessions.tokenHash, tokenHash)))
    .returning({ tokenHash: sessions.tokenHash });
  await database('account')
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.address, address), ne(pushSubscriptions.tokenHash, tokenHash)));
  if (ended.length > 0) log.info({ account: address, sessions: ended.length }, 'other sessions were ended');
  return { ended: ended.length };
}
