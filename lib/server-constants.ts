/** Server-only constants. They aren't in lib/constants.ts, because every public page loads all of that file. */

/** Cache lifetime of the operator data that every request reads. */
export const CACHE_MS = 1_000;
/** Interval between cleanups of expired nonces, sessions, and rate-limit counts, on each instance. */
export const CLEANING_INTERVAL_MS = 60_000;
/** Maximum number of price stream readers per instance. */
export const PRICE_STREAM_LIMIT = 1_000;
/** Maximum lifetime of a price stream, so that no reader holds its slot forever. Browsers reconnect. */
export const PRICE_STREAM_LIFETIME_MS = 5 * 60_000;
/** Interval between heartbeats on an idle price stream. */
export const PRICE_HEARTBEAT_MS = 15_000;
/** Delay before a disconnected reader of a price stream reconnects. */
export const PRICE_STREAM_RETRY_MS = 3_000;
/** Maximum number of message stream readers per instance. */
export const MESSAGE_STREAM_LIMIT = 1_000;
/** Maximum number of open message streams per account on one instance: one per device, and some that haven't closed yet. */
export const MESSAGE_STREAMS_PER_ACCOUNT = 20;
/** Maximum number of open message streams per client, and per IPv6 /48 network, on one instance. Accounts are free. */
export const MESSAGE_STREAMS_PER_CLIENT = 40;
export const MESSAGE_STREAMS_PER_NETWORK = 100;
/** Maximum lifetime, heartbeat interval, and delay before a reconnect of a message stream. */
export const MESSAGE_STREAM_LIFETIME_MS = 5 * 60_000;
export const MESSAGE_HEARTBEAT_MS = 15_000;
export const MESSAGE_STREAM_RETRY_MS = 3_000;
/** How long reports of accounts are kept, in days, so that the operator can compare them over months. */
export const REPORT_RETENTION_DAYS = 180;
/** Maximum length of an announcement's Markdown in one language. */
export const ARTICLE_BODY_LIMIT_CHARACTERS = 65_536;
/** Maximum number of open price streams per client on one instance. */
export const PRICE_STREAMS_PER_CLIENT = 20;
/** Maximum number of open price streams of all clients of an IPv6 /48 network together, on one instance. */
export const PRICE_STREAMS_PER_NETWORK = 100;
/** Maximum number of open event streams from a back end per client, per IPv6 /48 network, and in total on one instance. */
export const BACK_END_STREAMS = { perClient: 40, perNetwork: 200, total: 2_000 };
/**
 * Maximum number of open connections per client, per IPv6 /48 network, and in total on one instance. The total applies to
 * clients, to proxies in TRUSTED_PROXIES, and to this machine separately. A browser opens up to six, many visitors may share
 * an IPv4 address, and a mobile network may assign each subscriber a /64 of one /48.
 */
export const CONNECTIONS = { perClient: 512, perNetwork: 2_048, total: 8_192 };
/** Maximum size of a body that is forwarded to a back end: the largest upload of the API, and room for its form. */
export const BACK_END_BODY_LIMIT_BYTES = 3 * 1_024 * 1_024;
/**
 * Default rate limits by kind of call, which the RATE_LIMITS setting overrides. `calls` is the maximum per client or
 * account within `seconds`. `read` and `write` apply to all calls without a limit of their own.
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
  message: { calls: 600, seconds: 60 },
  iceServers: { calls: 30, seconds: 60 },
  image: { calls: 300, seconds: 60 },
  imageUpload: { calls: 60, seconds: 600 },
} as const;
/** Maximum size of a call that sends a message or a commit with its welcome: 64 KiB each in base64, and the recipients. */
export const MESSAGE_BODY_BYTES = 256 * 1_024;
/** Maximum size of a call that stores key packages. */
export const KEY_PACKAGES_BODY_BYTES = 512 * 1_024;
/** Timeout for reading a request body. */
export const BODY_TIMEOUT_MS = 10_000;
/** Timeouts for receiving a request's headers and the whole request. */
export const HEADERS_TIMEOUT_MS = 15_000;
export const WHOLE_REQUEST_TIMEOUT_MS = 60_000;
/** How long a connection may go without data. Must be more than BACK_END_SILENCE_MS. Streams send heartbeats more often. */
export const CONNECTION_SILENCE_MS = 150_000;
/**
 * How long a connection may be idle between requests. More than the 60 seconds for which common proxies keep idle
 * connections: a connection that the server closes while the proxy sends a request on it fails that request.
 */
export const KEEP_ALIVE_MS = 65_000;
/** How long open requests may keep running while the server shuts down. */
export const STOP_DEADLINE_MS = 8_000;
/**
 * Time to wait for a response before the operator's back end counts as unreachable. Must be less than
 * REQUEST_TIMEOUT_MS.
 */
export const BACK_END_TIMEOUT_MS = 15_000;
/** How long a back-end response may go without data before it's aborted. Streams send keep-alives more often. */
export const BACK_END_SILENCE_MS = 120_000;
