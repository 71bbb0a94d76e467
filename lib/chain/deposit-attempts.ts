import { type Address, isAddress } from 'viem';
import { createStoredList } from '@/lib/stored-list';
import { isIntent, type TransactionIntent } from './ledger-entry';

/** A deposit that was put before the wallet and whose hash this page has not learned. */
export type DepositAttempt = TransactionIntent & {
  id: string;
  chainId: number;
  account: Address;
  vault: Address;
  /** Block before which the deposit cannot be; a decimal string. */
  fromBlock: string;
  /** ms since the epoch. */
  createdAt: number;
};

function isAttempt(value: unknown): value is DepositAttempt {
  if (!isIntent(value)) return false;
  const { id, chainId, account, vault, fromBlock, createdAt } = value as unknown as Record<string, unknown>;
  return (
    typeof id === 'string' &&
    Number.isInteger(chainId) &&
    typeof account === 'string' &&
    isAddress(account) &&
    typeof vault === 'string' &&
    isAddress(vault) &&
    typeof fromBlock === 'string' &&
    /^\d{1,20}$/.test(fromBlock) &&
    typeof createdAt === 'number'
  );
}

/**
 * A wallet may send after the page that asked has gone, or fail to answer although it sent. What was asked is kept, so
 * that the deposit is found by the vault's own event.
 */
const attempts = createStoredList('tidewell.attempts', isAttempt, 20);

export const useAttempts = attempts.useList;
export const watchAttempts = attempts.watch;

export function beginAttempt(attempt: Omit<DepositAttempt, 'id' | 'createdAt'>): string {
  const id = crypto.randomUUID();
  attempts.change((entries) => [...entries, { ...attempt, id, createdAt: Date.now() }]);
  return id;
}

export function endAttempt(id: string): void {
  attempts.change((entries) => entries.filter((entry) => entry.id !== id));
}
