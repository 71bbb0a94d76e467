import type { Address, Hash } from 'viem';
import { createStoredList } from '@/lib/stored-list';
import { isLedgerEntry, type LedgerEntry, type TransactionIntent } from './ledger-entry';

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
  change: Partial<Pick<LedgerEntry, 'status' | 'reason' | 'hash'>>,
): void {
  ledger.change((entries) => entries.map((entry) => (entry.id === id ? { ...entry, ...change } : entry)));
}
