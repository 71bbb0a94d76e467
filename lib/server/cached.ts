import 'server-only';
import { CACHE_MS } from '@/lib/server-constants';

/** On the global object: Next gives routes and instrumentation a copy of this module each. */
const key = Symbol.for('tidewell.kept');
const registry = globalThis as typeof globalThis & { [key]?: { generation: number } };

function state() {
  registry[key] ??= { generation: 0 };
  return registry[key];
}

/** Has everything that is kept made anew at its next use, because what it was made from has changed. */
export function clearCache(): void {
  state().generation += 1;
}

/**
 * `make`, done at most once in KEPT_MS however many ask: for what every request reads and hardly anything changes. Other
 * instances may know a change that long before this one. `given` is that of whoever asks when it is made: the result must
 * not depend on it. What `make` throws is not kept.
 */
export function cached<Given extends unknown[], Result>(
  make: (...given: Given) => Promise<Result>,
): (...given: Given) => Promise<Result> {
  let memo: { result: Promise<Result>; madeAt: number; generation: number } | undefined;
  return (...given) => {
    const { generation } = state();
    if (memo?.generation === generation && performance.now() - memo.madeAt < CACHE_MS) return memo.result;
    const made = { result: make(...given), madeAt: performance.now(), generation };
    memo = made;
    made.result.catch(() => {
      if (memo === made) memo = undefined;
    });
    return made.result;
  };
}

/** `task`, done at most once in `everyMs` in this process; calls in between do nothing. A failed one is tried again. */
export function atMostEvery(everyMs: number, task: () => Promise<unknown>): () => Promise<void> {
  let doneAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (performance.now() - doneAt < everyMs) return;
    const before = doneAt;
    doneAt = performance.now();
    try {
      await task();
    } catch (error) {
      doneAt = before;
      throw error;
    }
  };
}
