/** Constants that only the wallet uses. Every public page loads all of lib/constants.ts, so these are separate. */

/**
 * How often nodes are asked for a pending transaction: in its first minutes, with a known hash (`fresh`) or without
 * (`recent`), and later (`old`: a block time of Ethereum). `declined` if it wasn't sent, according to the wallet or the user.
 */
export const TRACK_POLL_MS = { fresh: 1_000, recent: 4_000, old: 12_000, declined: 60_000 } as const;
export const TRACK_RECENT_MS = 600_000;
/** How long a request is looked for on chain that was not sent, according to the wallet or the user. */
export const DECLINED_KEPT_MS = 24 * 60 * 60 * 1_000;
/** How long an order waits for its approval to be confirmed, before the user must act. */
export const APPROVAL_WAIT_MS = 120_000;
/** RPC timeout, number of retries, and delay before the first retry. */
export const NODE_TIMEOUT_MS = 10_000;
export const NODE_RETRIES = 2;
export const NODE_RETRY_MS = 150;
/** Age from which a real network's newest block counts as stale, and how often that is checked. */
export const HEAD_STALE_AFTER_MS = 600_000;
export const HEAD_POLL_MS = 60_000;
/** Retry interval for an unreachable chain. */
export const NODE_CHECK_MS = 4_000;
/** Maximum depth of a chain reorganization, in blocks. No current network exceeds it. */
export const REORG_DEPTH = 64n;
/** How often the blocks of mined transactions are compared with the chain: a block time of Ethereum. */
export const REORG_POLL_MS = 12_000;
/** Time after which the page says that no node shows a transaction. */
export const TRANSACTION_MISSING_AFTER_MS = 15_000;
/** Time after which a pending transaction can be sped up or canceled. */
export const TRANSACTION_STUCK_AFTER_MS = 30_000;
/** Time after which the sheet says what to do if the wallet doesn't answer a request. */
export const WALLET_SLOW_AFTER_MS = 60_000;
/** Time after which an opened DApp that has requested nothing counts as not connected. */
export const DAPP_SILENT_AFTER_MS = 10_000;
/** Lifetime of an EIP-2612 permit, which is signed for one transaction. */
export const PERMIT_DURATION_MS = 20 * 60 * 1_000;
/** How long a wallet may take to answer what needs no decision of its user. */
export const WALLET_READ_MS = 10_000;
/** Timeout for reading a wallet's capabilities, or a batch's status. */
export const BATCH_ASK_MS = 1_500;
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
