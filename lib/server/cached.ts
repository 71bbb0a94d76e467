import 'server-only';

/** Cache lifetime of the operator data that every request reads. */
export const CACHE_MS = 1_000;

/** Stored on globalThis, because Next loads this module separately for routes and instrumentation. */
const key = Symbol.for('tidewell.kept');
const registry = globalThis as typeof globalThis & { [key]?: { generation: number } };

function state() {
  registry[key] ??= { generation: 0 };
  return registry[key];
}

/** Invalidates all cached results after their source has changed. */
export function clearCache(): void {
  state().generation += 1;
}

type Memo<Result> = { result: Promise<Result>; value?: Result; madeAt: number; generation: number };

/** Like `cached`, but can also return a result that is cached without a promise. */
export function cachedValue<Given extends unknown[], Result>(make: (...given: Given) => Promise<Result>) {
  let memo: Memo<Result> | undefined;
  const current = () => {
    const isCurrent = memo?.generation === state().generation && performance.now() - memo.madeAt < CACHE_MS;
    return isCurrent ? memo : undefined;
  };
  return {
    /** Returns the cached result, or undefined if there is none. */
    known: (): Result | undefined => current()?.value,
    read: (...given: Given): Promise<Result> => {
      const found = current();
      if (found) return found.result;
      const made: Memo<Result> = {
        result: make(...given),
        madeAt: performance.now(),
        generation: state().generation,
      };
      memo = made;
      made.result.then(
        (value) => {
          made.value = value;
        },
        () => {
          if (memo === made) memo = undefined;
        },
      );
      return made.result;
    },
  };
}

/**
 * Caches the result of `make` for CACHE_MS, for data that every request reads and that rarely changes. After a change,
 * other instances may return the old result until their cached copy expires. The result must not depend on the
 * arguments (`given`). Errors aren't cached.
 */
export const cached = <Given extends unknown[], Result>(
  make: (...given: Given) => Promise<Result>,
): ((...given: Given) => Promise<Result>) => cachedValue(make).read;

/**
 * Caches the result of `make` for each key for `ttlMs`. `make` sends an RPC request. Unlike `cached`, this also
 * caches errors for CACHE_MS, which limits requests to a failing endpoint. The number of keys must be small, because
 * none is evicted.
 */
export function cachedByKey<Result>(ttlMs: number) {
  type KeyMemo = { result: Promise<Result>; value?: Result; until: number; generation: number };
  const memos = new Map<string, KeyMemo>();
  const current = (key: string) => {
    const known = memos.get(key);
    return known?.generation === state().generation && performance.now() < known.until ? known : undefined;
  };
  const make = (key: string, run: () => Promise<Result>): Promise<Result> => {
    // Until it settles, all callers share this promise.
    const made: KeyMemo = {
      result: run(),
      until: Number.POSITIVE_INFINITY,
      generation: state().generation,
    };
    memos.set(key, made);
    made.result.then(
      (value) => {
        made.value = value;
        made.until = performance.now() + ttlMs;
      },
      () => {
        made.until = performance.now() + Math.min(ttlMs, CACHE_MS);
      },
    );
    return made.result;
  };
  return {
    /** Returns the cached result, or undefined if there is none, or if it is an error or pending. */
    known: (key: string): Result | undefined => current(key)?.value,
    read: (key: string, run: () => Promise<Result>): Promise<Result> =>
      current(key)?.result ?? make(key, run),
    /** Replaces the cached result. */
    renew: make,
  };
}
