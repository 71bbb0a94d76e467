/** @jest-environment <rootDir>/tests/support/site-environment.ts */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Address, erc20Abi, parseEther, parseGwei } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { GET as prices } from '@/app/api/coin/pricing/route';
import { POST as cancel } from '@/app/api/transfer/cancel/route';
import { POST as quote } from '@/app/api/transfer/quote/route';
import { POST as send } from '@/app/api/transfer/send/route';
import { GET as status } from '@/app/api/transfer/status/route';
import { useFreeSheet } from '@/components/wallet/free-transfer/free-sheet';
import { FreeTransferDialog } from '@/components/wallet/free-transfer/free-transfer-dialog';
import { FreeTransferWatcher } from '@/components/wallet/free-transfer/free-transfer-watcher';
import { PayTab } from '@/components/wallet/pay/pay-tab';
import { useDialogs } from '@/lib/browser/dialogs';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { peerHeader } from '@/lib/server/http/connections';
import type { RouteHandler } from '@/lib/server/http/handler';
import { useSession } from '@/lib/session/session';
import { readTransfers, useTransfers } from '@/lib/wallet/free-transfers/transfer-ledger';
import { readPayParams } from '@/lib/wallet/pay/pay-params';
import { writePaymentRequest } from '@/lib/wallet/pay/payment-request';
import { useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import en from '@/messages/en.json';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { type Backend, startBackend } from '../../../support/api-backend';
import { depositNative } from '../../../support/api-deposit';
import { tokenOf } from '../../../support/api-sign-in';
import { offersTransfers, quoteOf, setBaseFee, vaultBalanceOf } from '../../../support/api-transfers';
import { configureOfflineApi } from '../../../support/client-settings';
import {
  connectOwnChain,
  listsOf,
  type OwnChain,
  renderOnOwnChain,
  type WalletMethods,
} from '../../../support/own-chain';
import { ORIGIN, UNLIMITED } from '../../../support/plain-chains';
import { relayerKeys, type SenderProcess, startRelayer } from '../../../support/relayer';
import { SheetRoot, signInWithoutSheet } from '../../../support/transaction-sheet';
import { until } from '../../../support/until';

const account = demoAccount(1);
const routes: Record<string, RouteHandler> = {
  '/api/transfer/quote': quote,
  '/api/transfer/send': send,
  '/api/transfer/cancel': cancel,
  '/api/transfer/status': status,
  '/api/coin/pricing': prices,
};
const realFetch = globalThis.fetch;
const words = en.wallet.free;
const sheetWords = en.wallet.sheet;
const PATIENT = { timeout: 60_000 };
let backend: Backend;
let chain: OwnChain;
let token: string;
let relayer: SenderProcess;
/** Paths whose next answer is lost on its way to the page. */
const lost = new Set<string>();

/** Passes the page's API calls to the server's routes, and other requests to the network. */
const serve: typeof fetch = async (input, init) => {
  const url = new URL(String(input), ORIGIN);
  const route = url.origin === ORIGIN ? routes[url.pathname] : undefined;
  if (!route) return realFetch(input, init);
  const request = new Request(url, init);
  request.headers.set('Origin', ORIGIN);
  request.headers.set(peerHeader(), '127.0.0.1');
  const response = await route(request, { params: Promise.resolve({}) });
  if (lost.delete(url.pathname)) throw new TypeError('the connection was lost');
  return response;
};

beforeAll(async () => {
  backend = await startBackend({ pools: true, env: { RATE_LIMITS: UNLIMITED } });
  token = await tokenOf(account);
  const [testChain] = backend.chains;
  const { contracts, ...first } = testChain;
  if (!contracts) throw new Error('no contracts are deployed');
  chain = { ...first, addresses: contracts, lists: listsOf({ ...first, contracts }) };
  await depositNative(testChain, account, parseEther('5'));
  relayer = await startRelayer(await relayerKeys(backend.dir, [testChain]));
  await offersTransfers(testChain, token, demoAccount(2).address);
  configureOfflineApi();
  globalThis.fetch = serve;
});
afterAll(async () => {
  globalThis.fetch = realFetch;
  await relayer?.stop();
  await backend.stop();
});
beforeEach(() => {
  signInWithoutSheet();
  useSession.setState({ token, account: account.address });
  useFreeSheet.setState({ order: null, transferId: null, step: 'idle', problem: null, unable: null });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  lost.clear();
  useDialogs.setState({ open: null });
  useTransfers.setState({ entries: [] });
  useLedger.setState({ entries: [] });
});

const stranger = () => privateKeyToAddress(generatePrivateKey());
const vaultOf = (owner: Address) => vaultBalanceOf(backend.chains[0], owner);

/** Opens the Pay tab with a request, for ETH unless a token is named. */
async function openRequest(
  recipient: Address,
  amount: bigint | null,
  methods: WalletMethods = {},
  asked: Address = NATIVE_TOKEN,
) {
  const request = writePaymentRequest({ recipient, chainId: chain.id, token: asked, amount });
  const search = `?${new URLSearchParams({ tab: 'pay', request })}`;
  window.history.replaceState(null, '', search);
  const config = await connectOwnChain(chain, account.address, undefined, undefined, methods);
  const place = readPayParams(new URLSearchParams(search));
  const page = (
    <>
      <PayTab account={account.address} {...chain.lists} place={place} />
      <SheetRoot />
      <FreeTransferDialog />
      <FreeTransferWatcher />
    </>
  );
  return renderOnOwnChain(page, chain, config, search);
}

/** Waits until the form offers a payment without a fee, and shows the ways to pay. */
async function unfoldWays() {
  await userEvent.click(await screen.findByRole('button', { name: words.route.changeLabel }, PATIENT));
}

/** Reviews the open request without a fee, and presses the button that signs it. */
async function signFree(amount: string) {
  expect(await screen.findByText(words.route.free, {}, PATIENT)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Review' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/^Free\. .+ pays the network fee\.$/)).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: `Sign and send ${amount}` }));
  return dialog;
}

test('FREE-9 a request is paid from the vault balance by one signature, and costs its payer nothing', async () => {
  const recipient = stranger();
  const [held, before] = [await vaultOf(account.address), await chain.client.getBalance(account)];
  await openRequest(recipient, parseEther('0.25'));
  const dialog = await signFree('0.25 ETH');
  expect(await dialog.findByRole('heading', { name: '0.25 ETH sent without a fee' }, PATIENT)).toBeVisible();
  expect(dialog.getByText(words.arrived.vault)).toBeVisible();
  expect(await vaultOf(recipient)).toBe(parseEther('0.25'));
  expect(await vaultOf(account.address)).toBe(held - parseEther('0.25'));
  expect(await chain.client.getBalance(account)).toBe(before);
  expect(readTransfers()).toMatchObject([{ outcome: { kind: 'confirmed' } }]);
  expect(useLedger.getState().entries).toEqual([]);
});

test('FREE-9 a token with ERC-3009 is paid from the wallet to the wallet by one signature', async () => {
  const recipient = stranger();
  const { token: dollars } = backend.chains[0];
  const held = (owner: Address) =>
    chain.client.readContract({ address: dollars, abi: erc20Abi, functionName: 'balanceOf', args: [owner] });
  const [dollarsBefore, before] = [await held(account.address), await chain.client.getBalance(account)];
  await openRequest(recipient, 250_000n, {}, dollars);
  // One line says what it costs. The other ways are folded.
  expect(await screen.findByText(words.route.free, {}, PATIENT)).toBeVisible();
  expect(screen.queryByRole('radio')).toBeNull();
  await unfoldWays();
  expect(screen.getByRole('radio', { name: words.route.wallet })).toBeChecked();
  const dialog = await signFree('0.25 tUSDT');
  expect(
    await dialog.findByRole('heading', { name: '0.25 tUSDT sent without a fee' }, PATIENT),
  ).toBeVisible();
  expect(dialog.getByText(words.arrived.wallet)).toBeVisible();
  expect(await held(recipient)).toBe(250_000n);
  expect(await held(account.address)).toBe(dollarsBefore - 250_000n);
  expect(await chain.client.getBalance(account)).toBe(before);
  expect(readTransfers()).toMatchObject([{ route: 'wallet', outcome: { kind: 'confirmed' } }]);
});

test.each(['vault', 'wallet'] as const)(
  'FREE-4 a signed transfer from the %s that the operator doesn’t send is revoked on chain',
  async (route) => {
    const [testChain] = backend.chains;
    const recipient = stranger();
    const asked =
      route === 'vault'
        ? { token: NATIVE_TOKEN, symbol: 'ETH' }
        : { token: testChain.token, symbol: 'tUSDT' };
    await openRequest(recipient, route === 'vault' ? parseEther('0.25') : 250_000n, {}, asked.token);
    await unfoldWays();
    expect(screen.getByRole('radio', { name: words.route[route] })).toBeChecked();
    await userEvent.click(screen.getByRole('button', { name: 'Review' }));
    const dialog = within(await screen.findByRole('dialog'));
    // The network's fee rises above what the operator pays.
    const setFee = async (fee: bigint) => {
      await setBaseFee(testChain, fee);
      await testChain.client.mine({ blocks: 1 });
    };
    await setFee(parseGwei('500'));
    await until(
      async () => (await quoteOf(testChain, token, { to: recipient })).routes[0]?.reason === 'relayerDown',
      'a relayer that waits',
    );
    await userEvent.click(dialog.getByRole('button', { name: `Sign and send 0.25 ${asked.symbol}` }));
    expect(await dialog.findByText(words.refused.relayerDown, {}, PATIENT)).toBeVisible();
    await setFee(parseGwei('1'));
    await userEvent.click(dialog.getByRole('button', { name: words.revoke }));
    const revoke = `Cancel signed transfer of 0.25 ${asked.symbol}`;
    await userEvent.click(await screen.findByRole('button', { name: revoke }, PATIENT));
    const result = `The signed transfer of 0.25 ${asked.symbol} can no longer be executed.`;
    expect(await screen.findByText(result, {}, PATIENT)).toBeVisible();
    await waitFor(
      () => expect(readTransfers()).toMatchObject([{ route, outcome: { kind: 'canceled' } }]),
      PATIENT,
    );
    await offersTransfers(testChain, token, recipient);
  },
);

test('FREE-9 after a lost answer of the API, the same signature is sent again, and pays once', async () => {
  const recipient = stranger();
  await openRequest(recipient, parseEther('0.1'));
  lost.add('/api/transfer/send');
  const dialog = await signFree('0.1 ETH');
  expect(await dialog.findByRole('heading', { name: '0.1 ETH sent without a fee' }, PATIENT)).toBeVisible();
  expect(await vaultOf(recipient)).toBe(parseEther('0.1'));
});

test('FREE-9 a transfer that was signed before a reload is sent after it', async () => {
  const recipient = stranger();
  const page = await openRequest(recipient, parseEther('0.2'));
  delete routes['/api/transfer/send'];
  await signFree('0.2 ETH');
  await waitFor(() => expect(readTransfers()).toMatchObject([{ signature: expect.any(String) }]));
  page.unmount();
  routes['/api/transfer/send'] = send;
  await openRequest(stranger(), 1n);
  await waitFor(() => expect(readTransfers()).toMatchObject([{ outcome: { kind: 'confirmed' } }]), PATIENT);
  expect(await vaultOf(recipient)).toBe(parseEther('0.2'));
});

test('FREE-9 a wallet that answers with something else may have signed, and the page says so', async () => {
  const { unmount } = await openRequest(stranger(), 5n, {
    eth_signTypedData_v4: () => {
      throw new Error('the window was closed');
    },
  });
  const dialog = await signFree('0.000000000000000005 ETH');
  expect(await dialog.findByText(words.maybeSigned)).toBeVisible();
  expect(readTransfers()).toMatchObject([{ amountRaw: '5' }]);
  expect(readTransfers()[0]?.signature).toBeUndefined();
  unmount();
});

test('FREE-9 a payment whose prompt is open in the wallet says so, also after its dialog was closed', async () => {
  const { unmount } = await openRequest(stranger(), 5n, {
    eth_signTypedData_v4: () => new Promise(() => undefined),
  });
  const dialog = await signFree('0.000000000000000005 ETH');
  expect(await dialog.findByRole('heading', { name: words.asking.signing })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await userEvent.click(await screen.findByRole('button', { name: /^0\.000000000000000005 ETH to 0x/ }));
  const again = within(await screen.findByRole('dialog'));
  expect(again.getByRole('heading', { name: words.asking.signing })).toBeVisible();
  expect(again.queryByText(words.maybeSigned)).toBeNull();
  unmount();
});

test('FREE-9 a transaction that repeats an open transfer names it, and is sent once that is accepted', async () => {
  const recipient = stranger();
  const { unmount } = await openRequest(recipient, 5n, {
    eth_signTypedData_v4: () => {
      throw new Error('the window was closed');
    },
  });
  const dialog = await signFree('0.000000000000000005 ETH');
  expect(await dialog.findByText(words.maybeSigned)).toBeVisible();
  unmount();
  useDialogs.setState({ open: null });

  await openRequest(recipient, 5n);
  await unfoldWays();
  await userEvent.click(screen.getByRole('radio', { name: words.route.transaction }));
  await userEvent.click(screen.getByRole('button', { name: 'Review' }));
  const sheet = within(await screen.findByRole('dialog'));
  expect(sheet.getByText(sheetWords.earlier.title)).toBeVisible();
  const pay = await sheet.findByRole('button', { name: 'Send 0.000000000000000005 ETH' });
  await userEvent.click(pay);
  expect(sheet.getByText(sheetWords.earlier.missing)).toBeVisible();
  expect(useLedger.getState().entries).toEqual([]);
  await userEvent.click(sheet.getByRole('checkbox', { name: sheetWords.earlier.consent }));
  await userEvent.click(pay);
  await waitFor(async () => expect(await chain.client.getBalance({ address: recipient })).toBe(5n), PATIENT);
});

test('FREE-9 a transfer that another tab began during the review is noticed before the wallet is asked to send', async () => {
  const recipient = stranger();
  const { unmount } = await openRequest(recipient, 5n, {
    eth_signTypedData_v4: () => {
      throw new Error('the window was closed');
    },
  });
  const dialog = await signFree('0.000000000000000005 ETH');
  expect(await dialog.findByText(words.maybeSigned)).toBeVisible();
  unmount();
  useDialogs.setState({ open: null });
  const stored = localStorage.getItem('tidewell.signedTransfers') ?? '';
  localStorage.removeItem('tidewell.signedTransfers');
  useTransfers.setState({ entries: [] });

  await openRequest(recipient, 5n);
  await unfoldWays();
  await userEvent.click(screen.getByRole('radio', { name: words.route.transaction }));
  await userEvent.click(screen.getByRole('button', { name: 'Review' }));
  const sheet = within(await screen.findByRole('dialog'));
  const pay = await sheet.findByRole('button', { name: 'Send 0.000000000000000005 ETH' });
  expect(sheet.queryByText(sheetWords.earlier.title)).toBeNull();
  localStorage.setItem('tidewell.signedTransfers', stored);
  await userEvent.click(pay);
  expect(await sheet.findByText(en.wallet.errors.sentBefore, {}, PATIENT)).toBeVisible();
  expect(useLedger.getState().entries).toEqual([]);
  expect(await chain.client.getBalance({ address: recipient })).toBe(0n);
});

test.each([
  ['4200', { code: 4200, message: 'Unsupported Method' }],
  ['-32601', { code: -32601, message: 'the method does not exist' }],
])(
  'FREE-9 a wallet that can’t sign typed data (%s) gets the payment from the wallet',
  async (_name, error) => {
    await openRequest(stranger(), 5n, {
      eth_signTypedData_v4: () => {
        throw Object.assign(new Error(error.message), error);
      },
    });
    const dialog = await signFree('0.000000000000000005 ETH');
    expect(await dialog.findByText(words.cannotSign)).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: words.payByTransaction }));
    expect(await screen.findByRole('button', { name: /^Send 0/ })).toBeVisible();
    expect(screen.getByText(words.why.cannotSign)).toBeInTheDocument();
  },
);

