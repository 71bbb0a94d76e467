/** Constants that only the wallet uses. Every public page loads all of lib/constants.ts, so these are separate. */

/** Interval and duration of the search for a transaction whose hash the wallet did not return. */
export const ATTEMPT_POLL_MS = 4_000;
export const ATTEMPT_KEPT_MS = 30 * 60 * 1_000;
/** RPC timeout, number of retries, and delay before the first retry. */
export const NODE_TIMEOUT_MS = 10_000;
export const NODE_RETRIES = 2;
export const NODE_RETRY_MS = 150;
/** Age from which a real network's newest block counts as stale, and how often that is checked. */
export const HEAD_STALE_AFTER_MS = 600_000;
export const HEAD_POLL_MS = 60_000;
/** Retry interval for an unreachable chain. */
export const NODE_CHECK_MS = 4_000;
/** Retry interval after a failed transaction status request. */
export const FOLLOW_RETRY_MS = 3_000;
/** Maximum depth of a chain reorganization, in blocks. No current network exceeds it. */
export const REORG_DEPTH = 64n;
/** How often the blocks of mined transactions are compared with the chain: a block time of Ethereum. */
export const REORG_POLL_MS = 12_000;
/** Time after which a transaction counts as dropped if the RPC node doesn't have it. */
export const TRANSACTION_DROPPED_AFTER_MS = 60_000;
/** Minimum time to wait for a transaction's receipt, even if the transaction was sent long ago. */
export const TRANSACTION_LOOK_MS = 6_000;
/** Time after which a pending transaction can be sped up or canceled. */
export const TRANSACTION_STUCK_AFTER_MS = 30_000;
/** Time after which the sheet says what to do if the wallet doesn't answer a request. */
export const WALLET_SLOW_AFTER_MS = 60_000;
/** Time after which an opened DApp that has requested nothing counts as not connected. */
export const DAPP_SILENT_AFTER_MS = 10_000;
/** Lifetime of an EIP-2612 permit, which is signed for one transaction. */
export const PERMIT_DURATION_MS = 20 * 60 * 1_000;
/** Timeout for reading a wallet's capabilities, and polling interval for a batch's status. */
export const BATCH_ASK_MS = 1_500;
export const BATCH_POLL_MS = 1_000;
/** First and longest delay between attempts to verify a transaction on the server. */
export const VERIFY_RETRY_MS = { first: 1_000, longest: 30_000 } as const;
/** Polling interval for contract reads, and update interval for time-dependent values between reads. */
export const CONTRACT_POLL_MS = 12_000;
export const LIVE_TICK_MS = 1_000;
/** Decimal places of amounts that update every second. */
export const LIVE_AMOUNT_DECIMALS = 9;
export const KNOWN_RECIPIENTS_LIMIT = 100;
/** Maximum number of price alerts, and refresh interval of the currency list while any alert is active. */
export const PRICE_ALERT_LIMIT = 20;
export const RATE_POLL_MS = 60 * 60 * 1_000;
/** Name of the EIP-712 domain of statements about an account's messaging devices. */
export const MESSAGES_DOMAIN = 'Tidewell messages';
