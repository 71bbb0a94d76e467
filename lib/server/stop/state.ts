import 'server-only';

type State = { isStopping: boolean; callbacks: Set<() => void> };

/** Stored on globalThis, because Next loads this module separately for routes and instrumentation. */
const key = Symbol.for('tidewell.stopping');
const shared = globalThis as typeof globalThis & { [key]?: State };

function state(): State {
  shared[key] ??= { isStopping: false, callbacks: new Set() };
  return shared[key];
}

/** Returns whether this instance is stopping and therefore no longer ready. */
export const isStopping = (): boolean => state().isStopping;

/**
 * Runs `callback` when this instance begins to stop, or immediately if the stop has already begun. Returns a function
 * that cancels it.
 */
export function whenStopping(callback: () => void): () => void {
  const { callbacks } = state();
  if (isStopping()) callback();
  else callbacks.add(callback);
  return () => callbacks.delete(callback);
}

export function markStopping(): void {
  const { callbacks } = state();
  state().isStopping = true;
  for (const callback of callbacks) callback();
  callbacks.clear();
}
