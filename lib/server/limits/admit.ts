import 'server-only';
import { getTableName } from 'drizzle-orm';
import pLimit, { type LimitFunction } from 'p-limit';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Address } from 'viem';
import { rateLimits } from '@/lib/server/db/config-tables';
import { COUNTER_CONNECTIONS, counterPool } from '@/lib/server/db/database';
import { serverEnv } from '@/lib/settings/env';
import type { LimitName, RateLimits } from '@/lib/settings/setting-kinds';
import { ApiError } from '../http/api-error';
import { type Client, clientOf } from '../http/client-address';
import { countRefusal } from '../metrics/count';

/** Counts calls by key, with the interface of `rate-limiter-flexible`. */
type Limiter = { consume: (key: string, calls?: number) => Promise<RateLimiterRes> };

/** Calls with the same key that are being counted. If the database fails, all calls in the queue fail, too. */
type Turn = { limit: LimitFunction; waiting: number; outage: unknown };

/**
 * Counts the calls with the same key a few at a time, so that a flood from one client doesn't fill the connection pool
 * before the first rejection. After that, the limiter rejects the client's calls from memory. Rethrows the limiter's
 * errors.
 */
function inTurn(limiter: Limiter): Limiter {
  const turns = new Map<string, Turn>();
  const count = async (key: string, turn: Turn, calls?: number): Promise<RateLimiterRes> => {
    if (turn.outage !== undefined) throw turn.outage;
    try {
      return await limiter.consume(key, calls);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) turn.outage = refusal;
      throw refusal;
    }
  };
  return {
    consume: async (key, calls) => {
      // Limit concurrent calls to the number of connections. More would only wait in the pool, ahead of other clients.
      const turn = turns.get(key) ?? {
        limit: pLimit(COUNTER_CONNECTIONS),
        waiting: 0,
        outage: undefined,
      };
      turns.set(key, turn);
      turn.waiting += 1;
      try {
        return await turn.limit(() => count(key, turn, calls));
      } finally {
        turn.waiting -= 1;
        // Discard the recorded outage, so that the next calls try the database again.
        if (turn.waiting === 0) turns.delete(key);
      }
    },
  };
}

/** Limits that are counted in memory, because their calls are frequent and shouldn't cost an extra query. */
const IN_MEMORY_LIMITS: readonly LimitName[] = [
  'read',
  'stream',
  'report',
  'media',
  'message',
  'iceServers',
  'image',
];

/** Looks up the pool for each query, because a new pool is created if the database was closed. */
const storeClient = { query: (query: { text: string; values: unknown[] }) => counterPool().query(query) };

type Limiters = Record<LimitName, Limiter>;

/**
 * Creates a fixed-window limiter for each kind of call. If `isShared`, all instances with the same database share the
 * counts. Otherwise, all counts are in memory. Once a key exceeds its limit, its calls are rejected from memory until
 * the window ends, so a flood adds almost no load to the database.
 */
export function createLimiters(limits: RateLimits, isShared = true): Limiters {
  const create = (name: LimitName): Limiter => {
    const { calls: points, seconds: duration } = limits[name];
    const options = { keyPrefix: name, points, duration };
    if (!isShared || IN_MEMORY_LIMITS.includes(name)) return new RateLimiterMemory(options);
    const shared = new RateLimiterPostgres({
      ...options,
      storeClient,
      storeType: 'pool',
      tableName: getTableName(rateLimits),
      tableCreated: true,
      // lib/server/db/clean-up.ts deletes expired counts, in batches.
      clearExpiredByTimeout: false,
      inMemoryBlockOnConsumed: points,
    });
    return inTurn(shared);
  };
  return {
    nonce: create('nonce'),
    login: create('login'),
    verify: create('verify'),
    upload: create('upload'),
    write: create('write'),
    read: create('read'),
    stream: create('stream'),
    report: create('report'),
    media: create('media'),
    message: create('message'),
    iceServers: create('iceServers'),
    image: create('image'),
    imageUpload: create('imageUpload'),
  };
}

/**
 * Limit of an IPv6 /48 network, as a multiple of one client's limit. A subscriber may have a whole /48, but a mobile
 * network may assign each subscriber a /64 of one.
 */
export const NETWORK_FACTOR = 16;

type NetworkLimiters = Record<LimitName, RateLimiterMemory>;

