/** Maximum time to wait for the browser to be idle before deferred work runs. */
const IDLE_WAIT_MS = 2_000;

/**
 * Runs the callback once when the browser is idle, or after IDLE_WAIT_MS if `requestIdleCallback` is unavailable.
 * Returns a function that cancels it.
 */
export function whenIdle(callback: () => void): () => void {
  if (typeof window.requestIdleCallback === 'function') {
    const handle = window.requestIdleCallback(callback, { timeout: IDLE_WAIT_MS });
    return () => window.cancelIdleCallback(handle);
  }
  const timer = setTimeout(callback, IDLE_WAIT_MS);
  return () => clearTimeout(timer);
}
