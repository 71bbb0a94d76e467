import { NATIVE_TOKEN } from '@/lib/evm/address';
import {
  type CallBatch,
  isCallBatch,
  isCancelling,
  isSettled,
  type LedgerEntry,
  type Trade,
} from '@/lib/wallet/transactions/ledger-entry';
import { isIntent, isLedgerEntry } from '@/lib/wallet/transactions/stored-entry';
import {
  isPledgeKind,
  isPresaleKind,
  isStakingKind,
  isVerifiedKind,
  transactionKinds,
} from '@/lib/wallet/transactions/transaction-kinds';
import { account, entry, hash } from '../../../support/ledger-entry';

const trade: Trade = {
  sold: NATIVE_TOKEN,
  bought: account,
  wrapped: account,
  coinId: 2,
  symbol: 'tUSDT',
  decimals: 6,
  minimumRaw: '7',
};
const dapp = { name: 'Sample', origin: 'https://dapp.example' };
const batch: CallBatch = { id: 'wallet-1', contract: account, fromBlock: '12' };
/** All optional fields of an entry, regardless of its kind. */
const full: LedgerEntry = {
  ...entry,
  ...{ spender: account, purpose: 'stake', token: NATIVE_TOKEN, vault: account, recipient: account },
  ...{ feeRaw: '1', nft: '9', pledgeId: '3', termId: '0', unlocksAt: 1_800_000_000, trade, batch },
  ...{ nonce: 0, call: hash('c'), receivedRaw: '4', reason: 'reverted' },
  ...{ block: { number: '7', hash: hash('b') }, reorganizedAt: 3_000 },
  replacements: [{ hash: hash('2'), kind: 'speedUp', at: 2_000 }],
};

test('WAL-9 the ledger accepts every kind and status of a stored transaction', () => {
  for (const kind of transactionKinds)
    for (const status of ['pending', 'confirmed', 'verified', 'failed'] as const)
      expect([kind, isLedgerEntry({ ...full, kind, status, ...(kind === 'dapp' ? { dapp } : {}) })]).toEqual([
        kind,
        true,
      ]);
  expect(isLedgerEntry({ ...full, dapp })).toBe(false);
  expect(isLedgerEntry(entry)).toBe(true);
  expect(isLedgerEntry({ ...entry, hash: null, batch })).toBe(true);
  expect(isLedgerEntry({ ...full, kind: 'speedUp' })).toBe(false);
});

/** Invalid values of a field, in addition to values of another type. */
const damaged: Record<string, readonly unknown[]> = {
  id: ['', '0x1', `${hash('1')}0`],
  hash: ['0x1', null],
  chainId: ['901', 1.5],
  account: ['0x1', `${account}0`],
  kind: ['bump', ''],
  coinId: ['1', 1.5],
  amountRaw: ['', '-1', '1.5', '0x1', 'x1', '1x', '1'.repeat(79), 5],
  decimals: [-1, 37, 1.5, '18'],
  symbol: [5],
  status: ['lost', ''],
  createdAt: ['1000'],
};
const damagedOptions: Record<string, readonly unknown[]> = {
  spender: ['0x1', 5, null],
  purpose: ['bump', 5],
  token: ['0x1', 5, null],
  vault: ['0x1', 5, null],
  recipient: ['0x1', 5, null],
  feeRaw: ['-1', '', 5],
  nft: [5, null],
  pledgeId: ['x', 5],
  termId: ['x', 5],
  unlocksAt: ['1', 1.5, 2 ** 53],
  receivedRaw: ['x', 5],
  nonce: ['4', 1.5],
  call: ['0x1', 5],
  trade: [null, 'x', {}],
  batch: [null, 'x', {}],
  block: [
    ...[null, 'x', {}, { number: '7' }, { hash: hash('b') }, { number: 7, hash: hash('b') }],
    ...['', '-1', 'x1', '1x', '1'.repeat(21)].map((number) => ({ number, hash: hash('b') })),
    ...['0x1', 5, null].map((damagedHash) => ({ number: '7', hash: damagedHash })),
  ],
  reorganizedAt: ['1', null],
  replacements: [{}, null, [null], ['x'], [{ hash: '0x1', kind: 'speedUp', at: 1 }]],
};

