import type { Hash } from 'viem';
import type { Config } from 'wagmi';
import { getTransactionCount } from 'wagmi/actions';
import { MaybeSentError } from '@/lib/evm/errors';
import type { SignedTransfer } from '@/lib/wallet/free-transfers/signed-transfer';
import { earlierTransfers, readTransfers } from '@/lib/wallet/free-transfers/transfer-ledger';
import { isMissing, isOpen, isSameKind, isSameOrder, type LedgerEntry, type Order } from './ledger-entry';
import { unlessRefused } from './read-transactions';
import { lookForEntry } from './track-entry';
import { isRepeatable } from './transaction-kinds';
import {
  beginInLedger,
  type NewEntry,
  readDeclined,
  readLedger,
  restoreInLedger,
} from './transaction-ledger';
import type { OrderRun } from './transaction-plan';

/** Thrown if a pending transaction could be this one, and the user hasn't been told of it. */
export class SentBeforeError extends Error {
  override name = 'SentBeforeError';
}

/** The entries of the ledger, and those that were removed from it because they were not sent, as all tabs have stored them. */
type Known = { sent: readonly LedgerEntry[]; declined: readonly LedgerEntry[] };

export const knownEntries = (): Known => ({ sent: readLedger(), declined: readDeclined() });

/**
 * Returns the pending entries that an order could repeat: of the same account, chain, and kind, and either undecided, or
 * with the same amount, token, and recipient (for a DApp: the same call). Sending it could pay twice, so the user must be
 * told of each.
 */
export function earlierEntries({ sent, declined }: Known, order: Order): readonly LedgerEntry[] {
  return [...sent, ...declined.filter(({ isHidden }) => isHidden)].filter(
    (entry) => isOpen(entry) && isSameKind(entry, order) && (isMissing(entry) || isSameOrder(entry, order)),
  );
}

/** Returns the signed transfers that a payment could repeat, whether it's made from the wallet or from a vault balance. */
export function earlierSigned(
  transfers: readonly SignedTransfer[],
  { kind, token, recipient, ...order }: Order,
): readonly SignedTransfer[] {
  const isPayment = (kind === 'send' || kind === 'sendBalance') && token && recipient;
  return isPayment ? earlierTransfers(transfers, { ...order, token, recipient }) : [];
}

/**
 * Checks the payments that all tabs have stored.
 * @throws SentBeforeError if the user hasn't been told of one that an order could repeat.
 */
export function checkNamed(order: Order, named: readonly Hash[]): void {
  if (isRepeatable(order.kind)) return;
  const earlier = [...earlierEntries(knownEntries(), order), ...earlierSigned(readTransfers(), order)];
  if (earlier.some(({ id }) => !named.includes(id))) throw new SentBeforeError('sent before');
}

/**
 * Reads the nonces of the account's pending transactions that were sent since the wallet was asked for an entry. Null if the
 * node refuses to say what is pending, which proves nothing.
 * @throws if the node doesn't answer.
 */
async function readPending(
  config: Config,
  { chainId, account, request }: LedgerEntry,
): Promise<number[] | null> {
  const read = (blockTag: 'latest' | 'pending') =>
    getTransactionCount(config, { chainId, address: account, blockTag });
  const [mined, next] = await Promise.all([read('latest'), unlessRefused(read('pending'), null)]);
  if (next === null) return null;
  const first = Math.max(mined, request.nextNonce);
  return Array.from({ length: Math.max(next - first, 0) }, (_, index) => first + index);
}

/**
 * Returns whether one of an account's pending transactions isn't that of a known entry. It can be an unknown entry's, whatever
 * the wallet said.
 * @throws if the node doesn't answer.
 */
async function isUnknown(
  config: Config,
  { chainId, account }: LedgerEntry,
  nonces: readonly number[],
): Promise<boolean> {
  if (nonces.length === 0) return false;
  const isOfAccount = (entry: LedgerEntry) => entry.chainId === chainId && entry.account === account;
  // A transaction that no node has anymore may have lost its nonce to the pending one.
  for (const { id, status } of readLedger().filter(isOfAccount))
    if (status === 'pending') await lookForEntry(config, id);
  const known = new Set(
    readLedger()
      .filter((entry) => isOfAccount(entry) && !isMissing(entry))
      .flatMap(({ sent }) => sent.map(({ nonce }) => nonce)),
  );
  return nonces.some((nonce) => !known.has(nonce));
}

/**
 * Checks that nothing like this was sent of which the user doesn't know. Some kinds repeat without harm. Requests that the
 * wallet or the user called unsent are looked for once more, because only the chain shows that.
 * @throws SentBeforeError if the user must be told of an entry, MaybeSentError with one that was sent after all, or the
 * node's error if it can't show that.
 */
export async function checkSentBefore(config: Config, order: Order, named: readonly Hash[]): Promise<void> {
  if (isRepeatable(order.kind)) return;
  for (const entry of readDeclined().filter((one) => isSameKind(one, order))) {
    const { id } = entry;
    // Read before `lookForEntry`, which then finds a transaction that is mined in between.
    const pending = named.includes(id) ? [] : await readPending(config, entry);
    // One of another amount is named only if it seems to be pending. It is looked for by the transaction watcher.
    const isSame = isSameOrder(entry, order);
    const look = isSame ? await lookForEntry(config, id) : null;
    if (look?.failure !== undefined) throw look.failure;
    if (pending === null ? isSame : await isUnknown(config, entry, pending)) restoreInLedger(id);
    if (isSame && readLedger().some((known) => known.id === id)) throw new MaybeSentError({ id });
  }
  checkNamed(order, named);
}

/**
 * Records that a wallet is about to be asked, and returns the entry's ID. Another tab may have begun the same since
 * `checkSentBefore`.
 * @throws SentBeforeError if the user must be told of an entry.
 */
export function beginUnlessSent(entry: NewEntry, { named, onRecorded }: OrderRun): Hash {
  checkNamed(entry, named);
  const id = beginInLedger(entry);
  onRecorded(id);
  return id;
}
