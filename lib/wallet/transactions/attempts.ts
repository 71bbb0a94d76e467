import { type Address, type Hash, isAddress, isHash } from 'viem';
import { createStoredList } from '@/lib/preferences/stored-list';
import type { TransactionIntent, TransactionKind } from './ledger-entry';
import { isIntent } from './stored-entry';

/** A record stored before a wallet request, to find its transaction by events or nonces. */
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

/** What was put before a wallet, as far as the chain is searched by it. */
export type Asked = TransactionIntent & {
  chainId: number;
  account: Address;
  /** What was called: the platform's contract, of a swap the router or the wrapped coin, of a payment the token or whom it pays. */
  contract: Address;
  /** Block before which it cannot be; a decimal string. */
  fromBlock: string;
  /** Of what was asked for together with its approval: the name that the wallet was given for both (EIP-5792). */
  batch?: Hash;
};

/** What was put before the wallet and whose hash this page has not learned; `createdAt` in ms since the epoch. */
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
 * A wallet may send after the page that asked has gone, or fail to answer although it sent. What was asked is kept, so
 * that it is found by the events of the contracts.
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
