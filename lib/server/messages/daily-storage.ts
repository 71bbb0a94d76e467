import 'server-only';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Address } from 'viem';
import { serverEnv } from '@/lib/settings/env';
import { ApiError } from '../http/api-error';
import type { Client } from '../http/client-address';
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
/** Part of MESSAGE_DAILY_MIB that remains for commits, which remove stolen devices. */
const COMMIT_PART = 1 / 4;
/**
 * Bytes of messages, and of commits, that an account can still store per hour once its client's share is used up, so a
 * few accounts behind a shared address can't silence the others. Because anyone can create accounts, a client's
 * accounts together get at most RESERVE of the share for each.
 */
const ACCOUNT_BYTES = 256 * 1_024;
const RESERVE = 1 / 2;
const HOUR_S = 60 * 60;
const DAY_S = 24 * HOUR_S;

/** Returns the current day (UTC), as stored in `message_usage`. */
export const today = (now = new Date()): string => now.toISOString().slice(0, 10);

const counter = (duration: number) => new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration });
type Counters = { daily: RateLimiterMemory; hourly: RateLimiterMemory };

/** Stored on globalThis, because Next may load this module more than once, but the counts must be shared. */
const key = Symbol.for('tidewell.message-bytes');
const registry = globalThis as typeof globalThis & { [key]?: Counters };
registry[key] ??= { daily: counter(DAY_S), hourly: counter(HOUR_S) };
const { daily, hourly } = registry[key];

type Stored = { account: Address; kind: 'message' | 'image' | 'commit'; bytes: number };
type Count = { counted: RateLimiterMemory; name: string; mostBytes: number };

type Taken = Pick<Count, 'counted' | 'name'>[];

/** Counts bytes if there is room in all counts. Otherwise, returns the seconds until the first full one restarts. */
async function takeOf(counts: readonly Count[], bytes: number): Promise<Taken | number> {
  for (const { counted, name, mostBytes } of counts) {
    const known = await counted.get(name);
    if ((known?.consumedPoints ?? 0) + bytes > mostBytes)
      return known ? Math.ceil(known.msBeforeNext / 1_000) : counted.duration;
  }
  for (const { counted, name } of counts) await counted.penalty(name, bytes);
  return [...counts];
}

/**
 * Counts bytes toward a client and its network, except for this machine, which may be a proxy of many clients. Returns
 * the seconds to wait if there is no room.
 */
async function takeOfClient(
  client: Client,
  { account, kind, bytes }: Stored,
  { half, limitBytes }: { half: keyof typeof SHARES; limitBytes: number },
): Promise<Taken | number> {
  if (client.isLocal) return [];
  // What was stored in the first half doesn't count against the smaller share of the second.
  const share = clientCounts(client, SHARES[half]).map(
    ([name, part]): Count => ({ counted: daily, name: `${half} ${name}`, mostBytes: part * limitBytes }),
  );
  const ofShare = await takeOf(share, bytes);
  if (typeof ofShare !== 'number') return ofShare;
  // Images have no reserve. Messages are readable without them.
  if (kind === 'image') return ofShare;
  const reserve = share.map(
    (one): Count => ({ ...one, name: `${kind} ${one.name}`, mostBytes: one.mostBytes * RESERVE }),
  );
  const ofAccount: Count = { counted: hourly, name: `${kind} ${account}`, mostBytes: ACCOUNT_BYTES };
  const ofReserve = await takeOf([...reserve, ofAccount], bytes);
  return typeof ofReserve === 'number' ? Math.min(ofShare, ofReserve) : ofReserve;
}

/**
 * Counts what a call stores, like `admitBytes`, before it's known whether the call is accepted. Returns a function that
 * takes the count back, or the refusal if there is no room.
 */
export async function reserveBytes(
  client: Client,
  stored: Stored,
): Promise<ApiError | (() => Promise<void>)> {
  const limitBytes = serverEnv().MESSAGE_DAILY_MIB * 1_024 ** 2;
  const total = `all ${today()}`;
  const used = (await daily.get(total))?.consumedPoints ?? 0;
  const most = stored.kind === 'commit' ? limitBytes : limitBytes * (1 - COMMIT_PART);
  if (used + stored.bytes > most)
    return new ApiError(503, 'unavailable', null, { cause: new Error('MESSAGE_DAILY_MIB is used up') });
  const half = used < limitBytes / 2 ? 'first' : 'second';
  const taken = await takeOfClient(client, stored, { half, limitBytes });
  if (typeof taken === 'number') return new ApiError(429, 'tooMany', { retryAfter: taken });
  await daily.penalty(total, stored.bytes);
  return async () => {
    for (const { counted, name } of [...taken, { counted: daily, name: total }])
      await counted.reward(name, stored.bytes);
  };
}

/**
 * Counts what a call stores: messages, key packages, or an image. Call it in the call's transaction after all checks and
 * the count of its account, so refused calls and retries use up nothing. Limits what all accounts store through this
 * instance per day (UTC) to MESSAGE_DAILY_MIB, and what a client stores in 24 hours to a share of it, because anyone can
 * create accounts. Counts in memory: a total in the database would be a row that all messages wait for.
 * @throws ApiError 429 if the client has stored too much, or 503 if all accounts together have.
 */
export async function admitBytes(client: Client, stored: Stored): Promise<void> {
  const reserved = await reserveBytes(client, stored);
  if (!(reserved instanceof ApiError)) return;
  if (reserved.code === 429) countRefusal('messageBytes');
  throw reserved;
}
