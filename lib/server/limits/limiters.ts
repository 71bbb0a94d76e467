import 'server-only';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { areaPool, COUNTER_CONNECTIONS, NONCE_CONNECTIONS } from '@/lib/server/db/database';
import { serverEnv } from '@/lib/settings/env';
import type { LimitName, RateLimits } from '@/lib/settings/setting-kinds';
import { SharedLimiter } from './shared-limiter';

/** Limits that are counted in memory, because their calls are frequent and shouldn't cost an extra query. */
const IN_MEMORY_LIMITS: readonly LimitName[] = [
  'read',
  'dailyPrices',
  'stream',
  'report',
  'media',
  'message',
  'iceServers',
  'image',
];

/**
 * Limits that are counted in the statement that stores or deletes a nonce, and so over its connections. A locked table of
 * nonces would otherwise hold the connections that count other calls.
 */
const NONCE_LIMITS: readonly LimitName[] = ['nonce', 'login'];

type Limiter = RateLimiterMemory | SharedLimiter;
type Limiters = Record<LimitName, Limiter>;

/**
 * Creates a fixed-window limiter for each kind of call. If `isShared`, all instances with the same database share the
 * counts. Otherwise, all counts are in memory.
 */
export function createLimiters(limits: RateLimits, isShared = true): Limiters {
  const create = (name: LimitName): Limiter => {
    const { calls, seconds } = limits[name];
    if (!isShared || IN_MEMORY_LIMITS.includes(name))
      return new RateLimiterMemory({ keyPrefix: name, points: calls, duration: seconds });
    const isNonce = NONCE_LIMITS.includes(name);
    return new SharedLimiter({
      name,
      calls,
      seconds,
      pool: () => areaPool(isNonce ? 'nonce' : 'counter'),
      connections: isNonce ? NONCE_CONNECTIONS : COUNTER_CONNECTIONS,
    });
  };
  return {
    nonce: create('nonce'),
    login: create('login'),
    verify: create('verify'),
    upload: create('upload'),
    write: create('write'),
    read: create('read'),
    dailyPrices: create('dailyPrices'),
    stream: create('stream'),
    report: create('report'),
    media: create('media'),
    message: create('message'),
    iceServers: create('iceServers'),
    image: create('image'),
    imageUpload: create('imageUpload'),
    card: create('card'),
    cardNumber: create('cardNumber'),
    cardWithdrawal: create('cardWithdrawal'),
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

/** Returns the limiters of this instance, by kind of call. */
export function limiters(): Limiters {
  const { RATE_LIMITS, API_ORIGIN } = serverEnv();
  // A site with a separate back end has no database.
  registry[key] ??= createLimiters(RATE_LIMITS, API_ORIGIN === undefined);
  return registry[key];
}

/** Returns the limiters of IPv6 networks, by kind of call. */
export function networkLimiters(): NetworkLimiters {
  registry[networkKey] ??= createNetworkLimiters(serverEnv().RATE_LIMITS);
  return registry[networkKey];
}

/** Resets this instance's counts and reloads the limits. */
export function resetLimits(): void {
  delete registry[key];
  delete registry[networkKey];
}
