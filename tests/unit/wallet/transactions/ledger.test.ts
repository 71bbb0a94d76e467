import { isMissing, type LedgerEntry, type MinedBlock } from '@/lib/wallet/transactions/ledger-entry';
import { finalizeInLedger, lookInLedger, reopenInLedger } from '@/lib/wallet/transactions/ledger-looks';
import type { Look } from '@/lib/wallet/transactions/look-up';
import {
  batchInLedger,
  beginInLedger,
  declineInLedger,
  findEntry,
  forgetDeclined,
  nonceInLedger,
  restoreInLedger,
  sendInLedger,
  updateLedger,
  useDeclined,
  useLedger,
} from '@/lib/wallet/transactions/transaction-ledger';
import {
  account,
  addToLedger,
  entry,
  hash,
  request,
  sentAs,
  storeLedger,
} from '../../../support/ledger-entry';

beforeEach(() => {
  localStorage.clear();
  useLedger.setState({ entries: [] });
  useDeclined.setState({ entries: [] });
});

const entries = () => useLedger.getState().entries;
const declined = () => useDeclined.getState().entries;
const stored = (key: string): unknown => JSON.parse(localStorage.getItem(key) ?? '[]');
const { id: _, hash: __, sent: ___, status: ____, createdAt: _____, ...asked } = entry;
const found = (id: string): LedgerEntry => {
  const known = entries().find((one) => one.id === id);
  if (!known) throw new Error('the entry is gone');
  return known;
};

test('WAL-9 a request is stored before the wallet is asked, with its time and an ID of its own', () => {
  const before = Date.now();
  const [first, second] = [
    beginInLedger(asked),
    beginInLedger({ ...asked, request: { ...request, before: [] } }),
  ];
  expect(first).not.toBe(second);
  expect(found(first)).toEqual({
    ...{ ...asked, id: first, sent: [], hash: null, status: 'pending' },
    createdAt: expect.any(Number),
  });
  expect(found(first).createdAt).toBeGreaterThanOrEqual(before);
  expect(isMissing(found(first))).toBe(true);
  expect(stored('tidewell.transactions')).toEqual(entries());
});

test('WAL-9 a transaction is recorded once, even if it is reported again', () => {
  const id = addToLedger({ hash: hash('1') });
  updateLedger(id, { status: 'failed', reason: 'reverted' });
  sendInLedger(id, { ...sentAs('1'), at: 2_000 });
  expect(entries()).toMatchObject([{ id, status: 'failed', sent: [{ hash: hash('1') }] }]);
});

test('WAL-9 records a batch by its own ID until its transaction is known', () => {
  const id = beginInLedger({ ...asked, request: { ...request, before: [] } });
  batchInLedger(id, 'wallet-1');
  expect(found(id)).toMatchObject({ id, batchId: 'wallet-1', hash: null, sent: [], status: 'pending' });
});

test('WAL-16 records replacements in order, and tracks the latest', () => {
  const id = addToLedger({ hash: hash('8') });
  const other = addToLedger({ hash: hash('7') });
  const before = found(other);
  const [speedUp, cancel] = [sentAs('9', 'speedUp', 1), sentAs('a', 'cancel', 2)];
  sendInLedger(id, speedUp);
  sendInLedger(id, cancel);
  nonceInLedger(id, 4);
  expect(found(id)).toMatchObject({
    hash: hash('a'),
    sent: [{ hash: hash('8'), kind: 'call', nonce: 4 }, speedUp, cancel],
  });
  expect(found(other)).toEqual(before);
});

test('WAL-16 a replacement that came after the outcome is tracked as a second transaction, because wallets may ignore its nonce', () => {
  const block = { number: '7', hash: hash('b') };
  const settled = {
    ...{ ...entry, status: 'confirmed', block, receivedRaw: '5' },
    sent: [{ ...sentAs('1'), nonce: 3 }],
  } as const;
  localStorage.setItem('tidewell.transactions', JSON.stringify([settled]));
  // A late answer to the first request changes nothing, and a late cancellation moves nothing.
  sendInLedger(settled.id, sentAs('9'));
  sendInLedger(settled.id, sentAs('8', 'cancel'));
  expect(entries()).toEqual([settled]);
  sendInLedger(settled.id, sentAs('2', 'speedUp', 5_000));
  const { block: _, receivedRaw: __, ...second } = settled;
  expect(entries()).toEqual([
    settled,
    {
      ...{ ...second, id: hash('2'), hash: hash('2'), status: 'pending', createdAt: 5_000 },
      ...{ replacesId: settled.id, sent: [sentAs('2', 'call', 5_000)] },
    },
  ]);
});

const block: MinedBlock = { number: '7', hash: hash('b') };

test('WAL-9 a transaction is pending again only if its own block was removed, and only once', () => {
  const base = { ...entry, status: 'failed', reason: 'reverted', block } as const;
  const both = [
    { ...base, hash: hash('1'), isAltered: true as const, sent: [sentAs('1'), sentAs('2', 'speedUp')] },
    { ...base, id: hash('5'), hash: hash('5'), sent: [sentAs('5')] },
  ];
  storeLedger(both);
  const removedOther = { ...block, hash: hash('c') };
  expect([reopenInLedger(hash('1'), removedOther), reopenInLedger(hash('3'), block)]).toEqual([false, false]);
  expect(entries()).toEqual(both);

  expect([reopenInLedger(hash('1'), block), reopenInLedger(hash('1'), block)]).toEqual([true, false]);
  const { reason: _, block: __, isAltered: ___, ...pending } = both[0] ?? base;
  expect(entries()).toEqual([
    // The latest transaction is shown until the chain decides again.
    { ...pending, hash: hash('2'), status: 'pending', reorganizedAt: expect.any(Number) },
    both[1],
  ]);
  finalizeInLedger(hash('5'));
  expect(found(hash('5')).block).toBeUndefined();
});

