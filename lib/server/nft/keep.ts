import 'server-only';
import { LRUCache } from 'lru-cache';
import { FAILURE_KEPT_MS, KEPT_BYTES } from './limits';
import { NftError } from './nft-error';

type Kept = { value: unknown } | { failure: NftError };
type Making = { make: () => Promise<unknown>; sizeOf: (value: unknown) => number };

/** A note of what is kept, and its place. */
const OVERHEAD_BYTES = 512;

const kept = new LRUCache<string, Kept, Making>({
  maxSize: KEPT_BYTES,
  fetchMethod: async (_key, _stale, { options, context: { make, sizeOf } }) => {
    try {
      const value = await make();
      options.size = OVERHEAD_BYTES + sizeOf(value);
      return { value };
    } catch (error) {
      if (!(error instanceof NftError)) throw error;
      options.size = OVERHEAD_BYTES;
      options.ttl = Math.min(options.ttl ?? FAILURE_KEPT_MS, FAILURE_KEPT_MS);
      return { failure: error };
    }
  },
});

/**
 * Makes what is not kept yet, once however many ask for it, and keeps it for `ttlMs`: a finding of what is wrong with it
 * (NftError) for FAILURE_KEPT_MS at most, any other error not at all.
 */
export async function keep<Value>(
  key: string,
  ttlMs: number,
  make: () => Promise<Value>,
  sizeOf: (value: Value) => number = () => 0,
): Promise<Value> {
  const context = { make, sizeOf: sizeOf as Making['sizeOf'] };
  const found = await kept.fetch(key, { context, ttl: ttlMs });
  if (found === undefined) throw new Error('what was made was not kept');
  if ('failure' in found) throw found.failure;
  return found.value as Value;
}
