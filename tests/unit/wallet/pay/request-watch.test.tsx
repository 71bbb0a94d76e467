import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, within } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import { SWRConfig } from 'swr';
import { type Address, padHex, toHex } from 'viem';
import { WagmiContext } from 'wagmi';
import { RequestWatch } from '@/components/wallet/pay/request-watch';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import type { IncomingPayment } from '@/lib/wallet/incoming/incoming-payment';
import { useIncoming, useOpenRequest } from '@/lib/wallet/incoming/use-incoming';
import { createWalletConfig } from '@/lib/wallet/networks/wallet-config';
import messages from '@/messages/en.json';
import { listedChain } from '../../../support/scripted-wallet';

jest.mock('@/lib/wallet/incoming/use-incoming', () => ({
  useIncoming: jest.fn(),
  useOpenRequest: { setState: jest.fn() },
}));
jest.mock('@/components/wallet/display/use-counterparty-name', () => ({
  useCounterpartyName: () => (_chainId: number, address: string) => address,
}));
jest.mock('@/components/wallet/display/use-chain-time', () => ({ useChainTime: () => () => 'noon' }));

const address = (number: number): Address => padHex(toHex(number), { size: 20 });
const hash = padHex('0x1', { size: 32 });
const me = address(1);
const tUsdt = { address: address(2), symbol: 'tUSDT', decimals: 6, coinId: 1 };
const ether = { address: NATIVE_TOKEN, symbol: 'ETH', decimals: 18, coinId: 2 };
type Token = typeof tUsdt;
const NOW = 1_800_000_000;

const payment = (id: string, amount: bigint, token: Token): IncomingPayment => ({
  ...{ id, amount, token: token.address, from: address(3), isContract: false, hash: null },
  ...{ block: 11n, blockHash: hash, at: 0, isOwn: false },
});
/** Answers with what the account received, in a block of an age in seconds. */
function receive(
  payments: readonly IncomingPayment[],
  part: {
    isRead?: boolean;
    isError?: boolean;
    age?: number;
    nativeSince?: bigint;
    head?: bigint;
    removed?: readonly IncomingPayment[];
  } = {},
) {
  const { isRead = true, isError = false, age = 0, nativeSince = 10n, removed = [] } = part;
  const { head: number = payments.length === 0 ? 10n : 12n } = part;
  const data = {
    ...{ payments, removed, since: 10n, nativeSince, againBlocks: 8n, state: { balance: 0n, nonce: 0 } },
    head: { number, hash, timestamp: BigInt(NOW - age) },
  };
  const tokens = new Map([tUsdt, ether].map((token) => [token.address, { ...token, id: token.coinId }]));
  const read = { tokens, isFetchedAfterMount: isRead, isError, checkedAt: NOW * 1_000 };
  jest.mocked(useIncoming).mockReturnValue({ ...read, data: isRead ? data : undefined } as never);
}
const config = createWalletConfig([listedChain(1, 'North Sea')], new Map());
const client = new QueryClient();
const watch = (token: Token, amount: bigint | null) => (
  <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
    <SWRConfig value={{ provider: () => new Map(), isPaused: () => true }}>
      <WagmiContext value={config}>
        <QueryClientProvider client={client}>
          <RequestWatch
            lists={{ account: me, chains: [], coins: [], contracts: [] }}
            chainId={1}
            network="North Sea"
            token={token as never}
            amount={amount}
          />
        </QueryClientProvider>
      </WagmiContext>
    </SWRConfig>
  </NextIntlClientProvider>
);
const wait = (ms: number) => act(() => jest.advanceTimersByTime(ms));
const title = () => screen.queryByRole('dialog')?.getAttribute('aria-labelledby');

beforeEach(() => {
  sessionStorage.clear();
  jest.useFakeTimers();
});
afterEach(() => jest.useRealTimers());

test('WAL-20 another token or amount starts a new request', () => {
  receive([]);
  const { rerender } = render(watch(tUsdt, 5_000_000n));
  const before = payment('before', 10n ** 18n, ether);
  receive([before]);
  // More than 5,000,000 wei, the same base units, but less than 5 ETH.
  rerender(watch(ether, 5_000_000n));
  expect(title()).toBeUndefined();
  wait(600);
  rerender(watch(ether, 5n * 10n ** 18n));
  wait(1_000);
  expect(title()).toBeUndefined();
  receive([payment('after', 5n * 10n ** 18n, ether), before]);
  rerender(watch(ether, 5n * 10n ** 18n));
  expect(screen.getByRole('dialog', { name: 'Paid' })).toBeVisible();
  rerender(watch(ether, 10n ** 18n));
  wait(1_000);
  expect(title()).toBeUndefined();
  expect(screen.getByText(/^Waiting for a payment/)).toBeVisible();
});

