import { getAddress, type Hash, pad } from 'viem';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import type { ActivityToken } from '@/lib/wallet/activity/activity-row';
import { mergeActivity } from '@/lib/wallet/activity/merge-activity';
import { type DappSession, describeSent } from '@/lib/wallet/dapps/dapp-transactions';
import type { LedgerEntry } from '@/lib/wallet/transactions/ledger-entry';
import { lookInLedger } from '@/lib/wallet/transactions/ledger-looks';
import type { Look } from '@/lib/wallet/transactions/look-up';
import { trackEntry } from '@/lib/wallet/transactions/track-entry';
import {
  beginInLedger,
  hideInLedger,
  type NewEntry,
  sendInLedger,
  useDeclined,
  useLedger,
  watchLedger,
} from '@/lib/wallet/transactions/transaction-ledger';
import { account, entry, hash } from '../../../support/ledger-entry';
import { answering, connectOnChains } from '../../../support/test-chains';

const eth: ActivityToken = { address: NATIVE_TOKEN, symbol: 'ETH', decimals: 18, coinId: 1 };
const tokens = () => new Map([[eth.address, eth]]);
const recipient = getAddress(pad('0xff', { size: 20 }));
const merged = (entries: readonly LedgerEntry[]) =>
  mergeActivity({ chain: [], records: [], entries }, tokens);

const payment = (id: string, part: Partial<LedgerEntry>): LedgerEntry => {
  const { vault: _, ...base } = entry;
  return {
    ...base,
    ...{ id: hash(id), hash: hash(id), kind: 'send', symbol: 'ETH', recipient, token: NATIVE_TOKEN },
    ...part,
  };
};

beforeEach(() => {
  localStorage.clear();
  useLedger.setState({ entries: [] });
  useDeclined.setState({ entries: [] });
});

// The first payment's nonce was taken by the second one, so that both entries show the same transaction.
const replaced = payment('1', { hash: hash('2'), status: 'failed', reason: 'cancelled' });
const taker = payment('2', { status: 'confirmed' });

test.each([
  ['before', [replaced, taker]],
  ['after', [taker, replaced]],
])('activity shows a payment that took the nonce of an entry %s it', (_, entries) => {
  expect(merged(entries)).toMatchObject([{ status: 'confirmed', out: [{ amount: 5n }] }]);
});

test('WAL-9 a DApp is not told that a transaction was cancelled which took the nonce of an earlier one', () => {
  const dapp = { name: 'Shop', origin: 'https://shop.example' };
  useLedger.setState({
    entries: [replaced, taker].map((one) => ({ ...one, kind: 'dapp' as const, dapp })),
  });
  const session = { account, chain: { id: entry.chainId }, dapp } as unknown as DappSession;
  expect(describeSent(session, hash('2'))).toMatchObject({ txStatus: 'SUCCESS' });
});

test('WAL-9 activity shows no amount for a payment of which the chain shows that nothing moved', () => {
  const [row] = merged([payment('1', { status: 'confirmed', receivedRaw: '0' })]);
  expect(row).toMatchObject({ status: 'confirmed', out: [] });
});

test('WAL-9 activity shows what a withdrawal paid out, not what was expected', () => {
  const withdrawal = { kind: 'withdraw', recipient: account, amountRaw: '100', feeRaw: '10' } as const;
  const [row] = merged([payment('1', { ...withdrawal, status: 'confirmed', receivedRaw: '95' })]);
  expect(row).toMatchObject({ in: [{ amount: 95n }] });
});

test('WAL-9 a request that the user hides after a day is still looked for', async () => {
  const { id: _, hash: __, sent: ___, status: ____, createdAt: _____, ...asked } = payment('1', {});
  jest.useFakeTimers({ now: Date.now() - 25 * 60 * 60 * 1_000, doNotFake: ['setTimeout', 'nextTick'] });
  const id = beginInLedger(asked as NewEntry);
  jest.useRealTimers();
  hideInLedger(id);
  const node = answering({
    eth_blockNumber: () => '0x7',
    eth_getTransactionCount: () => '0x0',
    eth_getLogs: () => [],
  });
  const { config } = await connectOnChains(new Map([[901, node]]), { account, chainId: 901, wallet: {} });
  await trackEntry(config, id);
  expect(useDeclined.getState().entries).toHaveLength(1);
});

test('WAL-9 two tabs do not count one transaction twice', () => {
  const [one, other] = [payment('1', { sent: [], hash: null }), payment('3', { sent: [], hash: null })];
  const mined = { number: '9', hash: hash('b') };
  const first = { ...one, hash: hash('2'), status: 'confirmed', block: mined };
  useLedger.setState({ entries: [one, other] });
  // The other tab has just stored this, and the event is still on its way.
  localStorage.setItem('tidewell.transactions', JSON.stringify([first, other]));
  const receipt = { transactionHash: hash('2' as string) as Hash, logs: [] };
  const look = {
    outcome: {
      hash: hash('2'),
      block: mined,
      receipt,
      transaction: null,
      ...{ room: 1, isShared: false, isAltered: false },
      status: 'confirmed',
    },
    ...{
      sent: [],
      separate: [],
      isMissing: false,
      foundOn: null,
      note: null,
      searched: null,
      failure: undefined,
    },
  } as unknown as Look;
  lookInLedger(other, look);
  expect(useLedger.getState().entries.filter(({ status }) => status === 'confirmed')).toHaveLength(1);
});

test('WAL-9 an undecided entry is not dropped for entries that the chain may still change', () => {
  const open = payment('1', { sent: [], hash: null });
  const block = { number: '9', hash: hash('b') };
  const many = Array.from({ length: 249 }, (_, index) => {
    const id = pad(`0x${(index + 1_000).toString(16)}`, { size: 32 });
    return payment('1', { id, hash: id, status: 'confirmed', block });
  });
  localStorage.setItem('tidewell.transactions', JSON.stringify([open, ...many]));
  const { id: _, hash: __, sent: ___, status: ____, createdAt: _____, ...asked } = payment('1', {});
  beginInLedger(asked as NewEntry);
  expect(useLedger.getState().entries.some(({ id }) => id === open.id)).toBe(true);
});

test('WAL-9 a hash that could not be stored is not lost when another tab stores something', () => {
  const { id: _, hash: __, sent: ___, status: ____, createdAt: _____, ...asked } = payment('1', {});
  const id = beginInLedger(asked as NewEntry);
  const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  sendInLedger(id, { hash: hash('9'), kind: 'call', at: 1 });
  full.mockRestore();
  const stop = watchLedger();
  localStorage.setItem('tidewell.transactions', JSON.stringify([payment('2', {})]));
  window.dispatchEvent(new StorageEvent('storage', { key: 'tidewell.transactions' }));
  stop();
  expect(useLedger.getState().entries.some((one) => one.id === id)).toBe(true);
});
