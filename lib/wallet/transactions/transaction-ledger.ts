import { type Address, bytesToHex, type Hash } from 'viem';
import { NotRecordedError } from '@/lib/evm/errors';
import { createStoredList } from '@/lib/preferences/stored-list';
import {
  isSameKind,
  isSameOrder,
  isSettled,
  type LedgerEntry,
  type SentTransaction,
  type TransactionIntent,
  type WalletRequest,
} from './ledger-entry';
import { isLedgerEntry } from './stored-entry';

const SETTLED_LIMIT = 50;
const DECLINED_LIMIT = 50;
const HIDDEN_LIMIT = 200;
const UNSETTLED_LIMIT = 200;
/** Longest ID of a batch, in characters: 4,096 bytes as hexadecimal text (EIP-5792). */
const BATCH_ID_LIMIT = 8_194;

/**
 * What wallets were asked to send from this browser, stored from before the wallet is asked, so that a transaction can be
 * found even if the wallet never answers, or the page closes. The chain is the source of truth for results.
 */
const idOf = ({ id }: LedgerEntry) => id;
const ledger = createStoredList(
  'tidewell.transactions',
  isLedgerEntry,
  SETTLED_LIMIT + UNSETTLED_LIMIT,
  idOf,
);
export const useLedger = ledger.useList;
export const readLedger = ledger.read;
export const watchLedger = ledger.watch;

/**
 * Requests that, according to the wallet or the user, were not sent. No page shows them, but they are still looked for on
 * chain, and return to the ledger if they are found.
 */
const declined = createStoredList('tidewell.declined', isLedgerEntry, DECLINED_LIMIT + HIDDEN_LIMIT, idOf);
export const useDeclined = declined.useList;
export const readDeclined = declined.read;
export const watchDeclined = declined.watch;

/** Changes the declined entries. Drops the oldest ones above the limit, but none that the user hid for others. Returns whether they were stored. */
function changeDeclined(next: (entries: readonly LedgerEntry[]) => readonly LedgerEntry[]): boolean {
  return declined.change((entries) => {
    const changed = next(entries);
    const unsent = changed.filter(({ isHidden }) => !isHidden);
    const dropped = new Set(unsent.slice(0, Math.max(unsent.length - DECLINED_LIMIT, 0)));
    return changed.filter((entry) => !dropped.has(entry));
  });
}

/**
 * Changes the ledger. Drops the oldest settled entries above the limit, but none that is undecided, and none whose transaction a
 * search for an undecided one of the same order could take. Returns whether the ledger was stored.
 */
export function change(next: (entries: readonly LedgerEntry[]) => readonly LedgerEntry[]): boolean {
  return ledger.change((entries) => {
    const changed = next(entries);
    const settled = changed.filter(isSettled);
    const open = [...changed, ...declined.read()].filter(({ status }) => status === 'pending');
    const isSought = (entry: LedgerEntry) =>
      open.some((one) => isSameKind(one, entry) && isSameOrder(one, entry));
    const final = settled.filter((entry) => entry.block === undefined && !isSought(entry));
    const dropped = new Set([
      ...final.slice(0, Math.max(final.length - SETTLED_LIMIT, 0)),
      ...settled.slice(0, Math.max(changed.length - SETTLED_LIMIT - UNSETTLED_LIMIT, 0)),
    ]);
    return changed.filter((entry) => !dropped.has(entry));
  });
}

export const changeOne = (id: Hash, next: (entry: LedgerEntry, all: readonly LedgerEntry[]) => LedgerEntry) =>
  change((entries) => entries.map((entry) => (entry.id === id ? next(entry, entries) : entry)));

export const findEntry = (id: Hash): LedgerEntry | undefined =>
  useLedger.getState().entries.find((entry) => entry.id === id);

const newId = (): Hash => bytesToHex(crypto.getRandomValues(new Uint8Array(32)));

/** An entry before the wallet is asked. */
export type NewEntry = TransactionIntent & { chainId: number; account: Address; request: WalletRequest };

/**
 * Records that a wallet is about to be asked. Returns the entry's ID, which is also the ID of a batch.
 * @throws NotRecordedError if the browser can't store it: it would be unknown after a reload, and could be sent twice.
 */
export function beginInLedger(entry: NewEntry): Hash {
  const id = newId();
  const begun: LedgerEntry = { ...entry, id, createdAt: Date.now(), sent: [], hash: null, status: 'pending' };
  if (change((entries) => [...entries, begun])) return id;
  change((entries) => entries.filter((other) => other.id !== id));
  throw new NotRecordedError();
}

/** Records that the wallet accepted a batch (EIP-5792), with the wallet's ID for it. */
export function batchInLedger(id: Hash, batchId: string): void {
  if (batchId.length > BATCH_ID_LIMIT) return;
  // It may be a hash by which logs that were searched before name the batch.
  changeOne(id, ({ searched: _, ...entry }) => ({ ...entry, batchId }));
}

/** Returns an entry without its outcome. */
export function undecided(entry: LedgerEntry): LedgerEntry {
  const { block: _, reason: __, receivedRaw: ___, isAltered: ____, note: _____, ...rest } = entry;
  return { ...rest, hash: entry.sent.at(-1)?.hash ?? null, status: 'pending' };
}

/** Takes a transaction from an entry that only a search gave it to, because the wallet returned it for another entry. */
function release(entry: LedgerEntry, hash: Hash): LedgerEntry {
  const isFound = entry.sent.some((sent) => sent.hash === hash && sent.isFound);
  if (!isFound || entry.status === 'verified') return entry;
  const sent = entry.sent.filter((other) => other.hash !== hash);
  return { ...undecided(entry), sent, hash: sent.at(-1)?.hash ?? null, missingSince: Date.now() };
}

