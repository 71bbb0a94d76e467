import { QueryClient } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  multicall3Abi,
  pad,
  parseEther,
  parseUnits,
} from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { ReceiveTab } from '@/components/wallet/pay/receive-tab';
import { IncomingWatcher } from '@/components/wallet/shell/incoming-watcher';
import { useNotices } from '@/lib/browser/notices';
import { findNativePast } from '@/lib/wallet/incoming/read-native';
import { useOpenRequest } from '@/lib/wallet/incoming/use-incoming';
import { readPayParams } from '@/lib/wallet/pay/pay-params';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { configureOfflineApi } from '../../../support/client-settings';
import { connectOwnChain, type OwnChain, renderOnOwnChain, startOwnChain } from '../../../support/own-chain';
import { servePrices } from '../../../support/price-api';
import { sendTo } from '../../../support/wallet-tokens';

jest.mock('next/navigation', () => ({
  ...jest.requireActual('next/navigation'),
  useRouter: () => ({ push: jest.fn() }),
}));
jest.setTimeout(60_000);

const payer = demoAccount(1).address;
/** Runtime code that passes the value of a call on to the address in its data. */
const FORWARDER: Hex = '0x5f5f5f5f345f355af100';
const forwarder: Address = '0x00000000000000000000000000000000000f0f0f';
let chain: OwnChain;
let me: Address;

servePrices();
beforeAll(async () => {
  configureOfflineApi();
  chain = await startOwnChain();
  const { client } = chain;
  await client.impersonateAccount({ address: payer });
  await client.setBalance({ address: payer, value: parseEther('100') });
  await client.setCode({ address: forwarder, bytecode: FORWARDER });
  await sendTo(client, chain.addresses.tUsdt, 'transfer', [payer, parseUnits('1000', 6)]);
});
afterAll(() => chain.stop());
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  useNotices.setState({ notices: [] });
  me = privateKeyToAddress(generatePrivateKey());
});

const coinId = (symbol: string) => chain.lists.coins.find((coin) => coin.symbol === symbol)?.id ?? 0;
const payNative = (value: string, to = me) =>
  chain.client.sendTransaction({ account: payer, to, value: parseEther(value) });
const payByCode = (value: string) =>
  chain.client.sendTransaction({
    ...{ account: payer, to: forwarder, data: pad(me), value: parseEther(value) },
  });
const payTokens = (amount: string) =>
  chain.client.writeContract({
    ...{ account: payer, address: chain.addresses.tUsdt, abi: erc20Abi, functionName: 'transfer' },
    args: [me, parseUnits(amount, 6)],
  });

/** Opens the receive tab for a token and an amount, and waits until it follows the chain. */
async function open(symbol: string, amount = '') {
  const search = `?chain=${chain.id}&coin=${coinId(symbol)}&ask=${amount}`;
  window.history.replaceState(null, '', search);
  const config = await connectOwnChain(chain, me);
  const place = readPayParams(new URLSearchParams(search));
  const view = renderOnOwnChain(
    <>
      <ReceiveTab account={me} {...chain.lists} place={place} />
      <IncomingWatcher />
    </>,
    chain,
    config,
    search,
  );
  await waitFor(() => expect(useOpenRequest.getState().request).not.toBeNull(), { timeout: 5_000 });
  return view;
}
const dialog = async (title: string) =>
  within(await screen.findByRole('dialog', { name: title }, { timeout: 8_000 }));
/** Presses a button that closes the dialog. Right after the dialog changed, it ignores that. */
const press = (name: string) =>
  waitFor(
    async () => {
      const button = screen.queryByRole('button', { name });
      if (button) await userEvent.click(button);
      expect(screen.queryByRole('dialog')).toBeNull();
    },
    { timeout: 5_000 },
  );
const notifiedKey = () => `tidewell.notified.${chain.id}.${me}`;
const notices = () => useNotices.getState().notices.map(({ message }) => message);

