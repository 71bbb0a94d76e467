import { headers, streamUrl } from './client';
import { readEventLines } from './event-lines';

/** Delays before the stream is reopened, in ms. The last one repeats. */
const REOPEN_MS = [1_000, 6_000, 30_000, 120_000] as const;
/** A stream that was open for this long has worked, so that the delays start again. */
const LASTED_MS = 60_000;

/**
 * Follows the events of the user's cards while the page is visible. Browsers allow few connections per host, and hidden
 * tabs would use them up. `onChange` is called for each event, and whenever the stream opens, because events may have been
 * missed. Returns a function that stops it.
 */
export function followCard(onChange: () => void): () => void {
  let abort = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const read = async (signal: AbortSignal): Promise<void> => {
    const url = streamUrl('/card/stream', {});
    // EventSource can't set headers, and a session token in the query string would appear in logs.
    const response = await fetch(url, { headers: headers(url), signal });
    if (!response.ok || !response.body) throw new Error(`the stream answered ${response.status}`);
    onChange();
    await readEventLines(response.body, () => {
      if (!signal.aborted) onChange();
    });
  };
  const open = async (attempt: number, signal: AbortSignal): Promise<void> => {
    const started = Date.now();
    try {
      await read(signal);
    } catch {
      // The API calls report an unreachable server.
    }
    if (signal.aborted) return;
    const next = Date.now() - started > LASTED_MS ? 0 : attempt + 1;
    const [ms = 0] = REOPEN_MS.slice(Math.min(next, REOPEN_MS.length - 1));
    // At different times, after a server has restarted.
    timer = setTimeout(() => void open(next, signal), ms * (1 + Math.random()));
  };
  const stop = () => {
    clearTimeout(timer);
    abort.abort();
  };
  const follow = () => {
    stop();
    if (document.visibilityState !== 'visible') return;
    abort = new AbortController();
    void open(0, abort.signal);
  };

  document.addEventListener('visibilitychange', follow);
  follow();
  return () => {
    document.removeEventListener('visibilitychange', follow);
    stop();
  };
}
