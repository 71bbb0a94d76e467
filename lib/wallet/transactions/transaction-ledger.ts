import type { Address, Hash } from 'viem';
import { createStoredList } from '@/lib/preferences/stored-list';
import {
  blockOf,
  type CallBatch,
  type LedgerEntry,
  type MinedBlock,
  type SentReplacement,
  type TransactionIntent,
} from './ledger-entry';
import { isLedgerEntry } from './stored-entry';
import type { TransactionEnd } from './transaction-end';

/**
 * Transactions sent from this browser, stored so that they can be tracked after a reload. Each entry includes the
 * user's intent, which the chain does not record. The chain is the source of truth for results.
 */
const ledger = createStoredList('tidewell.transactions', isLedgerEntry, 50);

export const useLedger = ledger.useList;
export const watchLedger = ledger.watch;

type Sent = TransactionIntent & { chainId: number; account: Address; batch?: CallBatch };

/** A dropped transaction that is resent unchanged has the same hash, so it must be tracked again. */
const isDropped = ({ status, reason }: LedgerEntry) => status === 'failed' && reason === 'dropped';

function add(sent: Sent & { id: Hash; hash: Hash | null }): void {
  ledger.change((entries) => {
    const known = entries.find(({ id, hash }) => id === sent.id || (hash !== null && hash === sent.hash));
    if (known && !isDropped(known)) return entries;
    const others = entries.filter((entry) => entry !== known);
    return [...others, { ...sent, status: 'pending', createdAt: Date.now() }];
  });
}

/** Adds a sent transaction if it is not in the ledger yet. `id` is the batch ID if it was sent in a batch. */
export function addToLedger({ id, ...sent }: Sent & { hash: Hash; id?: Hash | undefined }): void {
  add({ ...sent, id: id ?? sent.hash });
}

/** Adds a batch (EIP-5792) that a wallet accepted and whose transaction hash is not known yet. */
export function addBatchToLedger(sent: Sent & { id: Hash; batch: CallBatch }): void {
  add({ ...sent, hash: null });
}

export function updateLedger(
  id: Hash,
  change: Partial<
    Pick<LedgerEntry, 'status' | 'reason' | 'chainId' | 'hash' | 'nonce' | 'call' | 'receivedRaw' | 'block'>
  >,
): void {
  ledger.change((entries) => entries.map((entry) => (entry.id === id ? { ...entry, ...change } : entry)));
}

/** Records a transaction's outcome, and the block that decided it. */
export function endInLedger(id: Hash, end: TransactionEnd): void {
  updateLedger(
    id,
    end.status === 'failed'
      ? end
      : { status: end.status, hash: end.receipt.transactionHash, block: blockOf(end.receipt) },
  );
}

/**
 * Makes a transaction pending again, because a reorganization removed its block. Returns whether it changed: another tab
 * may have done the same.
 */
export function reopenInLedger(id: Hash, removed: MinedBlock): boolean {
  let isReopened = false;
  ledger.change((entries) =>
    entries.map((entry) => {
      if (entry.id !== id || entry.block?.hash !== removed.hash) return entry;
      isReopened = true;
      const { block: _, reason: __, receivedRaw: ___, ...sent } = entry;
      return { ...sent, status: 'pending', reorganizedAt: Date.now() };
    }),
  );
  return isReopened;
}

/** Makes a transaction's outcome final, because no reorganization reaches its block anymore. */
export function finalizeInLedger(id: Hash): void {
  ledger.change((entries) =>
    entries.map((entry) => {
      if (entry.id !== id) return entry;
      const { block: _, ...final } = entry;
      return final;
    }),
  );
}

/** Records a transaction that replaces an entry's transaction. The replacement is tracked from then on. */
export function replaceInLedger(id: Hash, sent: SentReplacement): void {
  ledger.change((entries) =>
    entries.map((entry) =>
      entry.id === id
        ? { ...entry, hash: sent.hash, replacements: [...(entry.replacements ?? []), sent] }
        : entry,
    ),
  );
}
