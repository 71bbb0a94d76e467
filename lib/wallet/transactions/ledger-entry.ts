import { type Address, type Hash, type Hex, isAddressEqual, isHash, type TransactionReceipt } from 'viem';
import type { RecoveryContract } from '@/lib/wallet/recovery/recovery-plan';
import { isVerifiedKind, type TransactionKind } from './transaction-kinds';

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
   * currency. For a recovery in a vault: the token whose balance moves.
   */
  token?: Address;
  /** For a deposit, withdrawal, transfer between vault balances, or canceled nonce of one: the vault. For a withdrawal: its maximum fee (`feeRaw`) in base units. */
  vault?: Address;
  /** For a withdrawal, payment, or NFT transfer: the recipient. */
  recipient?: Address;
  feeRaw?: string;
  /** For an NFT transfer: the token's ID in its contract, as a decimal string. */
  tokenId?: string;
  /** For an ERC-721 token: its `nftId`. */
  nft?: string;
  /** For a canceled nonce of a signed transfer: the nonce, as a decimal string. */
  transferNonce?: string;
  /** For a redemption or early exit: the pledge's ID in the contract, as a decimal string. */
  pledgeId?: string;
  /** For a pledge, or its approval: the term's ID in the contract, as a decimal string. */
  termId?: string;
  /**
   * When the tokens of a pledge unlock, or the sale of a contribution ends, as expected at the time of the review, in
   * seconds since the epoch.
   */
  unlocksAt?: number;
  /** For a recovery: the recovery address that is named, or else the owner whose positions are requested or moved. */
  party?: Address;
  /** For positions that a recovery address takes over: the contract's listed name. */
  recovers?: RecoveryContract;
  /** For a recovery address that is named: its delay in seconds. */
  delay?: number;
  /** For a card that exists: its number in the contract. */
  card?: number;
  trade?: Trade;
  /**
   * For a transaction that a DApp requested: the DApp's name and origin, and the batch that it is of (EIP-5792), by a hash of the
   * DApp's ID for it, with its number of calls.
   */
  dapp?: { name: string; origin: string; batch?: { id: Hash; calls: number } };
};

/** What a wallet was asked to send. Its transaction is recognized on chain by these fields. */
export type WalletRequest = {
  /** The called address: a contract, or the recipient of native currency. For a batch, that of its last call. */
  to: Address;
  /** Identifies recipient, value, and data (`callHash`). For a batch, those of its last call. */
  call: Hash;
  /** Size of the data in bytes. Some wallets append bytes, which contracts ignore. */
  dataSize: number;
  /** The first four bytes of the data, which select the contract's function. `0x` if there is no data. */
  selector: Hex;
  /** The latest block, and the number of the account's mined transactions, when the wallet was asked. */
  fromBlock: string;
  fromNonce: number;
  /** The account's next nonce then. Higher than `fromNonce` if transactions were pending. */
  nextNonce: number;
  /** For a batch (EIP-5792): the calls before its last one (`callHash`). */
  before?: readonly Hash[];
  /**
   * For a single call: its value in wei, as an integer string, and the hash of its data. A Safe's hash of the transaction
   * depends on them.
   */
  parts?: { value: string; dataHash: Hash };
};

/** A Safe's proposal: its nonce in the Safe, and the Safe's next nonce when the wallet was asked. */
export type SafeProposal = { nonce: number; first: number };

/** Ways to replace a pending transaction: with the same call at a higher fee, or with a cancellation. */
export const replacementKinds = ['speedUp', 'cancel'] as const;
export type ReplacementKind = (typeof replacementKinds)[number];

/** A transaction of an entry: the requested call, or a replacement that was sent from this browser. */
export type SentTransaction = {
  hash: Hash;
  kind: 'call' | ReplacementKind;
  /** When its hash became known, in ms since the epoch. */
  at: number;
  /** Read from a node, if the account signed the transaction itself: its nonce, and its call (`callHash`). */
  nonce?: number;
  call?: Hash;
  /** Set if a search found it, so that another entry's may get it from the wallet later. */
  isFound?: true;
};

/** The block that a transaction was mined in. `number` is decimal, because JSON has no bigint. */
export type MinedBlock = { number: string; hash: Hash };

export const entryNotes = ['reportedFailed', 'reverted', 'partial', 'coSigners'] as const;
export type EntryNote = (typeof entryNotes)[number];

/**
 * How far the account's transactions were searched: the first nonce and blocks that are still to be searched, by its own
 * transactions and balance, and by logs.
 */
export type Searched = { nonce: number; block: string; logs?: string };

export const blockOf = ({
  blockNumber,
  blockHash,
}: Pick<TransactionReceipt, 'blockNumber' | 'blockHash'>): MinedBlock => ({
  number: blockNumber.toString(),
  hash: blockHash,
});

