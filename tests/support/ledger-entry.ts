import type { Address } from 'viem';
import type { LedgerEntry } from '@/lib/wallet/transactions/ledger-entry';

export const account: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

/** Returns a hash that consists of one digit. */
export const hash = (digit: string) => `0x${digit.repeat(64)}` as const;

/** A deposit that has just been sent. */
export const entry: LedgerEntry = {
  id: hash('1'),
  hash: hash('1'),
  chainId: 901,
  account,
  kind: 'deposit',
  coinId: 1,
  amountRaw: '5',
  decimals: 18,
  symbol: 'TIDE',
  status: 'pending',
  createdAt: 1_000,
};
