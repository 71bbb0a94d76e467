/** @jest-environment <rootDir>/tests/support/site-environment.ts */
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Hex } from 'viem';
import { z } from 'zod';
import { GET as prices } from '@/app/api/coin/pricing/route';
import { GET as currencies } from '@/app/api/config/currencyList/route';
import { POST as verifyDeposit } from '@/app/api/deposit/verifyTx/route';
import { GET as activity } from '@/app/api/wallet/activity/route';
import { NoticeList } from '@/components/ui/notice-list';
import { DepositForm } from '@/components/wallet/deposit/deposit-form';
import { depositDraft, emptyTransfer } from '@/components/wallet/transfer/transfer-draft';
import { closeDialog } from '@/lib/browser/dialogs';
import { useNotices } from '@/lib/browser/notices';
import { peerHeader } from '@/lib/server/http/connections';
import type { RouteHandler } from '@/lib/server/http/handler';
import { useSession } from '@/lib/session/session';
import { useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import en from '@/messages/en.json';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { type Backend, startBackend } from '../../../support/api-backend';
import { callRoute } from '../../../support/api-call';
import { tokenOf } from '../../../support/api-sign-in';
import { configureOfflineApi } from '../../../support/client-settings';
import { connectOwnChain, listsOf, type OwnChain, renderOnOwnChain } from '../../../support/own-chain';
import { ORIGIN, UNLIMITED } from '../../../support/plain-chains';
import { findSheet, SheetRoot, sendFromSheet, signInWithoutSheet } from '../../../support/transaction-sheet';

const account = demoAccount(1);
const routes: Record<string, RouteHandler> = {
  '/api/deposit/verifyTx': verifyDeposit,
  '/api/wallet/activity': activity,
  '/api/coin/pricing': prices,
  '/api/config/currencyList': currencies,
};
const realFetch = globalThis.fetch;
const { sheet: words, pending } = en.wallet;
/** Blocks are polled every few seconds, and the server at growing intervals. */
const PATIENT = { timeout: 60_000 };
let backend: Backend;
let chain: OwnChain;
let token: string;

/** Passes the page's API calls to the server's routes, and other requests to the network. */
const serve: typeof fetch = async (input, init) => {
  const url = new URL(String(input), ORIGIN);
  const route = url.origin === ORIGIN ? routes[url.pathname] : undefined;
  if (!route) return realFetch(input, init);
  const request = new Request(url, init);
  request.headers.set('Origin', ORIGIN);
  request.headers.set(peerHeader(), '127.0.0.1');
  return route(request, { params: Promise.resolve({}) });
};

beforeAll(async () => {
  backend = await startBackend({ pools: true, env: { RATE_LIMITS: UNLIMITED } });
  token = await tokenOf(account);
  const [{ contracts, ...first }] = backend.chains;
  if (!contracts) throw new Error('no contracts are deployed');
  chain = { ...first, addresses: contracts, lists: listsOf({ ...first, contracts }) };
  configureOfflineApi();
  globalThis.fetch = serve;
});
afterAll(async () => {
  globalThis.fetch = realFetch;
  await backend.stop();
});
beforeEach(() => {
  signInWithoutSheet();
  useSession.setState({ token, account: account.address });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  depositDraft.save(depositDraft.empty);
  useLedger.setState({ entries: [] });
  useNotices.setState({ notices: [] });
});

/** Returns the number of credits that the server lists. */
const credits = async () =>
  z.object({ total: z.number() }).parse((await callRoute(activity, { token })).data).total;
/** Waits until the server lists this number of credits. Its list may be a second old. */
const hasCredits = (count: number) => waitFor(async () => expect(await credits()).toBe(count), PATIENT);
const serialized = (hash: Hex) =>
  chain.client.request<{ ReturnType: Hex; Parameters: [Hex] }>({
    method: 'eth_getRawTransactionByHash',
    params: [hash],
  });

/** Opens a page with the deposit form, the transaction sheet, and the notifications. */
async function openPage() {
  const page = (
    <>
      <DepositForm />
      <SheetRoot />
      <NoticeList label="Notifications" dismissLabel="Dismiss" />
    </>
  );
  renderOnOwnChain(page, chain, await connectOwnChain(chain, account.address));
}

/** Deposits 2 ETH on the page, waits for its credit, and returns the raw transaction. */
async function depositAndCredit() {
  depositDraft.save({ ...emptyTransfer, chainId: chain.id, coinId: 1, amount: '2' });
  await openPage();
  await screen.findByText(/^Balance: [1-9]/);
  await userEvent.click(await screen.findByRole('button', { name: 'Review' }));
  await sendFromSheet('Deposit 2 ETH');
  const dialog = screen.getByRole('dialog');
  await within(dialog).findByRole('heading', { name: '2 ETH deposited and credited.' }, PATIENT);
  const hash = useLedger.getState().entries.at(-1)?.hash;
  if (!hash) throw new Error('the deposit has no hash');
  return serialized(hash);
}

test.each([1, 3])(
  'WAL-9 OPS-3 a deposit under a reorganization %i blocks deep is shown as not credited, and why, until it is mined again',
  async (depth) => {
    const before = await credits();
    const snapshot = await chain.client.snapshot();
    const serializedTransaction = await depositAndCredit();
    const sheet = await findSheet();
    if (depth > 1) await chain.client.mine({ blocks: depth - 1 });
    expect(await credits()).toBe(before + 1);

    await chain.client.revert({ id: snapshot });
    await chain.client.mine({ blocks: depth + 1 });
    expect(await sheet.findByText(pending.reorganized.credited, {}, PATIENT)).toBeVisible();
    expect(sheet.getByRole('heading', { name: 'Deposit 2 ETH' })).toBeVisible();
    expect(sheet.queryByText(/credited\.$/)).toBeNull();
    for (const ahead of [words.stageAhead.confirmed, words.stageAhead.credited])
      expect(sheet.getByText(ahead)).toBeVisible();
    expect(await credits()).toBe(before);

    await chain.client.sendRawTransaction({ serializedTransaction });
    expect(
      await sheet.findByRole('heading', { name: '2 ETH deposited and credited.' }, PATIENT),
    ).toBeVisible();
    expect(sheet.queryByText(pending.reorganized.credited)).toBeNull();
    expect(useLedger.getState().entries).toMatchObject([{ kind: 'deposit', status: 'verified' }]);
    await hasCredits(before + 1);
  },
);

test('WAL-9 OPS-3 after the sheet closes and the page reloads, a notification reports that a credit was undone, and another that it was restored', async () => {
  const before = await credits();
  const snapshot = await chain.client.snapshot();
  const serializedTransaction = await depositAndCredit();
  closeDialog('transaction');
  cleanup();

  await chain.client.revert({ id: snapshot });
  await chain.client.mine({ blocks: 2 });
  await openPage();
  const notice = await screen.findByText(pending.reorganized.credited, {}, PATIENT);
  expect(notice).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: words.show }));
  const sheet = await findSheet();
  expect(sheet.getByText(pending.reorganized.credited)).toBeVisible();
  closeDialog('transaction');

  await chain.client.sendRawTransaction({ serializedTransaction });
  expect(await screen.findByText('2 ETH deposited and credited.', {}, PATIENT)).toBeVisible();
  await hasCredits(before + 1);
});
