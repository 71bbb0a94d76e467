import {
  addBatchToLedger,
  addToLedger,
  reopenInLedger,
  replaceInLedger,
  updateLedger,
  useLedger,
} from '@/lib/wallet/transactions/transaction-ledger';
import { account, hash } from '../../../support/ledger-entry';

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
beforeEach(() => {
  localStorage.clear();
  useLedger.setState({ entries: [] });
});

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
  expect(ends()).toEqual([
    [hash('3'), 'pending'],
    [hash('2'), 'pending'],
  ]);
});

const entryOf = (id: string) => useLedger.getState().entries.find((entry) => entry.id === hash(id));

test('WAL-9 records a batch by its own ID until its transaction is known', () => {
  const { hash: _, ...batched } = sent('4');
  const batch = { id: 'wallet-1', contract: account, fromBlock: '12' };
  addBatchToLedger({ ...batched, id: hash('4'), batch });
  addBatchToLedger({ ...batched, id: hash('5'), batch });
  expect(entryOf('4')).toEqual({
    ...{ ...batched, batch, id: hash('4'), hash: null, status: 'pending' },
    createdAt: expect.any(Number),
  });
  updateLedger(hash('4'), { hash: hash('6') });
  expect([entryOf('4')?.hash, entryOf('5')?.hash]).toEqual([hash('6'), null]);
  // Add the same transaction by its hash and by its batch ID.
  addToLedger(sent('6'));
  addToLedger({ ...sent('7'), id: hash('5') });
  expect([entryOf('6'), entryOf('7'), entryOf('5')?.hash]).toEqual([undefined, undefined, null]);
});

test('WAL-16 records replacements in order, and tracks the latest', () => {
  addToLedger(sent('8'));
  const others = useLedger.getState().entries.filter(({ id }) => id !== hash('8'));
  const [speedUp, cancel] = [
    { hash: hash('9'), kind: 'speedUp', at: 1 },
    { hash: hash('a'), kind: 'cancel', at: 2 },
  ] as const;
  replaceInLedger(hash('8'), speedUp);
  replaceInLedger(hash('8'), cancel);
  expect(entryOf('8')).toMatchObject({ hash: hash('a'), replacements: [speedUp, cancel] });
  expect(useLedger.getState().entries.filter(({ id }) => id !== hash('8'))).toEqual(others);
});

test('WAL-9 a transaction is pending again only if its own block was removed, and only once', () => {
  const [block, other] = [
    { number: '7', hash: hash('b') },
    { number: '7', hash: hash('c') },
  ];
  addToLedger(sent('1'));
  addToLedger(sent('2'));
  for (const id of ['1', '2']) updateLedger(hash(id), { status: 'failed', reason: 'reverted', block });
  const before = useLedger.getState().entries;
  expect([reopenInLedger(hash('1'), other), reopenInLedger(hash('3'), block)]).toEqual([false, false]);
  expect(useLedger.getState().entries).toEqual(before);

  expect([reopenInLedger(hash('1'), block), reopenInLedger(hash('1'), block)]).toEqual([true, false]);
  const { block: _, reason: __, ...pending } = before[0] ?? {};
  expect(useLedger.getState().entries).toEqual([
    { ...pending, status: 'pending', reorganizedAt: expect.any(Number) },
    before[1],
  ]);
});
