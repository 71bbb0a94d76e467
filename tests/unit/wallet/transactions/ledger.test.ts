import type { Address } from 'viem';
import { addToLedger, updateLedger, useLedger } from '@/lib/wallet/transactions/transaction-ledger';

const account: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const hash = (digit: string) => `0x${digit.repeat(64)}` as const;
const sent = (digit: string) =>
  ({
    kind: 'deposit',
    coinId: 1,
    amountRaw: '5',
    decimals: 18,
    symbol: 'TIDE',
    chainId: 901,
    account,
    hash: hash(digit),
  }) as const;
const ends = () => useLedger.getState().entries.map(({ id, status }) => [id, status]);

test('WAL-9 a transaction is recorded once, even if it is reported again', () => {
  addToLedger(sent('1'));
  updateLedger(hash('1'), { status: 'failed', reason: 'reverted' });
  addToLedger(sent('1'));
  expect(ends()).toEqual([[hash('1'), 'failed']]);
});

test('WAL-9 a dropped transaction that is resent unchanged has the same hash and is tracked again', () => {
  addToLedger(sent('2'));
  updateLedger(hash('2'), { status: 'failed', reason: 'dropped' });
  addToLedger(sent('3'));
  addToLedger(sent('2'));
  expect(ends().slice(-2)).toEqual([
    [hash('3'), 'pending'],
    [hash('2'), 'pending'],
  ]);
});
