import 'server-only';

/** Timings of a feed, in ms. */
export const FEED_TIMING = {
  /** Timeout for opening a socket … */
  handshakeMs: 10_000,
  /** … and for a silent one. */
  stallMs: 45_000,
  /** OKX closes a socket after 30 s of silence. */
  pingMs: 20_000,
  backoff: { firstMs: 1_000, longestMs: 60_000 },
  /** How often to check for markets to query over HTTP, … */
  restRoundMs: 3_000,
  /** … which are those that the socket has been silent about for this long. */
  restAfterMs: 20_000,
  restTimeoutMs: 5_000,
};

export type FeedTiming = typeof FEED_TIMING;

/**
 * Random wait (ms) before attempt `attempt` (from 0): up to `firstMs`, doubled each time, at most
 * `longestMs`. Full jitter, so that instances that lost a platform together do not reconnect together.
 */
export const backoff = (
  attempt: number,
  { firstMs, longestMs }: { firstMs: number; longestMs: number },
): number => Math.random() * Math.min(longestMs, firstMs * 2 ** Math.min(attempt, 30));

const DEFAULT_LIMIT = 1024 * 1024;

/**
 * Fetches a text of at most `limit` bytes.
 * @throws if the response is not 2xx, too large, or not there in time.
 */
export async function fetchText(url: string, timeoutMs: number, limit = DEFAULT_LIMIT): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`${new URL(url).host} answered ${response.status}`);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > limit) throw new Error(`${new URL(url).host} answered more than ${limit} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