test('WAL-20 two transfers add up to the requested amount, and the next request starts at zero', async () => {
  const view = await open('tUSDT', '5');
  await payTokens('3');
  const part = await dialog('Partly paid');
  expect(part.getByText('Received 3 tUSDT. 2 tUSDT to go.')).toBeVisible();
  await press('Keep waiting');
  await payTokens('2.5');
  const paid = await dialog('Paid');
  expect(paid.getByText('0.5 tUSDT more than you requested.')).toBeVisible();
  expect(paid.getAllByText(/^From 0x/)).toHaveLength(2);
  expect(paid.getAllByRole('link', { name: 'Show receipt' })).toHaveLength(2);
  await press('Done');
  await payTokens('4');
  expect(await (await dialog('Partly paid')).findByText(/^Received 4 tUSDT. 1 tUSDT/)).toBeVisible();
  // The screen shows its payments itself.
  expect(notices()).toEqual([]);
  view.unmount();
});

test('WAL-20 native currency is seen from an account, through a contract, and both in one block', async () => {
  const view = await open('ETH', '0.5');
  await chain.client.setAutomine(false);
  await payNative('0.2');
  await payByCode('0.3');
  await chain.client.mine({ blocks: 1 });
  await chain.client.setAutomine(true);
  const paid = await dialog('Paid');
  expect(paid.getByText('0.5')).toBeVisible();
  expect(paid.getByText(/^From 0x/)).toBeVisible();
  expect(paid.getByText('Sender unknown. Only your balance shows this payment.')).toBeVisible();
  expect(paid.getAllByRole('link', { name: 'Show receipt' })).toHaveLength(1);
  view.unmount();
});

test('WAL-20 another token is shown, and pays nothing', async () => {
  const view = await open('tUSDT', '5');
  await payNative('0.1');
  const other = await dialog('Another token arrived');
  expect(other.getByText('You requested tUSDT, and none has arrived yet.')).toBeVisible();
  expect(other.getByText('0.1')).toBeVisible();
  view.unmount();
});

test('WAL-20 a payment makes the balances be read again, and later blocks do not', async () => {
  const invalidate = jest.spyOn(QueryClient.prototype, 'invalidateQueries');
  const view = await open('tUSDT', '5');
  await payTokens('1');
  await dialog('Partly paid');
  await chain.client.mine({ blocks: 1 });
  const head = String(await chain.client.getBlockNumber());
  await waitFor(() => expect(localStorage.getItem(notifiedKey())).toMatch(`${head} `), { timeout: 5_000 });
  expect(invalidate.mock.calls).toEqual([[{ queryKey: ['balances', chain.id] }]]);
  view.unmount();
});

test('WAL-20 a payment that a reorganization removes is taken back', async () => {
  const view = await open('ETH', '0.5');
  const id = await chain.client.snapshot();
  await payNative('0.5');
  await dialog('Paid');
  await chain.client.revert({ id });
  await chain.client.mine({ blocks: 2 });
  const removed = await dialog('Payment removed');
  expect(removed.getByRole('heading', { name: 'Removed from the chain' })).toBeVisible();
  view.unmount();
});

test('WAL-20 a reload, or a page that slept, catches up with the payments of the request', async () => {
  const first = await open('ETH', '0.5');
  first.unmount();
  await payNative('0.3');
  await chain.client.mine({ blocks: 40 });
  await payByCode('0.2');
  const second = await open('ETH', '0.5');
  expect((await dialog('Paid')).getByText('0.5')).toBeVisible();
  second.unmount();
});

test('WAL-20 another amount or token is another request, and takes no earlier payment', async () => {
  const first = await open('tUSDT', '5');
  await payTokens('5');
  await dialog('Paid');
  first.unmount();
  const second = await open('tUSDT', '4');
  await payTokens('1');
  expect(await (await dialog('Partly paid')).findByText(/^Received 1 tUSDT. 3 tUSDT/)).toBeVisible();
  second.unmount();
});

