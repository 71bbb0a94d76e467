import { type Address, type Hash, isAddress, isHash } from 'viem';
import { type CallBatch, isCallBatch } from './call-batch';

/** What can be done in a staking pool, in the pool's own words. The chain alone keeps account of it. */
export const stakingKinds = ['stake', 'unstake', 'claim', 'exit'] as const;
export type StakingKind = (typeof stakingKinds)[number];

/** What can be done in a presale; its `claim` has a name of its own here beside that of staking. */
export const presaleKinds = ['contribute', 'claimVested', 'refund'] as const;
export type PresaleKind = (typeof presaleKinds)[number];

/** What can be done in a pledge contract, in its own words. */
const pledgeKinds = ['pledge', 'redeem', 'exitEarly'] as const;
export type PledgeKind = (typeof pledgeKinds)[number];

/** What the server verifies and records after its confirmation on chain. */
const verifiedKinds = ['deposit', 'contribute', 'pledge'] as const;
export type VerifiedKind = (typeof verifiedKinds)[number];

const transactionKinds = [
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

/** Of a swap: which token is sold for which, and what was promised of the other. */
export type Trade = {
  /** NATIVE_TOKEN for the chain's own coin. */
  sold: Address;
  bought: Address;
  /** The wrapped form of the chain's own coin, which logs what the coin itself does not. */
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
  /** Of what closes a pledge: its number in the contract, a decimal string. */
  pledgeId?: string;
  trade?: Trade;
};

/** What takes a waiting transaction's place: the same at a higher fee, or an empty one. */
const replacementKinds = ['speedUp', 'cancel'] as const;
export type ReplacementKind = (typeof replacementKinds)[number];

/** A transaction that was sent from here in the place of another one. `at` is in ms since the epoch. */
export type SentReplacement = { hash: Hash; kind: ReplacementKind; at: number };

export type LedgerEntry = TransactionIntent & {
  /** The first hash, of a batch the name it was given: it stays when the same transaction is sent again at another price. */
  id: Hash;
  /** The latest one, which is followed; null of a batch whose wallet has not told it yet. */
  hash: Hash | null;
  /** Of what was sent together with its approval. */
  batch?: CallBatch;
  /** Of the account, once a node has told it: of all transactions with it, one is mined. */
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
  /** Of a confirmed swap or payment: what arrived, in base units as an integer string. */
  receivedRaw?: string;
  /** ms since the epoch. */
  createdAt: number;
};

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

function isReplacement(value: unknown): value is SentReplacement {
  if (typeof value !== 'object' || value === null) return false;
  const { hash, kind, at } = value as Record<string, unknown>;
  return (
    typeof hash === 'string' &&
    isHash(hash) &&
    replacementKinds.some((known) => known === kind) &&
    typeof at === 'number'
  );
}

const isBaseUnits = (value: unknown) => typeof value === 'string' && /^\d{1,78}$/.test(value);
const isAddressText = (value: unknown) => typeof value === 'string' && isAddress(value);
const isOptionalAddress = (value: unknown) => value === undefined || isAddressText(value);
const isDecimals = (value: unknown) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 36;

function isTrade(value: unknown): value is Trade {
  if (typeof value !== 'object' || value === null) return false;
  const { sold, bought, wrapped, coinId, symbol, decimals, minimumRaw } = value as Record<string, unknown>;
  return (
    [sold, bought, wrapped].every(isAddressText) &&
    Number.isInteger(coinId) &&
    typeof symbol === 'string' &&
    isDecimals(decimals) &&
    isBaseUnits(minimumRaw)
  );
}

export function isIntent(value: unknown): value is TransactionIntent {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, coinId, amountRaw, decimals, symbol, ...rest } = value as Record<string, unknown>;
  return (
    transactionKinds.some((known) => known === kind) &&
    Number.isInteger(coinId) &&
    isBaseUnits(amountRaw) &&
    isDecimals(decimals) &&
    typeof symbol === 'string' &&
    isOptionalAddress(rest.spender) &&
    isOptionalAddress(rest.token) &&
    isOptionalAddress(rest.vault) &&
    isOptionalAddress(rest.recipient) &&
    (kind === 'send'
      ? isAddressText(rest.recipient) && isAddressText(rest.token)
      : isOptionalAddress(rest.token)) &&
    (rest.feeRaw === undefined || isBaseUnits(rest.feeRaw)) &&
    (rest.pledgeId === undefined || isBaseUnits(rest.pledgeId)) &&
    (kind === 'swap' ? isTrade(rest.trade) : rest.trade === undefined || isTrade(rest.trade))
  );
}

/** Whether something read from storage is an entry: what lies there may be old, foreign or damaged. */
export function isLedgerEntry(value: unknown): value is LedgerEntry {
  if (!isIntent(value)) return false;
  const { id, hash, chainId, account, status, createdAt, ...rest } = value as unknown as Record<
    string,
    unknown
  >;
  return (
    typeof id === 'string' &&
    isHash(id) &&
    (hash === null ? rest.batch !== undefined : typeof hash === 'string' && isHash(hash)) &&
    (rest.batch === undefined || isCallBatch(rest.batch)) &&
    Number.isInteger(chainId) &&
    typeof account === 'string' &&
    isAddress(account) &&
    ['pending', 'confirmed', 'verified', 'failed'].includes(String(status)) &&
    typeof createdAt === 'number' &&
    (rest.receivedRaw === undefined || isBaseUnits(rest.receivedRaw)) &&
    (rest.nonce === undefined || Number.isInteger(rest.nonce)) &&
    (rest.call === undefined || (typeof rest.call === 'string' && isHash(rest.call))) &&
    (rest.replacements === undefined ||
      (Array.isArray(rest.replacements) && rest.replacements.every(isReplacement)))
  );
}
