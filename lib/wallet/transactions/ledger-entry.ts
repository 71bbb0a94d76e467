import { type Address, type Hash, isAddress } from 'viem';

/** Staking actions; only the chain keeps their accounts. */
export const stakingKinds = ['stake', 'unstake', 'claim', 'exit'] as const;
export type StakingKind = (typeof stakingKinds)[number];

/** What can be done in a presale; its `claim` has a name of its own here beside that of staking. */
const presaleKinds = ['contribute', 'claimVested', 'refund'] as const;
export type PresaleKind = (typeof presaleKinds)[number];

/** What can be done in a pledge contract, in its own words. */
const pledgeKinds = ['pledge', 'redeem', 'exitEarly'] as const;
export type PledgeKind = (typeof pledgeKinds)[number];

/** What the server verifies and records after its confirmation on chain. */
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
/** What a transaction is for. */
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
  /** The wallet's name for them. */
  id: string;
  /** What the last of them calls, and a block before which it cannot be (a decimal string): they find it on chain. */
  contract: Address;
  fromBlock: string;
};

/** Whether something read from storage is one. */
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
  /** Of what is bought. */
  coinId: number;
  symbol: string;
  decimals: number;
  /** The least that arrives, in base units as an integer string. */
  minimumRaw: string;
};

/** What the user meant by a transaction. */
export type TransactionIntent = {
  kind: TransactionKind;
  coinId: number;
  /** Base units as an integer string: JSON has no bigint. */
  amountRaw: string;
  decimals: number;
  symbol: string;
  /** Of an approval or its revocation: who may, or could, spend. */
  spender?: Address;
  /** Of a revocation: the token that the approval was for. Of a payment: what is sent, NATIVE_TOKEN for the chain's own coin. */
  token?: Address;
  /** Of a withdrawal: the vault, and the most that it keeps (`feeRaw`), in base units as an integer string. */
  vault?: Address;
  /** Of a withdrawal, a payment or a collectible: who gets it. */
  recipient?: Address;
  feeRaw?: string;
  /** Of a collectible that there is once: which one, by its `nftId`. */
  nft?: string;
  /** Of what closes a pledge: its number in the contract, a decimal string. */
  pledgeId?: string;
  trade?: Trade;
};

/** What takes a waiting transaction's place: the same at a higher fee, or an empty one. */
export const replacementKinds = ['speedUp', 'cancel'] as const;
export type ReplacementKind = (typeof replacementKinds)[number];

/** A transaction that was sent from here in the place of another one. `at` is in ms since the epoch. */
export type SentReplacement = { hash: Hash; kind: ReplacementKind; at: number };

export type LedgerEntry = TransactionIntent & {
  /** The first hash, or the batch ID; stays the same when the transaction is replaced. */
  id: Hash;
  /** The latest hash, which is tracked; null for a batch without a known transaction. */
  hash: Hash | null;
  /** Of what was sent together with its approval. */
  batch?: CallBatch;
  /** The account's nonce, once known: one transaction with it is mined. */
  nonce?: number;
  /** Names what it does (`callHash`), known with the nonce: another transaction with it may do the same. */
  call?: Hash;
  /** In their order. */
  replacements?: readonly SentReplacement[];
  chainId: number;
  account: Address;
  /** pending → confirmed → verified (what the server credits), or failed with a reason. */
  status: 'pending' | 'confirmed' | 'verified' | 'failed';
  reason?: string;
  /** For a confirmed swap or payment: the received amount in base units, as an integer string. */
  receivedRaw?: string;
  /** ms since the epoch. */
  createdAt: number;
};

/** Whether nothing more is to come. */
export function isSettled({ kind, status }: Pick<LedgerEntry, 'kind' | 'status'>): boolean {
  return status === 'verified' || status === 'failed' || (status === 'confirmed' && !isVerifiedKind(kind));
}

/** Whether the latest thing sent is to keep the transaction from happening. */
export function isCancelling({ replacements }: Pick<LedgerEntry, 'replacements'>): boolean {
  return replacements?.at(-1)?.kind === 'cancel';
}

/** Since when the latest thing sent has waited, in ms since the epoch. */
export function waitingSince({ replacements, createdAt }: LedgerEntry): number {
  return replacements?.at(-1)?.at ?? createdAt;
}
