import { type Client, type Hash, isAddressEqual, isHash, withTimeout } from 'viem';
import { getCode, getTransactionReceipt } from 'viem/actions';
import type { Config } from 'wagmi';
import { getCallsStatus } from 'wagmi/actions';
import { isContractCode } from '@/lib/evm/address';
import { BATCH_ASK_MS } from './batching';
import { findTransactions } from './find-transaction';
import {
  blockOf,
  type EntryNote,
  type LedgerEntry,
  type SafeProposal,
  type Searched,
  type SentTransaction,
} from './ledger-entry';
import {
  isNativePayment,
  isOfEntry,
  isPart,
  isRejected,
  isTaken,
  type Outcome,
  outcomeOf,
  outcomeOfParts,
  roomOf,
  type Taken,
  takenOutcome,
} from './outcome';
import { countPayments, type Found } from './paid-in';
import {
  findWrongChain,
  makesCall,
  nonceSearch,
  orNull,
  readShown,
  type ShownTransaction,
  unlessRefused,
} from './read-transactions';
import { findReplacement, readProposal } from './safe-proposal';

/** What nodes show of a pending entry. */
export type Look = {
  /** The outcome, or null while the chain shows none. */
  outcome: Outcome | null;
  /** The entry's transactions, with what nodes added: nonces, and transactions that the wallet didn't report. */
  sent: readonly SentTransaction[];
  /** Whether no node has any of them. That proves nothing. */
  isMissing: boolean;
  /** Replacements that the wallet sent with another nonce, so that they don't replace anything. */
  separate: readonly SentTransaction[];
  /** The chain to which the wallet sent the transaction, if that isn't the requested one. */
  foundOn: number | null;
  /** What is known of an entry without an outcome. */
  note: EntryNote | null;
  /** The proposal by which a Safe makes the call, if it's known. */
  safe: SafeProposal | null;
  /** How far the account's transactions were searched, or null if they weren't. */
  searched: Searched | null;
  /** The node's error if it didn't answer a part of the search, so that finding nothing proves nothing. */
  failure: unknown;
};

/**
 * Returns whether a transaction was sent before the request. A later block with an earlier nonce is the work of a
 * reorganization, which gave the nonce back. The nonce of a transaction that was pending then can only be the request's if
 * the wallet replaced that transaction: it returned the hash of one that makes the call.
 */
function isOlder(
  { sent, transaction, receipt }: ShownTransaction,
  { request, requestedChainId }: LedgerEntry,
): boolean {
  const { nonce = -1, kind, isFound } = sent;
  if (requestedChainId !== undefined) return false;
  if (nonce < request.fromNonce) return receipt !== null && receipt.blockNumber <= BigInt(request.fromBlock);
  if (nonce >= request.nextNonce || kind !== 'call') return false;
  return isFound === true || (transaction !== null && !makesCall(transaction, request));
}

/**
 * Asks the wallet for the transactions of a batch (EIP-5792). Its answer is a hint: it may name no transaction, or a
 * status that the chain contradicts. A wallet that doesn't answer in time has nothing to add.
 */
async function askWallet(config: Config, { request, batchId, id }: LedgerEntry) {
  const nothing = { hashes: [] as Hash[], isFailed: false, isPending: false };
  if (!request.before) return nothing;
  const asked = getCallsStatus(config, { id: batchId ?? id });
  try {
    const { status, receipts = [] } = await withTimeout(() => asked, { timeout: BATCH_ASK_MS });
    const hashes = receipts.map(({ transactionHash }) => transactionHash).filter((hash) => isHash(hash));
    return { hashes, isFailed: status === 'failure', isPending: status === 'pending' };
  } catch {
    return nothing;
  }
}

/** Separates replacements whose nonce isn't that of the transaction that they were to replace. */
function separate(shown: readonly ShownTransaction[]) {
  const nonce = shown.find(({ sent }) => sent.kind === 'call')?.sent.nonce;
  const isSeparate = ({ sent }: ShownTransaction) =>
    sent.kind !== 'call' && sent.nonce !== undefined && nonce !== undefined && sent.nonce !== nonce;
  return { own: shown.filter((one) => !isSeparate(one)), others: shown.filter(isSeparate) };
}

