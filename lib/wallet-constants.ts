/** Constants of the wallet alone. Those of lib/constants.ts are carried, as a whole, by every public page. */

/** How often, and for how long, the chain is asked about a deposit whose hash the wallet has not told. */
export const ATTEMPT_POLL_MS = 4_000;
export const ATTEMPT_KEPT_MS = 30 * 60 * 1_000;
/** How long a node is waited for, how often a refused question is asked again, and after how long at first. */
export const NODE_TIMEOUT_MS = 10_000;
export const NODE_RETRIES = 2;
export const NODE_RETRY_MS = 150;
/** How often a chain whose nodes do not answer is tried. */
export const NODE_CHECK_MS = 4_000;
/** A node that could not say what became of a transaction is asked again after this time. */
export const FOLLOW_RETRY_MS = 3_000;
/** After this time without a receipt a transaction that its node no longer knows counts as dropped. */
export const TRANSACTION_DROPPED_AFTER_MS = 60_000;
/** The least time that the node is given to tell of a transaction, however long it has been away. */
export const TRANSACTION_LOOK_MS = 6_000;
/** From when on a transaction waits longer than usual, and can be sent again at a higher fee, or cancelled. */
export const TRANSACTION_STUCK_AFTER_MS = 30_000;
/** An EIP-2612 permit is signed for the transaction at hand and useless after this time. */
export const PERMIT_DURATION_MS = 20 * 60 * 1_000;
/** How long a wallet is waited for that is asked what it can do, and how often it is asked what became of a batch. */
export const BATCH_ASK_MS = 1_500;
export const BATCH_POLL_MS = 1_000;
/** A verification that is too early is asked for again, ever more slowly. */
export const VERIFY_RETRY_MS = { first: 1_000, longest: 30_000 } as const;
/** How often a contract's figures are read, and how often those that move with time are counted on between two reads. */
export const CONTRACT_POLL_MS = 12_000;
export const LIVE_TICK_MS = 1_000;
/** Decimal places of amounts that are shown while they grow. */
export const LIVE_AMOUNT_DECIMALS = 9;
/** Recipients of withdrawals that a device remembers; the latest stay. */
export const KNOWN_RECIPIENTS_LIMIT = 100;
/** Price alerts that a device keeps, and how often the currencies' rates are asked for while one waits. */
export const PRICE_ALERT_LIMIT = 20;
export const RATE_POLL_MS = 60 * 60 * 1_000;