test('WAL-9 a request that the wallet or the user calls unsent leaves the ledger, and returns if it is found', () => {
  const id = beginInLedger(asked);
  const before = found(id);
  declineInLedger(id);
  declineInLedger(id);
  expect([entries(), declined()]).toEqual([[], [before]]);
  expect(stored('tidewell.declined')).toEqual([before]);
  expect([restoreInLedger(id), restoreInLedger(id)]).toEqual([true, false]);
  expect([entries(), declined()]).toEqual([[before], []]);

  // A late hash shows that it was sent after all.
  declineInLedger(id);
  sendInLedger(id, sentAs('2'));
  expect([entries(), declined()]).toMatchObject([[{ id, hash: hash('2'), status: 'pending' }], []]);
  declineInLedger(id);
  forgetDeclined(id);
  expect([entries(), declined()]).toEqual([[], []]);
});

test('WAL-9 the oldest settled transactions leave a full ledger, but none that is undecided or may be reorganized', () => {
  const entryOf = (index: number, part: Partial<LedgerEntry>): LedgerEntry => {
    const id = `0x${index.toString(16).padStart(64, '0')}` as const;
    return { ...entry, id, hash: id, sent: [{ ...sentAs('1'), hash: id }], ...part };
  };
  const verified = Array.from({ length: 52 }, (_, index) =>
    entryOf(index + 10, { status: 'verified', amountRaw: '6' }),
  );
  // The undecided deposit of the same amount could take its transaction.
  const sought = entryOf(9, { status: 'verified' });
  const kept = [
    entryOf(1, {}),
    entryOf(2, { status: 'confirmed' }),
    entryOf(3, { status: 'verified', block }),
  ];
  const all = [sought, ...kept, ...verified];
  localStorage.setItem('tidewell.transactions', JSON.stringify(all));
  const id = beginInLedger(asked);
  expect(entries().map((one) => one.id)).toEqual([
    ...[sought, ...kept, ...verified.slice(2)].map((one) => one.id),
    id,
  ]);
});

const nothing: Look = {
  ...{
    outcome: null,
    sent: [],
    isMissing: true,
    separate: [],
    foundOn: null,
    note: null,
    searched: null,
    safe: null,
    failure: undefined,
  },
};

describe('a look on chain', () => {
  test('WAL-9 that shows nothing leaves a transaction open, and remembers since when', () => {
    const id = addToLedger({ hash: hash('1') });
    const look = { ...nothing, sent: found(id).sent };
    expect(lookInLedger(found(id), look)).toBe(true);
    const { missingSince } = found(id);
    expect(missingSince).toEqual(expect.any(Number));
    expect(isMissing(found(id))).toBe(true);
    expect(lookInLedger(found(id), { ...look, note: 'reportedFailed' })).toBe(true);
    expect(found(id)).toMatchObject({ status: 'pending', missingSince, note: 'reportedFailed' });
    // A node has it again.
    expect(lookInLedger(found(id), { ...look, isMissing: false })).toBe(true);
    expect(isMissing(found(id))).toBe(false);
    expect(found(id).note).toBeUndefined();
  });

  test('WAL-9 does not count if the transaction changed meanwhile', () => {
    const id = addToLedger({ hash: hash('1') });
    const before = found(id);
    sendInLedger(id, sentAs('2', 'speedUp'));
    expect(lookInLedger(before, { ...nothing, sent: before.sent })).toBe(false);
    expect(found(id).hash).toBe(hash('2'));
    updateLedger(id, { status: 'failed' });
    const failed = found(id);
    expect(lookInLedger(failed, { ...nothing, sent: failed.sent })).toBe(false);
    expect(found(id)).toEqual(failed);
  });

  test('WAL-9 moves a transaction to the chain that has it, and remembers the requested one', () => {
    const id = addToLedger({ hash: hash('1') });
    lookInLedger(found(id), { ...nothing, sent: found(id).sent, foundOn: 902 });
    expect(found(id)).toMatchObject({ chainId: 902, requestedChainId: 901, status: 'pending' });
    lookInLedger(found(id), { ...nothing, sent: found(id).sent, foundOn: 903 });
    expect(found(id)).toMatchObject({ chainId: 903, requestedChainId: 901 });
  });

  test('WAL-16 adds the second transaction of a wallet that ignored the nonce, but no cancellation, which moves nothing', () => {
    const id = addToLedger({ hash: hash('1') });
    sendInLedger(id, sentAs('2', 'speedUp'));
    const { sent } = found(id);
    const second = { ...sentAs('2', 'speedUp', 5_000), nonce: 4 };
    lookInLedger(found(id), { ...nothing, sent: sent.slice(0, 1), separate: [second] });
    expect(found(id)).toMatchObject({ hash: hash('1'), sent: [{ hash: hash('1') }] });
    expect(found(hash('2'))).toMatchObject({
      ...{ replacesId: id, hash: hash('2'), status: 'pending', createdAt: 5_000, amountRaw: asked.amountRaw },
      sent: [{ hash: hash('2'), kind: 'call', nonce: 4 }],
    });
    sendInLedger(id, sentAs('3', 'cancel'));
    lookInLedger(found(id), { ...nothing, sent: sent.slice(0, 1), separate: [sentAs('3', 'cancel')] });
    expect(entries().map((one) => one.id)).toEqual([id, hash('2')]);
    expect(findEntry(id)?.account).toBe(account);
  });
});
