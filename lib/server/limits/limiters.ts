import 'server-only';
import { getTableName } from 'drizzle-orm';
import { RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible';
import type { LimitName, RateLimits } from '@/lib/settings/setting-kinds';
import { forgettablePool } from '../db/client';
import { rateLimits } from '../db/limit-tables';
import { inTurn, type Limiter } from './in-turn';

/** Counted by each instance for itself: these calls are cheap and frequent, and must not cost a query more. */
export const COUNTED_HERE: readonly LimitName[] = ['read', 'stream', 'report', 'media'];

/** The pool of the moment: it is made anew after the database was closed. */
const storeClient = { query: (query: { text: string; values: unknown[] }) => forgettablePool().query(query) };

export type Limiters = Record<LimitName, Limiter>;

/**
 * A limiter of fixed windows for each kind of call. All instances on one database share the counts, save those that are
 * counted here. A key that has used its window up is refused from memory until the window ends, so a flood costs the
 * database next to nothing.
 */
export function createLimiters(limits: RateLimits): Limiters {
  const create = (name: LimitName): Limiter => {
    const { calls: points, seconds: duration } = limits[name];
    const options = { keyPrefix: name, points, duration };
    if (COUNTED_HERE.includes(name)) return new RateLimiterMemory(options);
    const shared = new RateLimiterPostgres({
      ...options,
      storeClient,
      storeType: 'pool',
      tableName: getTableName(rateLimits),
      tableCreated: true,
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
  };
}
