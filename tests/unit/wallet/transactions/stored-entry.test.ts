import { NATIVE_TOKEN } from '@/lib/evm/address';
import {
  isCancelling,
  isMissing,
  isSettled,
  type LedgerEntry,
  latestReplacement,
  type Trade,
  waitingSince,
} from '@/lib/wallet/transactions/ledger-entry';
import { isIntent, isLedgerEntry } from '@/lib/wallet/transactions/stored-entry';
import {
  isPledgeKind,
  isPresaleKind,
  isStakingKind,
  isVerifiedKind,
  transactionKinds,
} from '@/lib/wallet/transactions/transaction-kinds';
import { account, entry, hash, request, sentAs } from '../../../support/ledger-entry';

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
/** All optional fields of an entry, regardless of its kind. */
const full: LedgerEntry = {
  ...entry,
  ...{ spender: account, purpose: 'stake', token: NATIVE_TOKEN, vault: account, recipient: account },
  ...{
    feeRaw: '1',
    tokenId: '9',
    transferNonce: '5',
    nft: '9',
    pledgeId: '3',
    termId: '0',
    unlocksAt: 1_800_000_000,
    trade,
  },
  ...{ party: account, recovers: 'vault_contract', delay: 86_400 },
  ...{ batchId: 'wallet-1', requestedChainId: 902, missingSince: 4_000, replacesId: hash('d') },
  ...{
    note: 'partial',
    searched: { nonce: 4, block: '9', logs: '8' },
    safe: { nonce: 4, first: 3 },
    isAltered: true,
    receivedRaw: '4',
    reason: 'reverted',
  },
  ...{ block: { number: '7', hash: hash('b') }, reorganizedAt: 3_000 },
  request: { ...request, before: [], parts: { value: '5', dataHash: hash('e') } },
  sent: [{ ...sentAs('1'), nonce: 0, call: hash('c') }, sentAs('2', 'speedUp'), sentAs('3', 'cancel')],
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
  expect(isLedgerEntry({ ...entry, hash: null, sent: [] })).toBe(true);
  expect(isLedgerEntry({ ...full, kind: 'speedUp' })).toBe(false);
});

const blockNumbers = ['', '-1', 'x1', '1x', '1'.repeat(21), 5];

/** Invalid values of a field, in addition to values of another type. */
const damaged: Record<string, readonly unknown[]> = {
  id: ['', '0x1', `${hash('1')}0`, 5, null],
  hash: ['0x1', 5],
  chainId: ['901', 1.5],
  account: ['0x1', `${account}0`, 5],
  kind: ['bump', ''],
  coinId: ['1', 1.5],
  amountRaw: ['', '-1', '1.5', '0x1', 'x1', '1x', '1'.repeat(79), 5],
  decimals: [-1, 37, 1.5, '18'],
  symbol: [5],
  status: ['lost', ''],
  createdAt: ['1000', null],
  sent: [{}, null, [null], ['x'], [{ ...sentAs('1'), kind: 'bump' }]],
  request: [null, 'x', {}],
};
const damagedOptions: Record<string, readonly unknown[]> = {
  spender: ['0x1', 5, null],
  purpose: ['bump', 5],
  token: ['0x1', 5, null],
  vault: ['0x1', 5, null],
  recipient: ['0x1', 5, null],
  feeRaw: ['-1', '', 5],
  tokenId: ['x', '-1', 5, null],
  transferNonce: ['x', '-1', 5, null],
  nft: [5, null],
  pledgeId: ['x', 5],
  termId: ['x', 5],
  unlocksAt: ['1', 1.5, 2 ** 53],
  receivedRaw: ['x', 5],
  trade: [null, 'x', {}],
  batchId: [5, null],
  requestedChainId: ['902', 1.5, -1],
  missingSince: ['1', null],
  note: [false, 'failed', 1],
  searched: [1, {}, { nonce: '1', block: '1' }, { nonce: 1, block: 1 }, { nonce: 1, block: '1', logs: 1 }],
  safe: [null, {}, { nonce: 1 }, { nonce: '1', first: 0 }, { nonce: 1, first: -1 }],
  isAltered: [false, 'true', 1],
  replacesId: ['0x1', 5, null],
  block: [
    ...[null, 'x', {}, { number: '7' }, { hash: hash('b') }],
    ...blockNumbers.map((number) => ({ number, hash: hash('b') })),
    ...['0x1', 5, null].map((damagedHash) => ({ number: '7', hash: damagedHash })),
  ],
  reorganizedAt: ['1', null],
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
    expect([isLedgerEntry(value), isIntent(value)]).toEqual([false, false]);
});