test('WAL-20 without an amount, another token is a payment like any other', () => {
  receive([]);
  const { rerender } = render(watch(ether, null));
  receive([payment('one', 7_000_000n, tUsdt)]);
  rerender(watch(ether, null));
  const paid = within(screen.getByRole('dialog', { name: 'Paid' }));
  // What to do next.
  expect(paid.getAllByRole('link').map((link) => link.textContent)).toEqual(
    expect.arrayContaining(['All activity', 'Portfolio']),
  );
  expect(paid.getAllByText(/^7 ?$/)[0]?.parentElement).toHaveTextContent('7 tUSDT');
  expect(paid.queryByText(/ETH/)).toBeNull();
});

test('WAL-20 what came before the first answer of a node pays nothing', () => {
  receive([], { isError: true });
  const { rerender } = render(watch(tUsdt, 5n));
  receive([payment('before', 5n, tUsdt)], { head: 20n });
  rerender(watch(tUsdt, 5n));
  expect(title()).toBeUndefined();
  expect(screen.getByText(/^Waiting for a payment/)).toBeVisible();
});

test('WAL-20 a tap meant for an earlier outcome confirms no later one', () => {
  receive([]);
  const { rerender } = render(watch(tUsdt, 5n));
  receive([payment('one', 3n, tUsdt)]);
  rerender(watch(tUsdt, 5n));
  wait(400);
  act(() => screen.getByRole('button', { name: 'Keep waiting' }).click());
  wait(3_000);
  expect(screen.getByRole('dialog', { name: 'Partly paid' })).toBeVisible();
  receive([payment('one', 3n, tUsdt), payment('two', 2n, tUsdt)]);
  rerender(watch(tUsdt, 5n));
  wait(400);
  act(() => screen.getByRole('button', { name: 'Done' }).click());
  wait(1_000);
  expect(screen.getByRole('dialog', { name: 'Paid' })).toBeVisible();
  act(() => screen.getByRole('button', { name: 'Done' }).click());
  wait(1_000);
  expect(screen.getByText(/^Waiting for a payment/)).toBeVisible();
});

test('WAL-20 the page says that it waits only after it read a recent block', () => {
  receive([], { isRead: false });
  const { rerender } = render(watch(ether, 5n));
  expect(screen.getByText('Checking for payments…')).toBeVisible();
  receive([]);
  rerender(watch(ether, 5n));
  expect(screen.getByText(/^Waiting for a payment/)).toBeVisible();
  receive([], { age: 700, nativeSince: 11n });
  rerender(watch(ether, 5n));
  expect(screen.getByText(/^The newest block of North Sea is from noon/)).toBeVisible();
  expect(screen.getByText(/may not be shown. Check your ETH balance too\.$/)).toBeVisible();
});

test('WAL-20 while the amount is edited, payments have notifications, and belong to no request', () => {
  receive([]);
  const { rerender } = render(watch(tUsdt, 5n));
  const onScreen = () => jest.mocked(useOpenRequest.setState).mock.lastCall?.[0];
  expect(onScreen()).toMatchObject({ request: { since: 10n } });
  rerender(watch(tUsdt, 4n));
  expect(onScreen()).toEqual({ request: null });
  receive([payment('meanwhile', 4n, tUsdt)]);
  rerender(watch(tUsdt, 4n));
  wait(1_000);
  expect(title()).toBeUndefined();
  expect(onScreen()).toMatchObject({ request: { done: ['meanwhile'] } });
});

test('WAL-20 a payment from before the page opened pays nothing in a later block', () => {
  receive([{ ...payment('earlier', 5n, tUsdt), block: 12n }]);
  const { rerender } = render(watch(tUsdt, 5n));
  receive([{ ...payment('earlier', 5n, tUsdt), block: 13n }], { head: 13n });
  rerender(watch(tUsdt, 5n));
  expect(title()).toBeUndefined();
  expect(screen.getByText(/^Waiting for a payment/)).toBeVisible();
});

test('WAL-20 a removed payment that is mined again fills the screen again', () => {
  receive([]);
  const { rerender } = render(watch(tUsdt, 5n));
  const one = payment('one', 3n, tUsdt);
  receive([one]);
  rerender(watch(tUsdt, 5n));
  wait(1_000);
  act(() => screen.getByRole('button', { name: 'Keep waiting' }).click());
  expect(title()).toBeUndefined();
  receive([], { head: 13n, removed: [one] });
  rerender(watch(tUsdt, 5n));
  expect(screen.getByRole('dialog', { name: 'Payment removed' })).toBeVisible();
  receive([{ ...one, block: 13n }], { head: 14n });
  rerender(watch(tUsdt, 5n));
  expect(screen.getByRole('dialog', { name: 'Partly paid' })).toBeVisible();
});
