import type { Address, Hash } from 'viem';
import { createStoredList } from '@/lib/stored-list';
import {
  isLedgerEntry,
  type LedgerEntry,
  type SentReplacement,
  type TransactionIntent,
} from './ledger-entry';

/**
 * Transactions sent from this browser, kept so that a reload in the middle of one resumes it. Holds what the chain
 * cannot tell (what the user meant); the chain stays the truth about what happened.
 */
const ledger = createStoredList('tidewell.transactions', isLedgerEntry, 50);

export const useLedger = ledger.useList;
export const watchLedger = ledger.watch;

export function addToLedger(
  entry: TransactionIntent & { chainId: number; hash: Hash; account: Address },
): void {
  ledger.change((entries) =>
    entries.some(({ hash }) => hash === entry.hash)
      ? entries
      : [...entries, { ...entry, id: entry.hash, status: 'pending', createdAt: Date.now() }],
  );
}

export function updateLedger(
  id: Hash,
  change: Partial<Pick<LedgerEntry, 'status' | 'reason' | 'hash' | 'nonce' | 'call' | 'receivedRaw'>>,
): void {
  ledger.change((entries) => entries.map((entry) => (entry.id === id ? { ...entry, ...change } : entry)));
}

/** Writes down what was sent in an entry's place, which is followed from then on. */
export function replaceInLedger(id: Hash, sent: SentReplacement): void {
  ledger.change((entries) =>
    entries.map((entry) =>
      entry.id === id
        ? { ...entry, hash: sent.hash, replacements: [...(entry.replacements ?? []), sent] }
        : entry,
    ),
  );
}
