import 'server-only';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { serverEnv } from '@/lib/settings/env';
import { ApiError } from '../http/api-error';
import type { Client } from '../http/client';
import { clientCounts } from '../limits/open-counts';
import { countRefusal } from '../metrics/count';

/**
 * Shares of MESSAGE_DAILY_MIB that a client and an IPv6 /48 network may store in 24 hours on one instance. They shrink once
 * half of it is used, so that a few clients can't use up the rest.
 */
const SHARES = {
  first: { perClient: 1 / 16, perNetwork: 1 / 8 },
  second: { perClient: 1 / 256, perNetwork: 1 / 128 },
};
/** Part of MESSAGE_DAILY_MIB, and of a client's share, that remains for commits, which remove stolen devices. */
const COMMIT_PART = 1 / 4;
/**
 * What an account stores per day before its client's share matters, in bytes, so that one user of a shared address doesn't
 * silence the others. A second share is for that, because anyone can create accounts.
 */
const ACCOUNT_BYTES = { message: 256 * 1_024, commit: 2 * 1_024 * 1_024 };
const DAY_S = 24 * 60 * 60;

/** Returns the current day (UTC), as stored in `message_usage`. */
export const today = (now = new Date()): string => now.toISOString().slice(0, 10);

/** Stored on globalThis, because Next may load this module more than once, but the counts must be shared. */
const key = Symbol.for('tidewell.message-bytes');
const registry = globalThis as typeof globalThis & { [key]?: RateLimiterMemory };
registry[key] ??= new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: DAY_S });
const counted = registry[key];

type Stored = {
  kind: 'message' | 'commit';
  bytes: number;
  /** What the account has stored today, with images and this call's bytes. */
  ofAccount: number;
};

/** Counts bytes toward a client and its network, except for this machine, which may be a proxy of many clients. */
async function countOfClient(
  client: Client,
  { kind, bytes, ofAccount }: Stored,
  { half, mostBytes }: { half: keyof typeof SHARES; mostBytes: number },
): Promise<void> {
  if (client.isLocal) return;
  const shares = ofAccount > ACCOUNT_BYTES[kind] ? 1 : 2;
  // What was stored in the first half doesn't count against the smaller share of the second.
  const counts = clientCounts(client, SHARES[half]).map(
    ([name, share]) => [`${half} ${name}`, share * mostBytes * shares] as const,
  );
  for (const [name, limit] of counts) {
    const known = await counted.get(name);
    if ((known?.consumedPoints ?? 0) + bytes > limit) {
      countRefusal('messageBytes');
      const retryAfter = known ? Math.ceil(known.msBeforeNext / 1_000) : DAY_S;
      throw new ApiError(429, 'tooMany', { retryAfter });
    }
  }
  for (const [name] of counts) await counted.penalty(name, bytes);
}

/**
 * Counts what a call stores: messages, key packages, or an image. Call it in the call's transaction after all checks and
 * the count of its account, so refused calls and retries use up nothing. Limits what all accounts store through this
 * instance per day (UTC) to MESSAGE_DAILY_MIB, and what a client stores in 24 hours to a share of it, because anyone can
 * create accounts. Counts in memory: a total in the database would be a row that all messages wait for.
 * @throws ApiError 429 if the client has stored too much, or 503 if all accounts together have.
 */
export async function admitBytes(client: Client, stored: Stored): Promise<void> {
  const limitBytes = serverEnv().MESSAGE_DAILY_MIB * 1_024 ** 2;
  const total = `all ${today()}`;
  const used = (await counted.get(total))?.consumedPoints ?? 0;
  const most = stored.kind === 'commit' ? limitBytes : limitBytes * (1 - COMMIT_PART);
  if (used + stored.bytes > most)
    throw new ApiError(503, 'unavailable', null, { cause: new Error('MESSAGE_DAILY_MIB is used up') });
  const half = used < limitBytes / 2 ? 'first' : 'second';
  await countOfClient(client, stored, { half, mostBytes: most });
  await counted.penalty(total, stored.bytes);
}
