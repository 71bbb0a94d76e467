import { type Address, type Hash, isAddress } from 'viem';

/** Staking actions; only the chain keeps their accounts. */
export const stakingKinds = ['stake', 'unstake', 'claim', 'exit'] as const;
export type StakingKind = (typeof stakingKinds)[number];

/** Presale actions; `claim` is renamed, because staking has one too. */
const presaleKinds = ['contribute', 'claimVested', 'refund'] as const;
export type PresaleKind = (typeof presaleKinds)[number];

/** Actions of a pledge contract. */
const pledgeKinds = ['pledge', 'redeem', 'exitEarly'] as const;
export type PledgeKind = (typeof pledgeKinds)[number];

/** Kinds that the server verifies and records after confirmation. */
const verifiedKinds = ['deposit', 'contribute', 'pledge'] as const;
export type VerifiedKind = (typeof verifiedKinds)[number];

export const transactionKinds = [
  'approve',
  'revoke',
  'transferNft',
  'deposit',
  'withdraw',
  'send',
  'swap',
  ...stakingKinds,
  ...presaleKinds,
  ...pledgeKinds,
] as const;
/** Purpose of a transaction. */
export type TransactionKind = (typeof transactionKinds)[number];

export function isStakingKind(kind: TransactionKind): kind is StakingKind {
  return stakingKinds.some((known) => known === kind);
}

export function isPresaleKind(kind: TransactionKind): kind is PresaleKind {
  return presaleKinds.some((known) => known === kind);
}

export function isPledgeKind(kind: TransactionKind): kind is PledgeKind {
  return pledgeKinds.some((known) => known === kind);
}

export function isVerifiedKind(kind: TransactionKind): kind is VerifiedKind {
  return verifiedKinds.some((known) => known === kind);
}

/** Stored data of a batch (EIP-5792). */
export type CallBatch = {
  /** The wallet's ID of the batch. */
  id: string;
  /** Contract of the last call, and the block before the batch was sent (a decimal string), to find it on chain. */
  contract: Address;
  fromBlock: string;
};

/** Returns whether a value from storage is a batch. */
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

/** For a swap: sold and bought token, and the quoted amount. */
export type Trade = {
  /** NATIVE_TOKEN for the native currency. */
  sold: Address;
  bought: Address;
  /** The wrapped native currency, which logs moves that the native currency doesn't. */
  wrapped: Address;
  /** The token bought. */
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
  /** Base units as an integer string: JSON has no bigint. */
  amountRaw: string;
  decimals: number;
  symbol: string;
  /** For an approval or revocation: the spender. */
  spender?: Address;
  /** For a revocation: the approved token. For a payment: the token sent, NATIVE_TOKEN for native currency. */
  token?: Address;
  /** For a withdrawal: the vault, and its maximum fee (`feeRaw`) in base units as an integer string. */
  vault?: Address;
  /** For a withdrawal, payment or NFT: the recipient. */
  recipient?: Address;
  feeRaw?: string;
  /** For an ERC-721 token: its `nftId`. */
  nft?: string;
  /** For a pledge that is closed: its ID in the contract, a decimal string. */
  pledgeId?: string;
  trade?: Trade;
};

/** Replacement of a pending transaction: the same call at a higher fee, or a cancellation. */
export const replacementKinds = ['speedUp', 'cancel'] as const;
export type ReplacementKind = (typeof replacementKinds)[number];

/** A transaction sent here to replace another one. `at` is in ms since the epoch. */
export type SentReplacement = { hash: Hash; kind: ReplacementKind; at: number };

export type LedgerEntry = TransactionIntent & {
  /** The first hash, or the batch ID; stays the same when the transaction is replaced. */
  id: Hash;
  /** The latest hash, which is tracked; null for a batch without a known transaction. */
  hash: Hash | null;
  /** Set if it was sent together with its approval. */
  batch?: CallBatch;
  /** The account's nonce, once known: one transaction with it is mined. */
  nonce?: number;
  /**
   * Identifies the call (`callHash`); set together with the nonce. Another transaction with that nonce may make the
   * same call.
   */
  call?: Hash;
  /** In the order sent. */
  replacements?: readonly SentReplacement[];
  chainId: number;
  account: Address;
  /** pending → confirmed → verified (if the server credits it), or failed with a reason. */
  status: 'pending' | 'confirmed' | 'verified' | 'failed';
  reason?: string;
  /** For a confirmed swap or payment: the received amount in base units, as an integer string. */
  receivedRaw?: string;
  /** Milliseconds since the epoch. */
  createdAt: number;
};

/** Whether the status is final. */
export function isSettled({ kind, status }: Pick<LedgerEntry, 'kind' | 'status'>): boolean {
  return status === 'verified' || status === 'failed' || (status === 'confirmed' && !isVerifiedKind(kind));
}

/** Returns whether the last replacement sent is a cancellation. */
export function isCancelling({ replacements }: Pick<LedgerEntry, 'replacements'>): boolean {
  return replacements?.at(-1)?.kind === 'cancel';
}

/** Returns when the latest transaction was sent, in ms since the epoch. */
export function waitingSince({ replacements, createdAt }: LedgerEntry): number {
  return replacements?.at(-1)?.at ?? createdAt;
}
