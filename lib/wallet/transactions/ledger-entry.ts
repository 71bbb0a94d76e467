import { type Address, type Hash, isAddress, type TransactionReceipt } from 'viem';
import { isVerifiedKind, type TransactionKind } from './transaction-kinds';

export type CallBatch = {
  /** The wallet's ID for the batch. */
  id: string;
  /** Used to find the batch on chain: the contract of its last call, and the latest block when it was sent (decimal). */
  contract: Address;
  fromBlock: string;
};

export function isCallBatch(value: unknown): value is CallBatch {
  if (typeof value !== 'object' || value === null) return false;
  const { id, contract, fromBlock } = value as Record<string, unknown>;
  return (
    typeof id === 'string' &&
    typeof contract === 'string' &&
    isAddress(contract) &&
    typeof fromBlock === 'string' &&
    /^\d{1,20}$/.test(fromBlock)
  );
}

/** The tokens of a swap, and the minimum amount to receive. */
export type Trade = {
  /** Token address, or NATIVE_TOKEN for the native currency. */
  sold: Address;
  bought: Address;
  /** The wrapped native token. Its events show amounts of native currency, which has no events itself. */
  wrapped: Address;
  /** Coin ID, symbol, and decimals of the token bought. */
  coinId: number;
  symbol: string;
  decimals: number;
  /** Minimum received, in base units as an integer string. */
  minimumRaw: string;
};

/** The user's intent for a transaction. */
export type TransactionIntent = {
  kind: TransactionKind;
  coinId: number;
  /** Base units as an integer string, because JSON has no bigint. */
  amountRaw: string;
  decimals: number;
  symbol: string;
  /** For an approval or revocation: the spender. */
  spender?: Address;
  /** For an approval: the kind of transaction that needs it. */
  purpose?: TransactionKind;
  /**
   * For a revocation: the approved token. For a payment or deposit: the token sent, or NATIVE_TOKEN for the native
   * currency.
   */
  token?: Address;
  /** For a deposit or withdrawal: the vault. For a withdrawal: its maximum fee (`feeRaw`) in base units. */
  vault?: Address;
  /** For a withdrawal, payment, or NFT transfer: the recipient. */
  recipient?: Address;
  feeRaw?: string;
  /** For an ERC-721 token: its `nftId`. */
  nft?: string;
  /** For a redemption or early exit: the pledge's ID in the contract, as a decimal string. */
  pledgeId?: string;
  /** For a pledge, or its approval: the term's ID in the contract, as a decimal string. */
  termId?: string;
  /**
   * When the tokens of a pledge unlock, or the sale of a contribution ends, as expected at the time of the review, in
   * seconds since the epoch.
   */
  unlocksAt?: number;
  trade?: Trade;
};

/** Ways to replace a pending transaction: with the same call at a higher fee, or with a cancellation. */
export const replacementKinds = ['speedUp', 'cancel'] as const;
export type ReplacementKind = (typeof replacementKinds)[number];

/** A transaction sent from this browser to replace another one. `at` is in ms since the epoch. */
export type SentReplacement = { hash: Hash; kind: ReplacementKind; at: number };

/** The block that a transaction was mined in. `number` is decimal, because JSON has no bigint. */
export type MinedBlock = { number: string; hash: Hash };

export const blockOf = ({
  blockNumber,
  blockHash,
}: Pick<TransactionReceipt, 'blockNumber' | 'blockHash'>): MinedBlock => ({
  number: blockNumber.toString(),
  hash: blockHash,
});

export type LedgerEntry = TransactionIntent & {
  /** The first transaction hash or the batch ID. It stays the same when the transaction is replaced. */
  id: Hash;
  /** Hash of the latest transaction, which is tracked. Null for a batch whose transaction is unknown. */
  hash: Hash | null;
  /** Set if the call was sent in a batch with its approval. */
  batch?: CallBatch;
  /** The transaction's nonce, once known. Only one transaction with this nonce can be mined. */
  nonce?: number;
  /**
   * Identifies the call (`callHash`), because another transaction with the same nonce may make the same call. Set
   * together with the nonce.
   */
  call?: Hash;
  /** Replacements in the order they were sent. */
  replacements?: readonly SentReplacement[];
  chainId: number;
  account: Address;
  /** Goes from pending to confirmed, then to verified if the server records this kind, or to failed with a `reason`. */
  status: 'pending' | 'confirmed' | 'verified' | 'failed';
  reason?: string;
  /** The block that decided the status, as long as a reorganization may still remove it. */
  block?: MinedBlock;
  /** When a reorganization last removed that block, in ms since the epoch. */
  reorganizedAt?: number;
  /** Once confirmed, for kinds whose result may differ from the intent: what arrived, in base units as an integer string. */
  receivedRaw?: string;
  /** Milliseconds since the epoch. */
  createdAt: number;
};

/** Returns whether the status is final. */
export function isSettled({ kind, status }: Pick<LedgerEntry, 'kind' | 'status'>): boolean {
  return status === 'verified' || status === 'failed' || (status === 'confirmed' && !isVerifiedKind(kind));
}

/** Returns whether the latest replacement is a cancellation. */
export function isCancelling({ replacements }: Pick<LedgerEntry, 'replacements'>): boolean {
  return replacements?.at(-1)?.kind === 'cancel';
}

/** Returns the time since which the latest transaction is pending, in ms since the epoch. */
export function waitingSince({ replacements, createdAt, reorganizedAt = 0 }: LedgerEntry): number {
  return Math.max(replacements?.at(-1)?.at ?? createdAt, reorganizedAt);
}
