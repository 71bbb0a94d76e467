import type { Address, Hash } from 'viem';
import { create } from 'zustand';
import { readStored, writeStored } from '@/lib/storage';

/** What a transaction is for. Kinds other than `approve` are verified on the server after their confirmation. */
export type TransactionKind = 'approve' | 'deposit';

export type LedgerEntry = {
  kind: TransactionKind;
  chainId: number;
  hash: Hash;
  account: Address;
  coinId: number;
  /** Base units as an integer string: JSON has no bigint. */
  amountRaw: string;
  decimals: number;
  symbol: string;
  /** pending → confirmed → verified, or failed with a reason. */
  status: 'pending' | 'confirmed' | 'verified' | 'failed';
  reason?: string;
  /** ms since the epoch. */
  createdAt: number;
};

const KEY = 'tidewell.transactions';
const LIMIT = 50;

function load(): LedgerEntry[] {
  try {
    const parsed: unknown = JSON.parse(readStored(KEY) ?? '[]');
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    return [];
  }
}

/**
 * Transactions sent from this browser, kept in local storage so that a reload in the middle of one resumes it. Holds
 * what the chain cannot tell (what the user meant); the chain stays the truth about what happened.
 */
export const useLedger = create<{ entries: readonly LedgerEntry[] }>(() => ({
  entries: typeof window === 'undefined' ? [] : load(),
}));

function save(entries: readonly LedgerEntry[]): void {
  useLedger.setState({ entries });
  writeStored(KEY, JSON.stringify(entries.slice(-LIMIT)));
}

/** Follows other tabs. Gives back the way to stop. */
export function watchLedger(): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === KEY) useLedger.setState({ entries: load() });
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

export function addToLedger(entry: Omit<LedgerEntry, 'status' | 'createdAt'>): void {
  const others = load().filter((known) => known.hash !== entry.hash);
  save([...others, { ...entry, status: 'pending', createdAt: Date.now() }]);
}

export function updateLedger(
  hash: Hash,
  change: Partial<Pick<LedgerEntry, 'status' | 'reason' | 'hash'>>,
): void {
  save(load().map((entry) => (entry.hash === hash ? { ...entry, ...change } : entry)));
}
