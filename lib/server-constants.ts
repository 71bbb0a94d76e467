/** Constants of the server alone. Those of lib/constants.ts are carried, as a whole, by every public page. */

/** What the database holds of the operator's files and is read by every request is at most this old. */
export const CACHE_MS = 1_000;
/** Nonces and sessions that have ended are cleared away this often. */
export const CLEANING_INTERVAL_MS = 60_000;
/** Readers of the price stream that one instance serves. */
export const PRICE_STREAM_LIMIT = 1_000;
/** A price stream is ended after this time, so that no reader holds its place for ever; browsers open it again. */
export const PRICE_STREAM_LIFETIME_MS = 5 * 60_000;
/** A silent stream gives a sign of life this often. */
export const PRICE_HEARTBEAT_MS = 15_000;
/** Readers of a stream come back this long after its end. */
export const PRICE_STREAM_RETRY_MS = 3_000;
/** Characters of Markdown that one announcement may have in one language. */
export const ARTICLE_BODY_LIMIT_CHARACTERS = 65_536;
/** Streams that one client holds open at once on one instance. */
export const PRICE_STREAMS_PER_CLIENT = 20;
/**
 * How many calls one client, or one account, may make in how many seconds, by kind of call. RATE_LIMITS changes them.
 * `read` and `write` are all calls without a kind of their own.
 */
export const RATE_LIMITS = {
  nonce: { calls: 60, seconds: 60 },
  login: { calls: 30, seconds: 60 },
  verify: { calls: 120, seconds: 60 },
  upload: { calls: 10, seconds: 600 },
  write: { calls: 60, seconds: 60 },
  read: { calls: 1_200, seconds: 60 },
  stream: { calls: 60, seconds: 60 },
  report: { calls: 60, seconds: 60 },
  media: { calls: 1_200, seconds: 60 },
} as const;
/** A request's body must have arrived after this time. */
export const BODY_TIMEOUT_MS = 10_000;
/** A connection that has not sent its headers, or its whole request, after these times is closed. */
export const HEADERS_TIMEOUT_MS = 15_000;
export const WHOLE_REQUEST_TIMEOUT_MS = 60_000;
/** A stopping server finishes what it has begun within this time; what lasts longer is cut off. */
export const STOP_DEADLINE_MS = 8_000;
/** A back end of the operator's that is silent this long before its answer is out of reach: less than a caller waits. */
export const BACK_END_TIMEOUT_MS = 15_000;
/** An answer of it that has begun and is silent this long is cut: streams give signs of life more often. */
export const BACK_END_SILENCE_MS = 120_000;