test('WAL-9 a payment requires its recipient and token, and a swap requires its trade', () => {
  const payment = { ...entry, kind: 'send', recipient: account, token: NATIVE_TOKEN };
  expect(isIntent(payment)).toBe(true);
  expect(isIntent({ ...payment, recipient: undefined })).toBe(false);
  expect(isIntent({ ...payment, token: undefined })).toBe(false);
  expect(isIntent({ ...entry, kind: 'swap', trade })).toBe(true);
  expect(isIntent({ ...entry, kind: 'swap' })).toBe(false);
});

test('WAL-9 a damaged trade, request, or sent transaction invalidates the entry', () => {
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
    ...{ to: ['0x1', 5, [account]], call: ['0x1', 5, null], dataSize: ['4', -1, 1.5] },
    ...{ fromBlock: blockNumbers, fromNonce: ['4', -1, 1.5], before: [false, [1], ['0x1']] },
    parts: [null, {}, { value: 5, dataHash: hash('e') }, { value: '5', dataHash: '0x1' }],
  }))
    for (const value of values)
      expect([field, value, isValid({ request: { ...request, [field]: value } })]).toEqual([
        field,
        value,
        false,
      ]);
  const [first] = full.sent;
  for (const [field, values] of Object.entries({
    ...{ hash: ['0x1', 5], kind: ['bump'], at: ['1'], nonce: ['4', 1.5, -1], call: ['0x1', 5] },
  }))
    for (const value of values)
      expect([field, value, isValid({ sent: [first, { ...first, [field]: value }] })]).toEqual([
        field,
        value,
        false,
      ]);
  expect(isValid({ sent: [] })).toBe(true);
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

const replacedBy = (...kinds: ('speedUp' | 'cancel')[]) => ({
  sent: [sentAs('1'), ...kinds.map((kind, index) => sentAs('2', kind, 2_000 + index))],
});

test('WAL-16 a transaction is being canceled if its latest replacement is a cancellation', () => {
  const kindOf = (sent: Pick<LedgerEntry, 'sent'>) => [isCancelling(sent), latestReplacement(sent)];
  expect(kindOf({ sent: [] })).toEqual([false, null]);
  expect(kindOf(replacedBy())).toEqual([false, null]);
  expect(kindOf(replacedBy('speedUp'))).toEqual([false, 'speedUp']);
  expect(kindOf(replacedBy('speedUp', 'cancel'))).toEqual([true, 'cancel']);
  expect(kindOf(replacedBy('cancel', 'speedUp'))).toEqual([false, 'speedUp']);
});

test('WAL-16 a transaction’s waiting time starts at its latest replacement', () => {
  expect(waitingSince({ ...entry, sent: [] })).toBe(1_000);
  expect(waitingSince({ ...entry, ...replacedBy('speedUp', 'cancel') })).toBe(2_001);
  expect(waitingSince({ ...entry, reorganizedAt: 9_000 })).toBe(9_000);
});

test('WAL-9 only a pending transaction that no node shows is missing', () => {
  expect(isMissing(entry)).toBe(false);
  expect(isMissing({ ...entry, missingSince: 1 })).toBe(true);
  expect(isMissing({ ...entry, hash: null, sent: [] })).toBe(true);
  expect(isMissing({ ...entry, status: 'failed', missingSince: 1 })).toBe(false);
});
