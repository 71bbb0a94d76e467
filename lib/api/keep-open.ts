/** Delays before a stream is reopened, in ms. The last one repeats. */
const REOPEN_MS = [1_000, 6_000, 30_000, 120_000] as const;
/** A stream that was open for this long has worked, so that the delays start again. */
const LASTED_MS = 60_000;

/**
 * Keeps a stream of the API open: calls `read`, which reads it to its end, and again after a delay whenever that ends or
 * fails. Returns a function that stops it.
 */
export function keepOpen(read: (signal: AbortSignal) => Promise<void>): () => void {
  const abort = new AbortController();
  const { signal } = abort;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const open = async (attempt: number): Promise<void> => {
    const started = Date.now();
    try {
      await read(signal);
    } catch {
      // The API calls report an unreachable server.
    }
    if (signal.aborted) return;
    const next = Date.now() - started > LASTED_MS ? 0 : attempt + 1;
    const [ms = 0] = REOPEN_MS.slice(Math.min(next, REOPEN_MS.length - 1));
    // Jitter spreads the reconnects after a server restart.
    timer = setTimeout(() => void open(next), ms * (1 + Math.random()));
  };
  void open(0);
  return () => {
    clearTimeout(timer);
    abort.abort();
  };
}
