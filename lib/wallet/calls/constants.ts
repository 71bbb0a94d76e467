/** Constants of voice calls. */

/** Maximum number of people in a call. Each sends audio to every other, so the upload grows with their number. */
export const MAX_PARTICIPANTS = 4;
/** How long a device rings. A device that receives an older invite lists the call as missed instead. */
export const RING_MS = 45_000;
/** Time limit for two devices to connect, and to reconnect after the network was lost. */
export const CONNECT_MS = 30_000;
export const RECONNECT_MS = 30_000;
/** Number of earlier calls for which replayed signals are recognized. */
export const REMEMBERED_CALLS = 64;
/** Delays before retrying a signal if the server is unreachable, in ms. */
export const SEND_RETRY_MS = [500, 2_000] as const;
/** How long a device collects ICE candidates before sending them, because each signal is a separate message. */
export const CANDIDATE_BATCH_MS = 150;
/** Intervals between readings of the call quality and of the microphone level. */
export const QUALITY_POLL_MS = 2_000;
export const LEVEL_POLL_MS = 100;
/** Quality thresholds: packet loss, round-trip time, and jitter. Words get lost above `poor`. */
export const FAIR_QUALITY = { lossRatio: 0.03, roundTripMs: 300, jitterMs: 30 } as const;
export const POOR_QUALITY = { lossRatio: 0.1, roundTripMs: 600, jitterMs: 80 } as const;
/** Renew TURN credentials that expire within this time before a connection uses them. */
export const CREDENTIAL_MARGIN_MS = 60_000;
