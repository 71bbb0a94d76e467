import { type Address, type Hash, isAddress, isHash } from 'viem';
import { createStoredList } from '@/lib/preferences/stored-list';
import type { TransactionIntent } from './ledger-entry';
import { isIntent } from './stored-entry';
import type { TransactionKind } from './transaction-kinds';

/** Kinds of transactions that can be found on chain by their events or nonces. */
const recoverableKinds: readonly TransactionKind[] = [
  'deposit',
  'withdraw',
  'send',
  'swap',
  'stake',
  'unstake',
  'contribute',
  'pledge',
];

/** Fields of a wallet request that are used to find its transaction on chain. */
export type Asked = TransactionIntent & {
  chainId: number;
  account: Address;
  /**
   * The called address: a platform contract, the router or wrapped token of a swap, or the token or recipient of a
   * payment.
   */
  contract: Address;
  /** First block that can contain the transaction, as a decimal string. */
  fromBlock: string;
  /** Batch ID (EIP-5792), if the request also includes the approval. */
  batch?: Hash;
};

/** A wallet request whose transaction hash is not known yet. `createdAt` is in ms since the epoch. */
export type Attempt = Asked & { id: string; createdAt: number };

function isAttempt(value: unknown): value is Attempt {
  if (!isIntent(value)) return false;
  const { id, chainId, account, contract, fromBlock, batch, createdAt } = value as unknown as Record<
    string,
    unknown
  >;
  return (
    typeof id === 'string' &&
    Number.isInteger(chainId) &&
    typeof account === 'string' &&
    isAddress(account) &&
    typeof contract === 'string' &&
    isAddress(contract) &&
    typeof fromBlock === 'string' &&
    /^\d{1,20}$/.test(fromBlock) &&
    (batch === undefined || (typeof batch === 'string' && isHash(batch))) &&
    typeof createdAt === 'number'
  );
}

/**
 * Wallet requests without a known transaction. They are stored because a wallet may send the transaction after the page
 * was closed, or without responding. The transaction is then found on chain.
 */
const attempts = createStoredList('tidewell.attempts', isAttempt, 20);

export const useAttempts = attempts.useList;
export const watchAttempts = attempts.watch;

export const isRecoverable = (kind: TransactionKind): boolean => recoverableKinds.includes(kind);

export function beginAttempt(attempt: Asked): string {
  const id = crypto.randomUUID();
  attempts.change((entries) => [...entries, { ...attempt, id, createdAt: Date.now() }]);
  return id;
}

export function endAttempt(id: string): void {
  attempts.change((entries) => entries.filter((entry) => entry.id !== id));
}
