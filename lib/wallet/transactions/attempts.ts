import { type Address, type Hash, isAddress, isHash } from 'viem';
import { createStoredList } from '@/lib/preferences/stored-list';
import type { TransactionIntent, TransactionKind } from './ledger-entry';
import { isIntent } from './stored-entry';

/** Kinds whose transactions can be found on chain by events or nonces. */
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

/** Fields of a wallet request by which its transaction is found on chain. */
export type Asked = TransactionIntent & {
  chainId: number;
  account: Address;
  /**
   * The called address: the platform's contract; for a swap, the router or wrapped token; for a payment, the token or
   * recipient.
   */
  contract: Address;
  /** The transaction cannot be in an earlier block; a decimal string. */
  fromBlock: string;
  /** The batch ID (EIP-5792) if it was requested together with its approval. */
  batch?: Hash;
};

/** A wallet request whose transaction hash is not known yet; `createdAt` in ms since the epoch. */
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
 * A wallet may send after the page was closed, or send without responding. Requests are stored so that their
 * transactions can be found by contract events.
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
