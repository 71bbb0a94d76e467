import 'server-only';

/** Timings of a feed, in ms. */
export const FEED_TIMING = {
  /** Timeout for opening a socket. */
  handshakeMs: 10_000,
  /** How long a socket may be silent before it's closed. */
  stallMs: 45_000,
  /** Interval between pings. OKX closes a socket after 30 seconds of silence. */
  pingMs: 20_000,
  backoff: { firstMs: 1_000, longestMs: 60_000 },
  /** How often to check for markets to poll over HTTP. */
  restRoundMs: 3_000,
  /** Time without socket data for a market, after which the market is polled over HTTP. */
  restAfterMs: 20_000,
  restTimeoutMs: 5_000,
};

export type FeedTiming = typeof FEED_TIMING;

/**
 * Returns a random delay (ms) before retry number `attempt` (from 0). Its maximum is `firstMs`, doubled with each
 * attempt, up to `longestMs`. Full jitter keeps instances from reconnecting at the same time.
 */
export const backoff = (
  attempt: number,
  { firstMs, longestMs }: { firstMs: number; longestMs: number },
): number => Math.random() * Math.min(longestMs, firstMs * 2 ** Math.min(attempt, 30));

const DEFAULT_LIMIT = 1024 * 1024;

/**
 * Fetches a text response of at most `limit` bytes.
 * @throws if the status isn't 2xx, the response is too large, or the request takes longer than `timeoutMs`.
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