/** Creates the limiters of IPv6 networks. They count in memory to avoid queries. */
function createNetworkLimiters(limits: RateLimits): NetworkLimiters {
  const entries = Object.entries(limits).map(([name, { calls, seconds: duration }]) => {
    const options = { keyPrefix: `network ${name}`, points: calls * NETWORK_FACTOR, duration };
    return [name, new RateLimiterMemory(options)] as const;
  });
  return Object.fromEntries(entries) as NetworkLimiters;
}

/** Stored on globalThis, because Next may load this module several times, but the counts must be shared. */
const key = Symbol.for('tidewell.limiters');
const networkKey = Symbol.for('tidewell.network-limiters');
const registry = globalThis as typeof globalThis & { [key]?: Limiters; [networkKey]?: NetworkLimiters };

function limiters(): Limiters {
  const { RATE_LIMITS, API_ORIGIN } = serverEnv();
  // A site with a separate back end has no database.
  registry[key] ??= createLimiters(RATE_LIMITS, API_ORIGIN === undefined);
  return registry[key];
}

function networkLimiters(): NetworkLimiters {
  registry[networkKey] ??= createNetworkLimiters(serverEnv().RATE_LIMITS);
  return registry[networkKey];
}

/** Resets this instance's counts and reloads the limits. */
export function resetLimits(): void {
  delete registry[key];
  delete registry[networkKey];
}

function tooMany(limit: LimitName, { msBeforeNext }: RateLimiterRes): ApiError {
  countRefusal(limit);
  return new ApiError(429, 'tooMany', { retryAfter: Math.max(1, Math.ceil(msBeforeNext / 1_000)) });
}

/**
 * Counts one or more calls. Rejects them if the database doesn't respond, because calls counted there (sign-ins, verifications,
 * uploads) need it anyway, and an attacker could otherwise make them without limit.
 * @throws ApiError 429 or 503.
 */
async function take(limit: LimitName, who: string, calls = 1): Promise<void> {
  try {
    await limiters()[limit].consume(who, calls);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes))
      throw new ApiError(503, 'unavailable', null, { cause: refusal });
    throw tooMany(limit, refusal);
  }
}

/**
 * Counts calls toward their IPv6 network, before they cost a query. Returns a function that takes the count back, for calls
 * whose client is refused, so that they don't count against its neighbors.
 * @throws ApiError 429 if the network has used up its limit.
 */
async function takeOfNetwork(limit: LimitName, network: string, calls: number): Promise<() => Promise<void>> {
  const limiter = networkLimiters()[limit];
  const count = await limiter.penalty(network, calls);
  const endsAt = Date.now() + count.msBeforeNext;
  const giveBack = async () => {
    // The next window starts without this call.
    if (Date.now() < endsAt) await limiter.reward(network, calls);
  };
  if (count.consumedPoints <= limiter.points) return giveBack;
  await giveBack();
  throw tooMany(limit, count);
}

/**
 * Returns whether a call is exempt from the limit. Local reads are exempt: they come from health checks, benchmarks, or
 * visitors behind a proxy that TRUSTED_PROXIES doesn't list, who would all count as one client.
 */
const isFree = (limit: LimitName, { isLocal }: Client) => limit === 'read' && isLocal;

/**
 * Counts one or more calls toward the rate limits of their client and the client's IPv6 network.
 * @throws ApiError 429 with the seconds to wait, or 503 if they can't be counted.
 */
export async function admitCalls(limit: LimitName, client: Client, calls: number): Promise<void> {
  if (isFree(limit, client)) return;
  const { id, network } = client;
  const giveBack = network === null ? null : await takeOfNetwork(limit, network, calls);
  try {
    await take(limit, id, calls);
  } catch (refusal) {
    await giveBack?.();
    throw refusal;
  }
}

/** Counts a request toward the rate limits of its client, like `admitCalls`. @throws ApiError 429 or 503. */
export const admitClient = (limit: LimitName, request: Request): Promise<void> =>
  admitCalls(limit, clientOf(request), 1);

/**
 * Counts one or more calls against a signed-in account, no matter which client it comes from. An unproven address is never
 * counted, because anyone could then lock out its owner.
 * @throws ApiError 429 or 503.
 */
export const admitAccount = (limit: LimitName, address: Address, calls = 1): Promise<void> =>
  take(limit, address, calls);