test('FREE-9 an amount above the vault balance is paid from the wallet, and the form says why', async () => {
  await openRequest(stranger(), parseEther('50'));
  expect(
    await screen.findByText(/Free only from your vault, where you have [\d.]+ ETH\.$/, {}, PATIENT),
  ).toBeVisible();
  expect(screen.getByText(/^Network fee ≈ [\d.]+ ETH$/)).toBeVisible();
  // There is nothing to choose.
  expect(screen.queryByRole('button', { name: words.route.changeLabel })).toBeNull();
});

test('FREE-9 the form pays without a fee as long as that covers the amount, and keeps what the user chooses', async () => {
  await openRequest(stranger(), null);
  const amount = await screen.findByLabelText('Amount');
  const enter = (text: string) => fireEvent.change(amount, { target: { value: text } });
  const free = () => screen.findByText(words.route.free, {}, PATIENT);
  const charged = () => screen.findByText(/^Network fee ≈ /, {}, PATIENT);
  enter('0.25');
  expect(await free()).toBeVisible();
  expect(screen.queryByRole('radio')).toBeNull();
  enter('50');
  expect(await charged()).toBeVisible();
  enter('0.25');
  expect(await free()).toBeVisible();
  await unfoldWays();
  await userEvent.click(screen.getByRole('radio', { name: words.route.transaction }));
  expect(await charged()).toBeVisible();
  enter('0.3');
  expect(screen.getByRole('radio', { name: words.route.transaction })).toBeChecked();
  expect(await charged()).toBeVisible();
  await userEvent.click(screen.getByRole('radio', { name: words.route.vault }));
  enter('50');
  expect(await charged()).toBeVisible();
  enter('0.4');
  expect(await free()).toBeVisible();
});
