import { headers, streamUrl } from './client';
import { readEventLines } from './event-lines';
import { keepOpen } from './keep-open';

/**
 * Follows the events of the user's cards while the page is visible. Browsers allow few connections per host, and hidden
 * tabs would use them up. `onChange` is called for each event, and whenever the stream opens, because events may have been
 * missed. Returns a function that stops it.
 */
export function followCard(onChange: () => void): () => void {
  let stop = () => {};
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
  const follow = () => {
    stop();
    stop = document.visibilityState === 'visible' ? keepOpen(read) : () => {};
  };

  document.addEventListener('visibilitychange', follow);
  follow();
  return () => {
    document.removeEventListener('visibilitychange', follow);
    stop();
  };
}