/**
 * Records the hash that a wallet returned for an entry's transaction, or for its replacement. It's tracked from then on,
 * and missing until a node shows it. If the chain has decided the entry before, a replacement came too late, so that the
 * wallet may have used another nonce.
 */
export function sendInLedger(id: Hash, sent: SentTransaction): void {
  restoreInLedger(id);
  change((entries) => entries.map((entry) => (entry.id === id ? entry : release(entry, sent.hash))));
  changeOne(id, (entry) => {
    if (entry.sent.some(({ hash }) => hash === sent.hash)) return entry;
    if (entry.status === 'pending') {
      // Logs that were searched before may name the new hash.
      const { searched: _, ...rest } = entry;
      return { ...rest, hash: sent.hash, sent: [...entry.sent, sent], missingSince: sent.at };
    }
    // A search may have found another one like it, so both are looked at again: first what the wallet returned.
    const isSearched = sent.kind === 'call' && entry.sent.every(({ isFound }) => isFound);
    return isSearched && entry.status !== 'verified'
      ? { ...undecided(entry), sent: [sent, ...entry.sent] }
      : entry;
  });
  const entry = findEntry(id);
  if (entry?.sent.some(({ hash }) => hash === sent.hash) === false && sent.kind !== 'call')
    addSecond(entry, sent);
}

/** Moves an entry to the declined ones, unless the chain has decided it meanwhile. Returns whether it hasn't. */
function decline(id: Hash, mark: Pick<LedgerEntry, 'isHidden'>): boolean {
  const isIt = (entry: LedgerEntry) => entry.id === id && entry.status === 'pending';
  const declinedOne = readLedger().find(isIt);
  if (declinedOne) {
    // Stored there before it's removed here: storage may be full.
    if (changeDeclined((entries) => [...entries, { ...declinedOne, ...mark }]))
      change((entries) => entries.filter((entry) => !isIt(entry)));
    if (findEntry(id)) forgetDeclined(id);
  }
  return findEntry(id) === undefined;
}

/**
 * Removes an entry that was not sent, according to the wallet. It is still looked for on chain. Returns whether it was
 * removed: not if the chain shows that it was sent.
 */
export const declineInLedger = (id: Hash): boolean => decline(id, {});

/** Removes an entry that the user doesn't find in the wallet. It is still looked for, and named if it would be repeated. */
export const hideInLedger = (id: Hash): boolean => decline(id, { isHidden: true });

/** Returns a hidden entry to the ledger, because its transaction was found. Returns whether it was hidden. */
export function restoreInLedger(id: Hash): boolean {
  const found = readDeclined().find((other) => other.id === id);
  if (!found) return false;
  const { isHidden: _, ...entry } = found;
  // Stored there before it's removed here: storage may be full.
  if (change((entries) => (entries.some((other) => other.id === id) ? entries : [...entries, entry])))
    forgetDeclined(id);
  return true;
}

/** Ends the promise that a hidden entry is kept, because it was not sent after all. It is looked for a while all the same. */
export function unhideInLedger(id: Hash): void {
  changeDeclined((entries) =>
    entries.map((entry) => {
      const { isHidden: _, ...shown } = entry;
      return entry.id === id ? shown : entry;
    }),
  );
}

/** Stops the search for a hidden entry. */
export function forgetDeclined(id: Hash): void {
  declined.change((entries) => entries.filter((entry) => entry.id !== id));
}

/** Records the nonce that a replacement reuses, in case no node shows the replaced transaction again. */
export function nonceInLedger(id: Hash, nonce: number): void {
  changeOne(id, (entry) => ({
    ...entry,
    sent: entry.sent.map((sent, index) => (index === 0 ? { ...sent, nonce } : sent)),
  }));
}

/**
 * Records, before the wallet is asked for a replacement, that it may send a second transaction with a later nonce instead. It
 * appears in the ledger once it's found, and is named if it would be repeated. Returns its ID, or null if the first one is gone.
 * @throws NotRecordedError if the browser can't store it.
 */
export function doubtInLedger(replacesId: Hash, nonce: number): Hash | null {
  const first = findEntry(replacesId);
  if (!first) return null;
  const { missingSince: _, note: __, searched: ___, ...entry } = first;
  const request = { ...first.request, fromNonce: nonce + 1 };
  const id = newId();
  const doubted: LedgerEntry = {
    ...{ ...entry, id, replacesId, request, createdAt: Date.now() },
    ...{ sent: [], hash: null, status: 'pending', isHidden: true },
  };
  if (changeDeclined((entries) => [...entries, doubted])) return id;
  forgetDeclined(id);
  throw new NotRecordedError();
}

/** Records what the server or the watcher found out about a mined transaction. */
export function updateLedger(
  id: Hash,
  change: Partial<Pick<LedgerEntry, 'status' | 'reason' | 'receivedRaw'>>,
): void {
  changeOne(id, (entry) => ({ ...entry, ...change }));
}

/**
 * Adds a second transaction that a wallet sent with another nonce instead of a replacement, so that both can be confirmed.
 * A cancellation with another nonce moves nothing, so it has no entry.
 */
export function addSecond({ id: replacesId, ...first }: LedgerEntry, second: SentTransaction): void {
  if (second.kind === 'cancel') return;
  const { hash, at } = second;
  const { missingSince: _, searched: __, ...entry } = undecided({ id: hash, ...first });
  const added: LedgerEntry = {
    ...{ ...entry, replacesId, hash, createdAt: at },
    sent: [{ ...second, kind: 'call' }],
  };
  const isKnown = (entry: LedgerEntry) => entry.sent.some((sent) => sent.hash === hash);
  change((entries) => (entries.some(isKnown) ? entries : [...entries, added]));
}
