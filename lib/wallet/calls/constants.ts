/** Constants of voice calls. Apart from lib/wallet-constants.ts, so that the wallet's first load doesn't include them. */

/** Most people in one call. Each sends to each other, so the upload grows with their number. */
export const MOST_PARTICIPANTS = 4;
/** How long a device rings. A device that gets an older invite doesn't ring, and lists the call as missed. */
export const RING_MS = 45_000;
/** How long two devices may take to connect, and to connect again after the network was lost. */
export const CONNECT_MS = 30_000;
export const RECONNECT_MS = 30_000;
/** Number of earlier calls whose signals are recognized as replayed. */
export const REMEMBERED_CALLS = 64;
/** Delays before a signal is sent again if the server can't be reached, in ms. */
export const SEND_RETRY_MS = [500, 2_000] as const;
/** How long a device collects network candidates before it sends them. Each signal is a message of its own. */
export const CANDIDATE_BATCH_MS = 150;
/** Interval between two readings of a call's quality, and of the microphone's level. */
export const QUALITY_POLL_MS = 2_000;
export const LEVEL_POLL_MS = 100;
/** Quality thresholds: share of lost packets, round-trip time, and jitter. Above `poor`, words get lost. */
export const FAIR_QUALITY = { lossRatio: 0.03, roundTripMs: 300, jitterMs: 30 } as const;
export const POOR_QUALITY = { lossRatio: 0.1, roundTripMs: 600, jitterMs: 80 } as const;
/** Renew TURN credentials that expire sooner than this, before a connection uses them. */
export const CREDENTIAL_MARGIN_MS = 60_000;