test.each(Object.entries({ ...damaged, ...damagedOptions }))(
  'WAL-9 the ledger rejects a stored transaction with an invalid %s',
  (field, values) => {
    for (const value of values)
      expect([value, isLedgerEntry({ ...entry, [field]: value })]).toEqual([value, false]);
    const { [field]: _, ...rest } = full as unknown as Record<string, unknown>;
    expect(isLedgerEntry(rest)).toBe(field in damagedOptions);
  },
);

test('WAL-9 a value that is not an object is not a stored transaction', () => {
  for (const value of [undefined, null, 'x', 5, true])
    expect([isLedgerEntry(value), isIntent(value), isCallBatch(value)]).toEqual([false, false, false]);
});

test('WAL-9 a payment requires its recipient and token, and a swap requires its trade', () => {
  const payment = { ...entry, kind: 'send', recipient: account, token: NATIVE_TOKEN };
  expect(isIntent(payment)).toBe(true);
  expect(isIntent({ ...payment, recipient: undefined })).toBe(false);
  expect(isIntent({ ...payment, token: undefined })).toBe(false);
  expect(isIntent({ ...entry, kind: 'swap', trade })).toBe(true);
  expect(isIntent({ ...entry, kind: 'swap' })).toBe(false);
});

test('WAL-9 a damaged trade, batch, or replacement invalidates the entry', () => {
  const isValid = (part: object) => isLedgerEntry({ ...full, ...part });
  for (const [field, values] of Object.entries({
    ...{ sold: ['0x1'], bought: [5], wrapped: [null], coinId: ['1', 1.5], symbol: [5] },
    ...{ decimals: [37], minimumRaw: ['x'] },
  }))
    for (const value of values) {
      expect(isValid({ trade: { ...trade, [field]: value } })).toBe(false);
      expect(isValid({ kind: 'swap', trade: { ...trade, [field]: value } })).toBe(false);
    }
  for (const [field, values] of Object.entries({
    ...{ id: [5], contract: ['0x1', 5, [account]], fromBlock: ['', '-1', 'x1', '1x', '1'.repeat(21), 5] },
  }))
    for (const value of values) expect(isValid({ batch: { ...batch, [field]: value } })).toBe(false);
  const [replacement] = full.replacements ?? [];
  for (const [field, values] of Object.entries({ hash: ['0x1', 5], kind: ['bump'], at: ['1'] }))
    for (const value of values)
      expect(isValid({ replacements: [replacement, { ...replacement, [field]: value }] })).toBe(false);
  expect(isValid({ replacements: [] })).toBe(true);
});

test('WAL-9 only the kinds that the server records wait after they are confirmed', () => {
  for (const kind of transactionKinds) {
    const isVerified = ['deposit', 'contribute', 'pledge'].includes(kind);
    expect([kind, isVerifiedKind(kind)]).toEqual([kind, isVerified]);
    expect(isSettled({ kind, status: 'pending' })).toBe(false);
    expect(isSettled({ kind, status: 'confirmed' })).toBe(!isVerified);
    expect(isSettled({ kind, status: 'verified' })).toBe(true);
    expect(isSettled({ kind, status: 'failed' })).toBe(true);
  }
});

test('WAL-9 every action of a pool, sale, or pledge contract belongs to one group', () => {
  expect(transactionKinds.filter(isStakingKind)).toEqual(['stake', 'unstake', 'claim', 'exit']);
  expect(transactionKinds.filter(isPresaleKind)).toEqual(['contribute', 'claimVested', 'refund']);
  expect(transactionKinds.filter(isPledgeKind)).toEqual(['pledge', 'redeem', 'exitEarly']);
});

test('WAL-16 a transaction is being canceled if its latest replacement is a cancellation', () => {
  const replacedBy = (...kinds: ('speedUp' | 'cancel')[]) => ({
    replacements: kinds.map((kind) => ({ hash: hash('2'), kind, at: 1 })),
  });
  expect(isCancelling({})).toBe(false);
  expect(isCancelling(replacedBy('speedUp'))).toBe(false);
  expect(isCancelling(replacedBy('speedUp', 'cancel'))).toBe(true);
  expect(isCancelling(replacedBy('cancel', 'speedUp'))).toBe(false);
});