test('WAL-20 a new request leaves out what an earlier one received', async () => {
  const view = await open('tUSDT', '5');
  await payTokens('3');
  await dialog('Partly paid');
  await press('Keep waiting');
  await userEvent.click(await screen.findByRole('button', { name: 'New request' }));
  expect(await screen.findByText(/^Waiting for a payment/)).toBeVisible();
  await payTokens('2');
  expect(await (await dialog('Partly paid')).findByText(/^Received 2 tUSDT. 3 tUSDT/)).toBeVisible();
  view.unmount();
});

test("WAL-20 the account's own money pays nothing, although another account sent the transaction", async () => {
  const { client, addresses } = chain;
  const token = { address: addresses.tUsdt, abi: erc20Abi } as const;
  const relayer = addresses.multicall;
  await payTokens('9');
  await client.impersonateAccount({ address: me });
  await client.setBalance({ address: me, value: parseEther('1') });
  for (const account of [me, payer])
    await client.writeContract({
      ...{ ...token, account, functionName: 'approve', args: [relayer, parseUnits('99', 6)] },
    });
  const move = (from: Address, to: Address, amount: string) => {
    const args = [from, to, parseUnits(amount, 6)] as const;
    const callData = encodeFunctionData({ abi: erc20Abi, functionName: 'transferFrom', args });
    return { target: token.address, allowFailure: false, callData };
  };
  const view = await open('tUSDT', '5');
  await client.writeContract({
    ...{ account: payer, address: relayer, abi: multicall3Abi, functionName: 'aggregate3' },
    args: [[move(me, payer, '1'), move(payer, me, '5')]],
  });
  await payTokens('2');
  expect(await (await dialog('Partly paid')).findByText(/^Received 2 tUSDT. 3 tUSDT/)).toBeVisible();
  view.unmount();
});

test('WAL-20 while the amount is invalid, payments have notifications', async () => {
  const view = await open('tUSDT', '5');
  await userEvent.type(screen.getByLabelText('Amount (optional)'), '.1234567');
  await waitFor(() => expect(useOpenRequest.getState().request).toBeNull());
  await payTokens('3');
  await waitFor(() => expect(notices()).toHaveLength(1), { timeout: 8_000 });
  view.unmount();
});

test('WAL-21 other pages show each payment once', async () => {
  const config = await connectOwnChain(chain, me);
  const show = () => renderOnOwnChain(<IncomingWatcher />, chain, config);
  const key = notifiedKey();
  const first = show();
  await waitFor(() => expect(localStorage.getItem(key)).not.toBeNull(), { timeout: 8_000 });
  first.unmount();
  await payNative('0.03');
  const second = show();
  const text = `Received 0.03 ETH from ${payer.slice(0, 6)}…${payer.slice(-4)}.`;
  await waitFor(() => expect(notices()).toEqual([text]), { timeout: 8_000 });
  second.unmount();
  const third = show();
  const head = String(await chain.client.getBlockNumber());
  await waitFor(() => expect(localStorage.getItem(key)).toMatch(`${head} `), { timeout: 8_000 });
  expect(notices()).toEqual([text]);
  third.unmount();
});

test('WAL-13 a search of the past finds native payments with a bounded number of requests', async () => {
  await payNative('0.01');
  await chain.client.mine({ blocks: 300 });
  await payByCode('0.02');
  await chain.client.mine({ blocks: 20 });
  const head = await chain.client.getBlockNumber();
  const all = await findNativePast(chain.client, me, head, 200);
  expect(all).toMatchObject({
    ...{ reached: 0n, isPruned: false },
    payments: [
      { amount: parseEther('0.02'), from: null, hash: null },
      { amount: parseEther('0.01'), from: payer },
    ],
  });
  const part = await findNativePast(chain.client, me, head, 8);
  expect(part.reached).toBeGreaterThan(0n);
});
