import 'server-only';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { serverEnv } from '@/lib/settings/env';
import { ApiError } from '../http/api-error';
import type { Client } from '../http/client';
import { clientCounts } from '../limits/open-counts';
import { countRefusal } from '../metrics/count';

/** Share of MESSAGE_DAILY_MIB that a client and an IPv6 /48 network may store per day on one instance. */
const SHARES = { client: 1 / 16, network: 1 / 8 };
/** Share of MESSAGE_DAILY_MIB that remains for commits, so that stolen devices can still be removed. */
const COMMIT_SHARE = 1 / 4;
const DAY_S = 24 * 60 * 60;

/** Returns the current day (UTC), as stored in `message_usage`. */
export const today = (now = new Date()): string => now.toISOString().slice(0, 10);

/** Stored on globalThis, because Next may load this module more than once, but the counts must be shared. */
const key = Symbol.for('tidewell.message-bytes');
const registry = globalThis as typeof globalThis & { [key]?: RateLimiterMemory };
registry[key] ??= new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: DAY_S });
const counted = registry[key];

/** Counts bytes toward a client and its network, except for this machine, which may be a proxy of many clients. */
async function countOfClient(client: Client, bytes: number, limitBytes: number): Promise<void> {
  if (client.isLocal) return;
  const counts = clientCounts(client, {
    perClient: limitBytes * SHARES.client,
    perNetwork: limitBytes * SHARES.network,
  });
  for (const [name, most] of counts) {
    const known = await counted.get(name);
    if (known && known.consumedPoints + bytes > most) {
      countRefusal('messageBytes');
      throw new ApiError(429, 'tooMany', { retryAfter: Math.ceil(known.msBeforeNext / 1_000) });
    }
  }
  for (const [name] of counts) await counted.penalty(name, bytes);
}

/**
 * Counts what a call stores: messages, key packages, or an image. Call it in the call's transaction
 * after all checks and `countBytes`, so refused calls and retries use up nothing. Limits what all accounts store through
 * this instance per day (UTC) to MESSAGE_DAILY_MIB, and what a client stores in 24 hours to a share of it, because anyone can create
 * accounts. Counts in memory: a total in the database would be a row that all messages wait for.
 * @throws ApiError 429 if the client has stored too much, or 503 if all accounts together have.
 */
export async function admitBytes(client: Client, kind: 'message' | 'commit', bytes: number): Promise<void> {
  const limitBytes = serverEnv().MESSAGE_DAILY_MIB * 1_024 ** 2;
  const most = kind === 'commit' ? limitBytes : limitBytes * (1 - COMMIT_SHARE);
  const total = `all ${today()}`;
  if (((await counted.get(total))?.consumedPoints ?? 0) + bytes > most)
    throw new ApiError(503, 'unavailable', null, { cause: new Error('MESSAGE_DAILY_MIB is used up') });
  await countOfClient(client, bytes, limitBytes);
  await counted.penalty(total, bytes);
}
