import { parseGwei, type TransactionReceipt } from 'viem';
import { type LedgerEntry, waitingSince } from '@/lib/wallet/transactions/ledger-entry';
import { mostCost, replacementFees } from '@/lib/wallet/transactions/replacement';
import { endOf } from '@/lib/wallet/transactions/transaction-end';
import { entry, hash } from '../../../support/ledger-entry';

const replaced = (...kinds: ('speedUp' | 'cancel')[]): LedgerEntry => {
  const replacements = kinds.map((kind, index) => ({
    hash: hash(String(index + 2)),
    kind,
    at: 2_000 + index,
  }));
  return { ...entry, replacements, hash: replacements.at(-1)?.hash ?? entry.hash };
};
const mined = (digit: string, status: 'success' | 'reverted' = 'success') =>
  ({ transactionHash: hash(digit), status, blockNumber: 7n, blockHash: hash('b') }) as TransactionReceipt;
const block = { number: '7', hash: hash('b') };

test('WAL-16 a replacement pays at least an eighth more, rounded up, and always more than before', () => {
  const current = { maxFeePerGas: 1n, maxPriorityFeePerGas: 0n };
  expect(
    replacementFees({ maxFeePerGas: parseGwei('20'), maxPriorityFeePerGas: parseGwei('2') }, current),
  ).toEqual({ maxFeePerGas: parseGwei('22.5'), maxPriorityFeePerGas: parseGwei('2.25') });
  expect(replacementFees({ maxFeePerGas: 9n, maxPriorityFeePerGas: 0n }, current)).toEqual({
    maxFeePerGas: 11n,
    maxPriorityFeePerGas: 1n,
  });
  expect(replacementFees({ gasPrice: parseGwei('8') }, { gasPrice: 1n })).toEqual({
    gasPrice: parseGwei('9'),
  });
  expect(replacementFees({ gasPrice: 0n }, { gasPrice: 0n })).toEqual({ gasPrice: 1n });
});

test('WAL-16 a replacement pays the current network fee if it is higher, and a priority fee within it', () => {
  const current = { maxFeePerGas: parseGwei('90'), maxPriorityFeePerGas: parseGwei('3') };
  expect(
    replacementFees({ maxFeePerGas: parseGwei('20'), maxPriorityFeePerGas: parseGwei('2') }, current),
  ).toEqual(current);
  expect(replacementFees({ gasPrice: parseGwei('20') }, current)).toEqual({ gasPrice: parseGwei('90') });
  expect(
    replacementFees({ maxFeePerGas: parseGwei('8'), maxPriorityFeePerGas: parseGwei('8') }, { gasPrice: 1n }),
  ).toEqual({ maxFeePerGas: parseGwei('9'), maxPriorityFeePerGas: parseGwei('9') });
});

test('WAL-16 NUM-1 the maximum cost of a replacement is never understated', () => {
  expect(mostCost(21_000n, { gasPrice: parseGwei('2') })).toBe(parseGwei('42000'));
  expect(mostCost(1n, { maxFeePerGas: 1n, maxPriorityFeePerGas: 0n })).toBe(parseGwei('1'));
});

test('WAL-9 of all transactions with the same nonce, the mined one decides the outcome', () => {
  const confirmed = { status: 'confirmed' };
  const cancelled = { status: 'failed', reason: 'cancelled', block };
  expect(endOf(entry, mined('1'), null)).toMatchObject(confirmed);
  expect(endOf(entry, mined('1', 'reverted'), null)).toEqual({ status: 'failed', reason: 'reverted', block });
  // The wallet repriced, canceled or replaced the transaction.
  expect(endOf(entry, mined('9'), 'repriced')).toMatchObject(confirmed);
  expect(endOf(entry, mined('9'), 'cancelled')).toEqual(cancelled);
  expect(endOf(entry, mined('9'), 'replaced')).toEqual(cancelled);
  // The page sped up the transaction, and either the first or the second one is mined.
  expect(endOf(replaced('speedUp'), mined('2'), null)).toMatchObject(confirmed);
  expect(endOf(replaced('speedUp'), mined('1'), 'repriced')).toMatchObject(confirmed);
  // The page canceled the transaction: in time, too late, after a higher fee, or with a higher fee set in the wallet.
  expect(endOf(replaced('cancel'), mined('2'), null)).toEqual(cancelled);
  expect(endOf(replaced('cancel'), mined('1'), 'replaced')).toMatchObject(confirmed);
  expect(endOf(replaced('speedUp', 'cancel'), mined('2'), 'replaced')).toMatchObject(confirmed);
  expect(endOf(replaced('speedUp', 'cancel'), mined('3'), null)).toEqual(cancelled);
  expect(endOf(replaced('cancel'), mined('9'), 'repriced')).toEqual(cancelled);
});

test('WAL-16 a transaction’s waiting time starts at its latest replacement', () => {
  expect(waitingSince(entry)).toBe(1_000);
  expect(waitingSince(replaced('speedUp', 'cancel'))).toBe(2_001);
});
