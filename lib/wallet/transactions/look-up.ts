import { type Hash, isAddressEqual, isHash, withTimeout } from 'viem';
import type { Config } from 'wagmi';
import { getCallsStatus } from 'wagmi/actions';
import { BATCH_ASK_MS } from '@/lib/wallet-constants';
import { findTransactions } from './find-transaction';
import type { LedgerEntry, SentTransaction } from './ledger-entry';
import { isNativePayment, type Outcome, outcomeOf, takenOutcome } from './outcome';
import { isPaidIn } from './paid-in';
import {
  findByNonce,
  findWrongChain,
  makesCall,
  readShown,
  type ShownTransaction,
  unlessRefused,
} from './read-transactions';

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
  isReportedFailed: boolean;
};

/** The transactions of other entries, and whether those entries are older. */
export type Taken = ReadonlyMap<Hash, 'older' | 'newer'>;

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

/** Returns whether a transaction is all of the request, not something else, or a part of a batch. */
const isWhole = (outcome: Outcome) =>
  !outcome.isAltered && !(outcome.status === 'failed' && outcome.reason === 'incomplete');

/**
 * Asks the wallet for the transactions of a batch (EIP-5792). Its answer is a hint: it may name no transaction, or a
 * status that the chain contradicts. A wallet that doesn't answer in time has nothing to add.
 */
async function askWallet(config: Config, { request, batchId, id }: LedgerEntry) {
  const nothing = { hashes: [] as Hash[], isFailed: false, isPending: false };
  if (!request.isBatch) return nothing;
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

/** Returns the mined transaction with the entry's nonce, or null if there is none, or the node can't find it. */
async function lookForTaker(config: Config, entry: LedgerEntry): Promise<ShownTransaction | null> {
  const { chainId, account, sent } = entry;
  const nonce = sent.find(({ kind }) => kind === 'call')?.nonce;
  if (nonce === undefined) return null;
  const client = config.getClient({ chainId });
  const taker = await unlessRefused(findByNonce(client, account, nonce), null);
  return taker && readShown(client, account, { hash: taker.hash, kind: 'call', at: Date.now() });
}

/**
 * Reads what nodes show of a pending entry: the receipts of its known transactions, the transaction with its nonce, and
 * any other transaction that makes its call or has its effect.
 * @throws if the node doesn't answer.
 */
export async function lookUp(config: Config, entry: LedgerEntry, taken: Taken): Promise<Look> {
  const { chainId, account } = entry;
  const client = config.getClient({ chainId });
  const hint = await askWallet(config, entry);
  const known = new Set(entry.sent.map(({ hash }) => hash));
  const hinted = hint.hashes.filter((hash) => !known.has(hash) && !taken.has(hash));
  const all = [...entry.sent, ...hinted.map((hash) => ({ hash, kind: 'call', at: Date.now() }) as const)];
  const shown = await Promise.all(all.map((sent) => readShown(client, account, sent)));
  const { own, others } = separate(
    shown.filter((one) => !isOlder(one, entry) && taken.get(one.sent.hash) !== 'older'),
  );
  const look = {
    ...{ outcome: null, isMissing: false, foundOn: null, isReportedFailed: hint.isFailed },
    sent: own.map(({ sent }) => sent),
    separate: others.map(({ sent }) => sent),
  };
  const read = { ...entry, sent: look.sent };
  // A transaction that isn't the requested one may only be what the wallet named by mistake, or before the rest.
  let partial: Outcome | null = null;
  for (const one of own) {
    const { receipt } = one;
    const isByCode = receipt !== null && isNativePayment(entry) && !isAddressEqual(receipt.from, account);
    const isProven = isByCode && (await isPaidIn(client, entry, receipt.blockNumber));
    const outcome = outcomeOf(read, { ...one, isProven });
    if (outcome && isWhole(outcome)) return { ...look, outcome };
    partial ??= outcome;
  }
  if (own.some(({ transaction, receipt }) => transaction && !receipt)) return look;

  const taker = partial ? null : await lookForTaker(config, read);
  const byNonce = taker && takenOutcome(read, taker, taken);
  if (taker && byNonce) {
    const isOwn = byNonce.status === 'confirmed' || byNonce.reason !== 'cancelled';
    const isNew = isOwn && !look.sent.some(({ hash }) => hash === taker.sent.hash);
    return { ...look, sent: isNew ? [...look.sent, taker.sent] : look.sent, outcome: byNonce };
  }
  for (const { hash, isProven } of await findTransactions(config, read)) {
    const found = await readShown(client, account, { hash, kind: 'call', at: Date.now(), isFound: true });
    if (isOlder(found, read)) continue;
    const sent = [...look.sent.filter((other) => other.hash !== hash), found.sent];
    const outcome = outcomeOf({ ...read, sent }, { ...found, isProven });
    if (outcome && (outcome.isOperation || !taken.has(hash))) return { ...look, sent, outcome };
  }
  if (partial) return hint.isPending ? look : { ...look, outcome: partial };
  const [first] = look.sent;
  const foundOn = first ? await findWrongChain(config, chainId, first.hash) : null;
  return { ...look, foundOn, isMissing: true };
}
