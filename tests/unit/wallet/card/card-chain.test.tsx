import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SWRConfig, unstable_serialize } from 'swr';
import { unstable_serialize as serializePages } from 'swr/infinite';
import { type Address, parseUnits } from 'viem';
import { CardPanel } from '@/components/wallet/card/card';
import { cardAccountAbi } from '@/lib/evm/abi/card-account';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { sampleCard, sampleList } from '../../../support/card-page';
import { configureClient } from '../../../support/client-settings';
import { connectOwnChain, type OwnChain, renderOnOwnChain, startOwnChain } from '../../../support/own-chain';
import { findSheet, SheetRoot, sendFromSheet, signInWithoutSheet } from '../../../support/transaction-sheet';

const alice = demoAccount(1).address;
const usdt = (text: string) => parseUnits(text, 6);
let chain: OwnChain;
let contract: Address;
let asked: { path: string; body: unknown }[] = [];

beforeAll(async () => {
  chain = await startOwnChain();
  const listed = chain.lists.contracts.find(({ name }) => name === 'card_contract');
  if (!listed) throw new Error('the chain has no contract for cards');
  contract = listed.address;
});
afterAll(() => chain.stop());

/** The API's answers to the page's reads: no card and no purchases. */
function answerOf(path: string): unknown {
  if (path.startsWith('/api/card/list')) return listOf();
  return path.startsWith('/api/card/purchases') ? { list: [], next: null } : [];
}

const realFetch = globalThis.fetch;
beforeEach(() => {
  configureClient();
  signInWithoutSheet();
  asked = [];
  globalThis.fetch = (async (url: string | URL | Request, init?: RequestInit) => {
    const path = String(url);
    if (!path.startsWith('/api/')) return realFetch(url, init);
    if (path.startsWith('/api/card/stream')) return new Promise<Response>(() => undefined);
    if (init?.body) asked.push({ path, body: JSON.parse(String(init.body)) });
    const data = path.startsWith('/api/card/create') ? sampleCard() : answerOf(path);
    return { ok: true, status: 200, json: async () => ({ code: 200, msg: '', data }) } as Response;
  }) as typeof fetch;
  window.history.replaceState(null, '', '/wallet/card');
});
afterEach(() => {
  globalThis.fetch = realFetch;
});

const accountOf = (account: Address) =>
  chain.client.readContract({
    ...{ address: contract, abi: cardAccountAbi, functionName: 'accountOf' },
    args: [account, chain.addresses.tUsdt],
  });
const cardOf = (number: number) =>
  chain.client.readContract({
    address: contract,
    abi: cardAccountAbi,
    functionName: 'cardOf',
    args: [number],
  });

function listOf() {
  const place = { chainId: chain.id, contract, token: chain.addresses.tUsdt, coinId: 2, decimals: 6 };
  const { program } = sampleList();
  return sampleList({ cards: [], program: { ...program, accounts: [{ ...place, marginBps: 0 }] } });
}

async function show(account: Address) {
  const list = listOf();
  const key = serializePages(() => ['/card/purchases', 'secret', null, null]);
  return renderOnOwnChain(
    <SWRConfig
      value={({ fallback, ...parent } = {}) => ({
        ...parent,
        fallback: {
          ...fallback,
          [unstable_serialize(['/card/list', 'secret'])]: list,
          [key]: [{ list: [], next: null }],
        },
      })}
    >
      <CardPanel account={account} {...chain.lists} />
      <SheetRoot />
    </SWRConfig>,
    chain,
    await connectOwnChain(chain, account),
  );
}
const closeSheet = async () => userEvent.click((await findSheet()).getByRole('button', { name: 'Close' }));
const enter = async (amount: string) => {
  await userEvent.type(await screen.findByRole('textbox', { name: 'Amount' }), amount);
  await userEvent.click(screen.getByRole('button', { name: 'Review' }));
};

test('CARD-60 tops up with a permit, opens a card that the issuer then creates, and withdraws after the delay', async () => {
  const { unmount } = await show(alice);
  await userEvent.click(await screen.findByRole('button', { name: 'Top up' }));
  await enter('50.000001');
  const sheet = await findSheet();
  expect(await sheet.findByText(/Add 50\.000001.tUSDT to your Tidewell card balance/)).toBeVisible();
  await sendFromSheet('Top up 50.000001 tUSDT');
  expect(
    await sheet.findByRole('heading', { name: '50.000001 tUSDT added to your card balance.' }),
  ).toBeVisible();
  expect(await accountOf(alice)).toMatchObject({ balance: usdt('50.000001'), held: 0n });
  await closeSheet();

  await userEvent.click(await screen.findByRole('button', { name: 'Get a card' }));
  for (const [name, text] of [
    ['Per day', '20'],
    ['Per month', '100'],
    ['Without approval, per month', '5'],
  ] as const) {
    await userEvent.clear(screen.getByLabelText(name));
    await userEvent.type(screen.getByLabelText(name), text);
  }
  await userEvent.click(screen.getByRole('button', { name: 'Review' }));
  await sendFromSheet('Open a card: tUSDT');
  await waitFor(() =>
    expect(asked).toEqual([
      { path: '/api/card/create', body: { chainId: chain.id, number: 1, type: 'virtual' } },
    ]),
  );
  expect(await cardOf(1)).toMatchObject({
    ...{ owner: alice, status: 1 },
    limits: {
      ...{ perDay: usdt('20'), perMonth: usdt('100'), offlinePerMonth: usdt('5') },
      overCaptureBps: 2_000,
    },
  });
  await closeSheet();

  // The issuer has created it, but this list doesn't have it.
  expect(await screen.findByText(/Card 1 is open in the contract/)).toBeVisible();
  unmount();
});

test('CARD-63 a withdrawal is requested without the operator, and paid after its delay', async () => {
  const { unmount } = await show(alice);
  globalThis.fetch = ((inner) =>
    (async (url: string | URL | Request, init?: RequestInit) => {
      if (!String(url).startsWith('/api/card/withdrawal')) return inner(url, init);
      return {
        ok: false,
        status: 503,
        json: async () => ({ code: 503, msg: 'down', data: null }),
      } as Response;
    }) as typeof fetch)(globalThis.fetch);
  await userEvent.click(await screen.findByRole('button', { name: 'Withdraw' }));
  await enter('30');
  await userEvent.click(await screen.findByRole('button', { name: 'Request withdrawal' }));
  await sendFromSheet('Request withdrawal of 30 tUSDT');
  await (await findSheet()).findByRole('heading', { name: /Withdrawal of 30 tUSDT requested/ });
  await closeSheet();
  expect(await screen.findByText('Being withdrawn')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Withdraw now' })).toBeNull();
  unmount();

  await chain.client.increaseTime({ seconds: 61 });
  await chain.client.mine({ blocks: 1 });
  const again = await show(alice);
  await userEvent.click(await screen.findByRole('button', { name: 'Withdraw now' }));
  await sendFromSheet('Withdraw 30 tUSDT');
  expect(
    await (await findSheet()).findByRole('heading', { name: '30 tUSDT arrived in your wallet.' }),
  ).toBeVisible();
  expect(await accountOf(alice)).toMatchObject({ balance: usdt('20.000001'), leaving: 0n });
  again.unmount();
});
