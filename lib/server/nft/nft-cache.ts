import 'server-only';
import { LRUCache } from 'lru-cache';
import type { Client } from '../http/client-address';
import { createClientTurns } from '../limits/client-turn';
import {
  CACHE_LIMIT_BYTES,
  CLIENT_CONCURRENT,
  CLIENT_WAITING,
  FAILURE_CACHE_MS,
  FETCH_TIMEOUT_MS,
  NETWORK_CONCURRENT,
  NETWORK_WAITING,
  NftError,
} from './limits';

type Entry = { value: unknown } | { failure: NftError };
type Context = { make: () => Promise<unknown>; sizeOf: (value: unknown) => number };

/** Estimated size of a cache entry, not counting its value. */
const OVERHEAD_BYTES = 512;

const cache = new LRUCache<string, Entry, Context>({
  maxSize: CACHE_LIMIT_BYTES,
  fetchMethod: async (_key, _stale, { options, context: { make, sizeOf } }) => {
    try {
      const value = await make();
      options.size = OVERHEAD_BYTES + sizeOf(value);
      return { value };
    } catch (error) {
      if (!(error instanceof NftError)) throw error;
      options.size = OVERHEAD_BYTES;
      options.ttl = Math.min(options.ttl ?? FAILURE_CACHE_MS, FAILURE_CACHE_MS);
      return { failure: error };
    }
  },
});

/** Runs a load in the turn of the client that requested it. */
export const inClientTurn = createClientTurns({
  limit: 'media',
  perClient: { concurrent: CLIENT_CONCURRENT, waiting: CLIENT_WAITING },
  perNetwork: { concurrent: NETWORK_CONCURRENT, waiting: NETWORK_WAITING },
  retryAfter: FETCH_TIMEOUT_MS / 1_000,
});

/**
 * Returns the cached value of `key`. On a miss, calls `make` in the client's turn, once for all concurrent callers,
 * and caches the result for `ttlMs`. Caches a problem with the NFT (NftError) for a shorter time, and no other
 * errors.
 * @throws ApiError 429 if too many requests of the client or its network are waiting.
 */
export async function keep<Value>(
  client: Pick<Client, 'id' | 'network'>,
  key: string,
  ttlMs: number,
  make: () => Promise<Value>,
  sizeOf: (value: Value) => number = () => 0,
): Promise<Value> {
  const context = { make, sizeOf: sizeOf as Context['sizeOf'] };
  // Each caller waits for its own turn before it joins another's load, which is then running.
  const found =
    cache.get(key) ?? (await inClientTurn(client, () => cache.fetch(key, { context, ttl: ttlMs })));
  if (found === undefined) throw new Error('the value was not cached');
  if ('failure' in found) throw found.failure;
  return found.value as Value;
}