/** Adds how often a transaction's code made a native payment, which its call doesn't show. */
async function prove(client: Client, entry: LedgerEntry, one: ShownTransaction): Promise<ShownTransaction> {
  const { receipt, transaction } = one;
  if (!receipt || !isNativePayment(entry) || (transaction && makesCall(transaction, entry.request)))
    return one;
  const { transactionHash: hash, blockNumber: block } = receipt;
  const isOwn = isAddressEqual(receipt.from, entry.account);
  return { ...one, payments: await unlessRefused(countPayments(client, entry, { hash, block, isOwn }), 0) };
}

/** Returns the mined transaction with the entry's nonce, or null if there is none, or the node can't find it. */
async function lookForTaker(config: Config, entry: LedgerEntry): Promise<ShownTransaction | null> {
  const { chainId, account, sent } = entry;
  const nonce = sent.find(({ kind }) => kind === 'call')?.nonce;
  if (nonce === undefined) return null;
  const client = config.getClient({ chainId });
  const taker = (await unlessRefused(nonceSearch(client, account)(nonce), null))?.transaction;
  if (!taker) return null;
  const shown = await readShown(client, account, { hash: taker.hash, kind: 'call', at: Date.now() });
  return prove(client, entry, shown);
}

/** Removes the nonce of a transaction that the wallet named, if it isn't the entry's. */
function ownNonce(entry: LedgerEntry, one: ShownTransaction): SentTransaction {
  const { nonce: _, call: __, ...sent } = one.sent;
  return one.sent.kind !== 'call' || isOfEntry(entry, one) ? one.sent : sent;
}

/** Returns whether a transaction is older than the request, or other entries have everything that it did. */
const isOther = (entry: LedgerEntry, one: ShownTransaction, others: ReturnType<Taken>): boolean =>
  isOlder(one, entry) ||
  isTaken(
    roomOf(entry, one),
    entry,
    others.map((other) => other.entry),
  );

/** Reads what a search found, except what isn't this entry's. */
async function readFound(
  client: Client,
  entry: LedgerEntry,
  found: readonly Found[],
  taken: Taken,
): Promise<ShownTransaction[]> {
  const shown = await Promise.all(
    found.map(async ({ hash, payments }) => {
      const sent = { hash, kind: 'call', at: Date.now(), isFound: true } as const;
      return { ...(await readShown(client, entry.account, sent)), payments };
    }),
  );
  return shown.filter((one) => !isOther(entry, one, taken(one.sent.hash)));
}

/**
 * Returns whether a contract account's wallet accepted the request, so that its signers may have to execute it first. An
 * account with an EIP-7702 delegation signs by itself.
 */
async function isWithSigners(client: Client, { account, sent, batchId }: LedgerEntry): Promise<boolean> {
  if (sent.length === 0 && batchId === undefined) return false;
  return isContractCode(await unlessRefused(getCode(client, { address: account }), undefined));
}

/** Returns the outcome of a Safe's proposal whose nonce something else took, or null while it can still be executed. */
async function outcomeOfProposal(
  client: Client,
  entry: LedgerEntry,
  safe: SafeProposal | null,
): Promise<Outcome | null> {
  const hash = safe && (await unlessRefused(findReplacement(client, entry, safe), null));
  const receipt = hash && (await orNull(getTransactionReceipt(client, { hash })));
  if (!receipt) return null;
  const at = { hash, block: blockOf(receipt), receipt, transaction: null, room: 1, isShared: false };
  return { ...at, isAltered: false, status: 'failed', reason: 'cancelled' };
}

/** Adds transactions to those of an entry, unless it has them. */
const withNew = (sent: readonly SentTransaction[], shown: readonly ShownTransaction[]): SentTransaction[] => [
  ...sent,
  ...shown.map((one) => one.sent).filter(({ hash }) => sent.every((known) => known.hash !== hash)),
];

