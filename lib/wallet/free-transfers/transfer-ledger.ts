import { bytesToBigInt, bytesToHex, type Hash, type Hex } from 'viem';
import { NotRecordedError } from '@/lib/evm/errors';
import { createStoredList } from '@/lib/preferences/stored-list';
import {
  digestOf,
  hasSameNonce,
  isFinal,
  isListed,
  isOpen,
  isSameOrder,
  isSamePayment,
  isSignedTransfer,
  type Payment,
  type SignedTransfer,
  type TransferOrder,
  type TransferOutcome,
} from './signed-transfer';

const ENDED_LIMIT = 50;
const OPEN_LIMIT = 200;

/**
 * The transfers without a fee that wallets were asked to sign in this browser, stored from before the wallet is asked. The
 * chain is the source of truth for their outcomes.
 */
const list = createStoredList(
  'tidewell.signedTransfers',
  isSignedTransfer,
  ENDED_LIMIT + OPEN_LIMIT,
  ({ id }) => id,
);
export const useTransfers = list.useList;
export const readTransfers = list.read;
export const watchTransfers = list.watch;

/** Changes the list. Drops the oldest ended transfers above the limit, and none that is open. Returns whether it was stored. */
function change(next: (entries: readonly SignedTransfer[]) => readonly SignedTransfer[]): boolean {
  return list.change((entries) => {
    const changed = next(entries);
    const ended = changed.filter((entry) => isFinal(entry, changed));
    const dropped = ended.slice(0, Math.max(ended.length - ENDED_LIMIT, 0));
    // Without the one that was executed, others with its nonce would seem open.
    return changed.filter((entry) => !dropped.some((one) => one.id === entry.id || hasSameNonce(one, entry)));
  });
}

const changeOne = (id: Hash, next: (entry: SignedTransfer) => SignedTransfer) =>
  change((entries) => entries.map((entry) => (entry.id === id ? next(entry) : entry)));

export const findTransfer = (id: Hash): SignedTransfer | undefined =>
  list.read().find((entry) => entry.id === id);

/** How long a confirmed transfer is named before the same payment is made again, in ms. */
const NAMED_MS = 24 * 60 * 60 * 1_000;

/**
 * Returns the transfers that a payment would repeat: open ones that the wallet may have signed, and confirmed ones of the past
 * day. They must be named before anything else is paid.
 */
export const earlierTransfers = (
  entries: readonly SignedTransfer[],
  payment: Payment,
): readonly SignedTransfer[] =>
  entries.filter((entry) => {
    const isRecent = entry.outcome?.kind === 'confirmed' && Date.now() - entry.createdAt < NAMED_MS;
    return (isRecent || isOpen(entry, entries)) && isListed(entry) && isSamePayment(entry, payment);
  });

/** Nonces in a group of the vault's bitmap: the first one in a group costs more gas. */
const GROUP = 256n;

function nextVaultNonce(entries: readonly SignedTransfer[], order: TransferOrder): bigint {
  const used = entries
    .filter(({ account, chainId, contract }) => {
      return account === order.account && chainId === order.chainId && contract === order.contract;
    })
    .map(({ nonce }) => BigInt(nonce));
  const latest = used.at(-1);
  const group = latest === undefined ? null : latest / GROUP;
  const next = used.reduce(
    (high, nonce) => (nonce / GROUP === group && nonce >= high ? nonce + 1n : high),
    0n,
  );
  if (group !== null && next / GROUP === group) return next;
  return bytesToBigInt(crypto.getRandomValues(new Uint8Array(31))) * GROUP;
}

/**
 * Returns the open transfer of the same payment. A new signature has its nonce, so that the contract executes at most one of
 * the two.
 */
const repeatedBy = (entries: readonly SignedTransfer[], order: TransferOrder): SignedTransfer | undefined =>
  entries.findLast((entry) => isOpen(entry, entries) && isSameOrder(entry, order));

/** Returns a new nonce: random for a token, and for a vault the next one of this device's group, or the first of a random group. */
const nonceFor = (entries: readonly SignedTransfer[], order: TransferOrder): string =>
  order.route === 'wallet'
    ? bytesToHex(crypto.getRandomValues(new Uint8Array(32)))
    : nextVaultNonce(entries, order).toString();

/**
 * Records that a wallet is about to be asked to sign a transfer, and returns the transfer.
 * @throws NotRecordedError if the browser can't store it: it would be unknown after a reload, and could be paid twice.
 */
export function beginTransfer(
  order: TransferOrder,
  terms: Pick<SignedTransfer, 'deadline' | 'fromBlock' | 'domain'>,
): SignedTransfer {
  let begun: SignedTransfer | undefined;
  const isStored = change((entries) => {
    const repeated = repeatedBy(entries, order);
    const nonce = repeated?.nonce ?? nonceFor(entries, order);
    // The nonce may have been used since it was first signed.
    const fromBlock = repeated?.fromBlock ?? terms.fromBlock;
    const unsigned = { ...order, ...terms, nonce, fromBlock };
    begun = { ...unsigned, id: digestOf(unsigned), createdAt: Date.now() };
    const { id } = begun;
    const known = entries.find((entry) => entry.id === id);
    if (!known) return [...entries, begun];
    // The same message again, within a second, is the same transfer, and open again whatever was said of it.
    const { isDeclined: _declined, refusal: _refusal, ...again } = known;
    begun = again;
    return entries.map((entry) => (entry.id === id ? again : entry));
  });
  if (begun && isStored) return begun;
  const failed = begun?.id;
  change((entries) => entries.filter(({ id }) => id !== failed));
  throw new NotRecordedError();
}

/** Records the wallet's signature. Returns whether it was stored. */
export const signInList = (id: Hash, signature: Hex): boolean =>
  changeOne(id, ({ isDeclined: _, ...entry }) => ({ ...entry, signature }));

/** Records that the wallet said that it signed nothing. That's only a hint, so the transfer is still looked for. */
export const declineInList = (id: Hash) => changeOne(id, (entry) => ({ ...entry, isDeclined: true }));

/** Records that the API queued a transfer. */
export const acceptInList = (id: Hash) =>
  changeOne(id, ({ refusal: _, ...entry }) => ({ ...entry, isAccepted: true }));

/** Records why the API didn't queue a transfer. */
export const refuseInList = (id: Hash, refusal: string) => changeOne(id, (entry) => ({ ...entry, refusal }));

/** Records what the chain shows, also if a reorganization took an outcome back. */
export const endInList = (id: Hash, outcome: TransferOutcome | null) =>
  changeOne(id, ({ outcome: _, ...entry }) => (outcome ? { ...entry, outcome } : entry));