export type LedgerEntry = TransactionIntent & {
  /** A random ID from before the wallet was asked. Wallets of EIP-5792 batches get it, too. */
  id: Hash;
  chainId: number;
  account: Address;
  /** When the wallet was asked, in ms since the epoch. */
  createdAt: number;
  request: WalletRequest;
  /** The wallet's ID of a batch, if it accepted one. */
  batchId?: string;
  /** The requested chain, if the wallet sent the transaction on another one (`chainId`). */
  requestedChainId?: number;
  /** Transactions in the order in which they became known. Empty while the wallet has returned no hash. */
  sent: readonly SentTransaction[];
  /**
   * Hash of the mined transaction that decided the status, or of the latest sent one. Null if none is known: the wallet
   * may have sent it all the same.
   */
  hash: Hash | null;
  /** Since when no node shows any of the transactions, in ms since the epoch. */
  missingSince?: number;
  /**
   * What is known while the chain hasn't decided the entry: its wallet reported that a batch failed, a transaction that the
   * wallet named reverted without being the requested one, only a part of a batch is on chain, or the account is a contract
   * whose signers may not have executed it yet. The rest may follow.
   */
  note?: EntryNote;
  /** Account nonce and block (decimal) before which no transaction is the request's. A search goes on from there. */
  searched?: Searched;
  /** The proposal by which a Safe makes the call, once it's known. */
  safe?: SafeProposal;
  /** Set if the user hid the entry, because the wallet doesn't show it. */
  isHidden?: true;
  /** Set if the wallet sent something else than it was asked for. */
  isAltered?: true;
  /** Set if the wallet sent a second transaction with another nonce instead of replacing this entry's transaction. */
  replacesId?: Hash;
  /** Goes from pending to confirmed, then to verified if the server records this kind, or to failed with a `reason`. */
  status: 'pending' | 'confirmed' | 'verified' | 'failed';
  reason?: string;
  /** The block that decided the status, as long as a reorganization may still remove it. */
  block?: MinedBlock;
  /** When a reorganization last removed that block, in ms since the epoch. */
  reorganizedAt?: number;
  /** Once confirmed, for kinds whose result may differ from the intent: what arrived, in base units as an integer string. */
  receivedRaw?: string;
};

/** Returns whether the status is final. */
export function isSettled({ kind, status }: Pick<LedgerEntry, 'kind' | 'status'>): boolean {
  return status === 'verified' || status === 'failed' || (status === 'confirmed' && !isVerifiedKind(kind));
}

/** How long a requested transaction is looked for after the wallet said that nothing was sent, or sent something else. */
export const DECLINED_KEPT_MS = 24 * 60 * 60 * 1_000;

/**
 * Returns whether the chain hasn't decided an entry: it's pending, or only something else was found, which the wallet may have
 * named by mistake.
 */
export function isOpen({ status, isAltered, createdAt }: LedgerEntry): boolean {
  if (status === 'pending') return true;
  return status === 'confirmed' && isAltered === true && Date.now() - createdAt < DECLINED_KEPT_MS;
}

/**
 * Returns whether no node shows a pending entry's transaction. That proves nothing: the wallet may have sent it under
 * another hash, or through a private relay.
 */
export function isMissing({ status, hash, missingSince }: LedgerEntry): boolean {
  return status === 'pending' && (hash === null || missingSince !== undefined);
}

/**
 * Returns whether a contract account's wallet accepted an entry that no node shows: its signers may have to confirm and execute
 * it first, which can take days. The wallet's hash is then not a transaction's (Safe: `safeTxHash`).
 */
export const awaitsCoSigners = (entry: LedgerEntry): boolean =>
  isMissing(entry) && entry.note === 'coSigners';

/** Returns the hashes by which the wallet knows an entry's operation: those that it returned, and a batch's ID if it is one. */
export const walletHashes = ({ sent, batchId }: Pick<LedgerEntry, 'sent' | 'batchId'>): readonly Hash[] => [
  ...sent.map(({ hash }) => hash),
  ...(batchId !== undefined && isHash(batchId) ? [batchId] : []),
];

/** Returns the hash of an entry's transaction for the block explorer. Null if the wallet's hash isn't one. */
export const explorerHash = (entry: LedgerEntry): Hash | null => (awaitsCoSigners(entry) ? null : entry.hash);

/** Returns whether the latest replacement is a cancellation. */
export function isCancelling({ sent }: Pick<LedgerEntry, 'sent'>): boolean {
  return sent.at(-1)?.kind === 'cancel';
}

/** Returns the latest replacement, if there is one. */
export function latestReplacement({ sent }: Pick<LedgerEntry, 'sent'>): ReplacementKind | null {
  const kind = sent.at(-1)?.kind ?? 'call';
  return kind === 'call' ? null : kind;
}

/** Returns the time since which the latest transaction is pending, in ms since the epoch. */
export function waitingSince({ sent, createdAt, reorganizedAt = 0 }: LedgerEntry): number {
  return Math.max(sent.at(-1)?.at ?? createdAt, reorganizedAt);
}

type Request = Pick<WalletRequest, 'call' | 'before' | 'to' | 'selector'>;

/** What the user wants to send, as far as an earlier entry is compared with it. */
export type Order = TransactionIntent & {
  chainId: number;
  account: Address;
  request?: Request;
};

/** Returns whether an entry is of the same account, chain, and kind as an order. */
export const isSameKind = (one: LedgerEntry, other: Order): boolean =>
  one.account === other.account &&
  (one.requestedChainId ?? one.chainId) === other.chainId &&
  one.kind === other.kind &&
  one.dapp?.origin === other.dapp?.origin;

/** Returns the calls of a request (`callHash`), of which a batch has several. */
export const callsOf = ({ call, before = [] }: Pick<Request, 'call' | 'before'>) => [...before, call];

/** Returns whether two requests share a call, or call the same function last: a DApp may renew a deadline in its data. */
const isSameRequest = (one: Request, other: Request) =>
  callsOf(one).some((call) => callsOf(other).includes(call)) ||
  (isAddressEqual(one.to, other.to) && one.selector === other.selector);

/**
 * Returns whether an entry of the same kind has an order's amount, token, and recipient (for a DApp: its function). The same
 * order can make another call: a swap has a new deadline, and a deposit a new permit.
 */
export const isSameOrder = (one: LedgerEntry, other: Order): boolean =>
  one.kind === 'dapp'
    ? other.request !== undefined && isSameRequest(one.request, other.request)
    : one.amountRaw === other.amountRaw &&
      one.symbol === other.symbol &&
      one.recipient === other.recipient &&
      one.party === other.party &&
      one.card === other.card;
