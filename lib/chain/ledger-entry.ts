import { type Address, type Hash, isAddress, isHash } from 'viem';

/** What a transaction is for. Kinds other than `approve` are verified on the server after their confirmation. */
export type TransactionKind = 'approve' | 'deposit';

/** What the user meant by a transaction. */
export type TransactionIntent = {
  kind: TransactionKind;
  coinId: number;
  /** Base units as an integer string: JSON has no bigint. */
  amountRaw: string;
  decimals: number;
  symbol: string;
};

export type LedgerEntry = TransactionIntent & {
  /** The first hash: it stays when the wallet sends the same transaction again at another price. */
  id: Hash;
  hash: Hash;
  chainId: number;
  account: Address;
  /** pending → confirmed → verified, or failed with a reason. */
  status: 'pending' | 'confirmed' | 'verified' | 'failed';
  reason?: string;
  /** ms since the epoch. */
  createdAt: number;
};

export function isIntent(value: unknown): value is TransactionIntent {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, coinId, amountRaw, decimals, symbol } = value as Record<string, unknown>;
  return (
    (kind === 'approve' || kind === 'deposit') &&
    Number.isInteger(coinId) &&
    typeof amountRaw === 'string' &&
    /^\d{1,78}$/.test(amountRaw) &&
    Number.isInteger(decimals) &&
    Number(decimals) >= 0 &&
    Number(decimals) <= 36 &&
    typeof symbol === 'string'
  );
}

/** Whether something read from storage is an entry: what lies there may be old, foreign or damaged. */
export function isLedgerEntry(value: unknown): value is LedgerEntry {
  if (!isIntent(value)) return false;
  const { id, hash, chainId, account, status, createdAt } = value as unknown as Record<string, unknown>;
  return (
    typeof id === 'string' &&
    isHash(id) &&
    typeof hash === 'string' &&
    isHash(hash) &&
    Number.isInteger(chainId) &&
    typeof account === 'string' &&
    isAddress(account) &&
    ['pending', 'confirmed', 'verified', 'failed'].includes(String(status)) &&
    typeof createdAt === 'number'
  );
}
