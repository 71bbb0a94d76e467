/** Constants of the server only; every public page loads all of lib/constants.ts. */

/** Maximum age of cached operator data that every request reads. */
export const CACHE_MS = 1_000;
/** Cleanup interval of expired nonces and sessions. */
export const CLEANING_INTERVAL_MS = 60_000;
/** Maximum price stream readers per instance. */
export const PRICE_STREAM_LIMIT = 1_000;
/** Lifetime of a price stream, so that no reader keeps its slot forever; browsers reconnect. */
export const PRICE_STREAM_LIFETIME_MS = 5 * 60_000;
/** Heartbeat interval of a silent stream. */
export const PRICE_HEARTBEAT_MS = 15_000;
/** Reconnect delay of stream readers. */
export const PRICE_STREAM_RETRY_MS = 3_000;
/** Maximum Markdown characters of one announcement per language. */
export const ARTICLE_BODY_LIMIT_CHARACTERS = 65_536;
/** Maximum open streams per client and instance. */
export const PRICE_STREAMS_PER_CLIENT = 20;
/**
 * Rate limits by kind of call: calls per client or account in a number of seconds, changed by RATE_LIMITS. `read` and
 * `write` cover all calls without their own kind.
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
/** Timeout of a request body. */
export const BODY_TIMEOUT_MS = 10_000;
/** Timeouts for a connection's headers and its whole request. */
export const HEADERS_TIMEOUT_MS = 15_000;
export const WHOLE_REQUEST_TIMEOUT_MS = 60_000;
/** Deadline for open requests while the server stops. */
export const STOP_DEADLINE_MS = 8_000;
/** Time without a response after which the operator's back end counts as unreachable; less than a caller waits. */
export const BACK_END_TIMEOUT_MS = 15_000;
/** Time without data after which its response is aborted; streams send keep-alives more often. */
export const BACK_END_SILENCE_MS = 120_000;
