import { render } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import { type Address, padHex, toHex } from 'viem';
import { IncomingWatcher } from '@/components/wallet/shell/incoming-watcher';
import { useNotices } from '@/lib/browser/notices';
import { readNotified, writeNotified } from '@/lib/wallet/incoming/incoming-marks';
import type { IncomingPayment } from '@/lib/wallet/incoming/incoming-payment';
import { useIncoming } from '@/lib/wallet/incoming/use-incoming';
import messages from '@/messages/en.json';

const address = (number: number): Address => padHex(toHex(number), { size: 20 });
const hash = (number: number | bigint) => padHex(toHex(number), { size: 32 });
const me = address(1);
const place = { chainId: 1, account: me };
const tUsdt = { address: address(2), symbol: 'tUSDT', decimals: 0, id: 1 };

jest.mock('@/lib/wallet/incoming/use-incoming', () => ({
  useIncoming: jest.fn(),
  useOpenRequest: { getState: () => ({ request: null }) },
}));
jest.mock('@/components/wallet/display/use-counterparty-name', () => ({
  useCounterpartyName: () => () => 'Ann',
}));
jest.mock('@/lib/api/hooks', () => ({
  useChainMapping: () => ({ data: [{ id: 1 }] }),
  useCoins: () => ({ data: [] }),
  useContracts: () => ({ data: [] }),
}));
jest.mock('wagmi', () => ({ useConnection: () => ({ address: `0x${'1'.padStart(40, '0')}` }) }));
jest.mock('next/navigation', () => ({
  ...jest.requireActual('next/navigation'),
  useRouter: () => ({ push: jest.fn() }),
}));

const payment = (block: bigint, amount: bigint, part: Partial<IncomingPayment> = {}): IncomingPayment => ({
  ...{ id: `${block} ${amount}`, amount, token: tUsdt.address, from: address(3), isContract: false },
  ...{ hash: hash(9), block, blockHash: hash(block), at: 0, isOwn: false, ...part },
});
const state = { balance: 0n, nonce: 0 };
/** Stores that the user was notified of the payments up to a block. */
const setNotified = (block: bigint) => writeNotified(place, { block, state });
/** Shows the watcher what a poll up to block `head` found. */
function receive(
  head: bigint,
  payments: readonly IncomingPayment[],
  removed: readonly IncomingPayment[] = [],
) {
  const data = { payments, removed, since: 10n, head: { number: head, hash: hash(head) }, state };
  jest.mocked(useIncoming).mockReturnValue({ data, tokens: new Map([[tUsdt.address, tUsdt]]) } as never);
}
const watcher = () => (
  <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
    <IncomingWatcher />
  </NextIntlClientProvider>
);
const notices = () => useNotices.getState().notices.map(({ message }) => message);

beforeEach(() => {
  localStorage.clear();
  useNotices.setState({ notices: [] });
});

test('WAL-21 a payment that another tab showed is not shown again by a node that lags', () => {
  setNotified(22n);
  receive(20n, [payment(20n, 5n)]);
  const { rerender } = render(watcher());
  receive(21n, [payment(21n, 6n), payment(20n, 5n)]);
  rerender(watcher());
  expect(notices()).toEqual([]);
  expect(readNotified(place)?.block).toBe(22n);
  receive(23n, [payment(23n, 7n), payment(21n, 6n), payment(20n, 5n)]);
  rerender(watcher());
  expect(notices()).toEqual(['Received 7 tUSDT from Ann.']);
});

test('WAL-21 a node that lags by many blocks shows no payment again', () => {
  setNotified(120n);
  receive(20n, [payment(20n, 5n)]);
  const { rerender } = render(watcher());
  receive(121n, [payment(121n, 6n), payment(20n, 5n)]);
  rerender(watcher());
  expect(notices()).toEqual(['Received 6 tUSDT from Ann.']);
});

test('WAL-21 after a reset of a local chain, payments are shown again', () => {
  setNotified(900n);
  receive(20n, []);
  const { rerender } = render(watcher());
  receive(21n, [payment(21n, 5n)]);
  rerender(watcher());
  expect(notices()).toEqual(['Received 5 tUSDT from Ann.']);
  expect(readNotified(place)?.block).toBe(21n);
});

test('WAL-21 a payment that arrived while all pages were closed is shown in one tab, once', () => {
  setNotified(20n);
  receive(30n, [payment(25n, 5n), payment(20n, 4n)]);
  render(watcher());
  render(watcher());
  expect(notices()).toEqual(['Received 5 tUSDT from Ann.']);
});

test('WAL-21 a payment by code that a reorganization moved is shown once', () => {
  setNotified(20n);
  const code = { hash: null, from: null, isContract: true };
  receive(21n, [payment(21n, 5n, { id: 'block 21', ...code })]);
  const { rerender } = render(watcher());
  receive(22n, [payment(22n, 5n, { id: 'block 22', firstId: 'block 21', ...code })]);
  rerender(watcher());
  expect(notices()).toEqual(['Received 5 tUSDT from an unknown sender.']);
});

test('WAL-21 a removed payment that is mined again is shown again', () => {
  setNotified(20n);
  receive(21n, [payment(21n, 5n, { id: 'one' })]);
  const { rerender } = render(watcher());
  receive(22n, [], [payment(21n, 5n, { id: 'one' })]);
  rerender(watcher());
  receive(23n, [payment(22n, 5n, { id: 'one' })]);
  rerender(watcher());
  receive(24n, [payment(22n, 5n, { id: 'one' })]);
  rerender(watcher());
  const removed = "5 tUSDT from Ann was removed from the chain. You haven't received it.";
  const received = 'Received 5 tUSDT from Ann.';
  expect(notices().toSorted()).toEqual([removed, received, received].toSorted());
});