/**
 * Reads what nodes show of a pending entry: the receipts of its known transactions, the transaction with its nonce, and
 * any other transaction that makes its call or has its effect. One that differs from the request counts if no other is found.
 * @throws if the node doesn't answer.
 */
export async function lookUp(config: Config, entry: LedgerEntry, taken: Taken): Promise<Look> {
  const { chainId, account } = entry;
  const client = config.getClient({ chainId });
  const hint = await askWallet(config, entry);
  const known = new Set(entry.sent.map(({ hash }) => hash));
  const hinted = hint.hashes.filter((hash) => !known.has(hash) && taken(hash).length === 0);
  const all = [...entry.sent, ...hinted.map((hash) => ({ hash, kind: 'call', at: Date.now() }) as const)];
  const shown = await Promise.all(all.map((sent) => readShown(client, account, sent)));
  const { own, others } = separate(
    shown.filter((one) => {
      const older = taken(one.sent.hash).filter((other) => other.isOlder);
      return !isOther(entry, one, older);
    }),
  );
  const named = { ...entry, sent: own.map(({ sent }) => sent) };
  const proven = await Promise.all(own.map((one) => prove(client, entry, one)));
  const read = { ...entry, sent: proven.map((one) => ownNonce(named, one)) };
  const isPartial = !hint.isPending && proven.some((one) => isPart(named, one));
  const isReverted = proven.some((one) => isRejected(named, one));
  const note = isPartial ? 'partial' : isReverted ? 'reverted' : hint.isFailed ? 'reportedFailed' : null;
  const look: Look = {
    ...{
      outcome: null,
      isMissing: false,
      foundOn: null,
      note,
      searched: null,
      failure: undefined,
      safe: null,
    },
    ...{ sent: read.sent, separate: others.map(({ sent }) => sent) },
  };
  const outcomes = proven.map((one) => outcomeOf(named, one)).filter((outcome) => outcome !== null);
  const whole = outcomes.find(({ isAltered }) => !isAltered);
  if (whole) return { ...look, outcome: whole };
  const isPending = ({ transaction, receipt }: ShownTransaction) => transaction !== null && receipt === null;
  if (proven.some((one) => isPending(one) && isOfEntry(named, one))) return look;

  const [altered = null] = outcomes;
  const taker = altered ? null : await lookForTaker(config, read);
  const byNonce = taker && takenOutcome(read, taker, taken);
  if (taker && byNonce) {
    const isOwn = byNonce.status === 'confirmed' || byNonce.reason !== 'cancelled';
    return { ...look, sent: isOwn ? withNew(look.sent, [taker]) : look.sent, outcome: byNonce };
  }
  // On another chain, only what the wallet named counts: the request says nothing about its blocks and nonces.
  const search = entry.requestedChainId === undefined ? await findTransactions(config, read) : null;
  const found = search ? await readFound(client, read, search.found, taken) : [];
  for (const one of found) {
    const outcome = outcomeOf(read, one);
    const rest = look.sent.filter(({ hash }) => hash !== one.sent.hash);
    if (outcome) return { ...look, sent: [...rest, one.sent], outcome };
  }
  const parts = found.filter((one) => isPart(read, one));
  const byParts = outcomeOfParts(read, [...proven, ...parts]);
  if (byParts) return { ...look, sent: withNew(look.sent, parts), outcome: byParts };
  if (altered) return hint.isPending ? look : { ...look, outcome: altered };
  const [oldest] = look.sent;
  const foundOn = oldest ? await findWrongChain(config, entry, oldest.hash) : null;
  const missing = { isMissing: true, searched: search?.searched ?? null, failure: search?.failure };
  const isWaiting = note === null && foundOn === null && (await isWithSigners(client, read));
  if (!isWaiting) return { ...look, ...missing, foundOn };
  const safe = entry.safe ?? (await readProposal(client, read));
  const rejected = missing.failure === undefined ? await outcomeOfProposal(client, read, safe) : null;
  if (rejected) return { ...look, safe, outcome: rejected };
  return { ...look, ...missing, safe, note: 'coSigners' };
}
