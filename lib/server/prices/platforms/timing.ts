import 'server-only';

/** Milliseconds by which a feed lives. */
export const FEED_TIMING = {
  /** A socket is given up that does not open by then … */
  handshakeMs: 10_000,
  /** … or that gives no sign of life for so long. */
  stallMs: 45_000,
  /** OKX closes a socket that is silent for 30 s. */
  pingMs: 20_000,
  backoff: { firstMs: 1_000, longestMs: 60_000 },
  /** How often is looked for markets to ask for over HTTP, … */
  restRoundMs: 3_000,
  /** … which are those that the socket has told nothing of for so long. */
  restAfterMs: 20_000,
  restTimeoutMs: 5_000,
};

export type FeedTiming = typeof FEED_TIMING;
