import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NextIntlClientProvider } from 'next-intl';
import { SWRConfig } from 'swr';
import { type Abi, type Address, erc20Abi, parseUnits } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { CostText } from '@/components/wallet/portfolio/cost-text';
import { CostedHoldings } from '@/components/wallet/portfolio/costed-holdings';
import type { DailyPrices } from '@/lib/api/types';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { activityTokens } from '@/lib/wallet/activity/activity-row';
import { gatherHoldings, type HoldingLocation } from '@/lib/wallet/portfolio/holdings';
import messages from '@/messages/en.json';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { configureOfflineApi } from '../../../support/client-settings';
import { connectOwnChain, type OwnChain, renderOnOwnChain, startOwnChain } from '../../../support/own-chain';

const usdt = (amount: string) => parseUnits(amount, 6);
const account = privateKeyToAddress(generatePrivateKey());
const friend = privateKeyToAddress(generatePrivateKey());
const realFetch = globalThis.fetch;
let chain: OwnChain;
/** Number of requests for daily prices. */
let asked = 0;

async function send(from: Address, address: Address, abi: Abi, functionName: string, args: unknown[]) {
  await chain.client.impersonateAccount({ address: from });
  const hash = await chain.client.writeContract({ address, abi, functionName, args, account: from });
  await chain.client.waitForTransactionReceipt({ hash });
}

// Virtual lists scroll, which jsdom can't.
beforeAll(async () => {
  Object.assign(window, { scrollTo: () => undefined });
  chain = await startOwnChain();
  const { tUsdt, vault } = chain.addresses;
  const token = erc20Abi as Abi;
  await chain.client.setBalance({ address: account, value: 10n ** 18n });
  await send(demoAccount(1).address, tUsdt, token, 'transfer', [account, usdt('10')]);
  await send(account, tUsdt, token, 'approve', [vault, usdt('4')]);
  await send(account, vault, vaultAbi as Abi, 'deposit', [tUsdt, usdt('4')]);
  await send(account, tUsdt, token, 'transfer', [friend, usdt('2')]);
});
beforeEach(() => {
  configureOfflineApi();
  asked = 0;
});
afterEach(() => {
  globalThis.fetch = realFetch;
});
afterAll(() => chain.stop());

/** Shows a balance of tUSDT, which cost half a dollar on the day of the transactions and costs two now. */
async function show({
  inWallet = '4',
  place = 'vault' as HoldingLocation,
  currency = 'USD',
  isWhole = true,
} = {}) {
  const { timestamp } = await chain.client.getBlock();
  const day = new Date(Number(timestamp) * 1_000).toISOString().slice(0, 10);
  const found = [...activityTokens(chain.id, chain.lists.coins, []).values()].find(
    ({ symbol }) => symbol === 'tUSDT',
  );
  if (found?.coinId == null) throw new Error('no tUSDT');
  const prices: DailyPrices = [{ coinId: found.coinId, day, price: '0.5', sample: false }];
  const part = (place: HoldingLocation, amount: string) => ({
    ...{ chainId: chain.id, token: found, place, amount: usdt(amount) },
  });
  globalThis.fetch = async (url, init) => {
    if (!String(url).startsWith('/api/coin/dailyPrices?')) return realFetch(url, init);
    asked += 1;
    return new Response(JSON.stringify({ code: 200, msg: '', data: prices }));
  };
  renderOnOwnChain(
    // Prices are fetched as soon as they are needed, as on every page.
    <SWRConfig value={{ revalidateOnMount: true }}>
      <CostedHoldings
        view={{ account, ...chain.lists }}
        isWhole={isWhole}
        holdings={gatherHoldings([part('wallet', inWallet), part(place, '4')])}
        priceOf={() => '2'}
        money={{ currency, locale: 'en', decimals: 2 }}
        nameOf={() => 'North Sea'}
      />
    </SWRConfig>,
    chain,
    await connectOwnChain(chain, account),
  );
  return { user: userEvent.setup(), row: () => screen.getAllByRole('row')[1] as HTMLElement };
}
const ask = (user: ReturnType<typeof userEvent.setup>) =>
  user.click(screen.getByRole('button', { name: 'Show cost and profit' }));
const isDone = () => screen.findByText('All blocks searched.', {}, { timeout: 20_000 });

test('WAL-31 the portfolio shows what a balance in the wallet and the vault cost, when the user asks for it', async () => {
  const { user, row } = await show();
  expect(screen.getByRole('columnheader', { name: 'Cost and profit' })).toBeInTheDocument();
  expect(row()).not.toHaveTextContent(/Cost|–/);
  expect(asked).toBe(0);
  await ask(user);
  await isDone();
  // Once for wide screens, and once for phones. 8 tUSDT are left of 10.
  await waitFor(() => expect(within(row()).getAllByText('$4.00', { exact: false })).toHaveLength(2));
  expect(row()).toHaveTextContent('Cost $4.00Profit +$12.00Test network');
  expect(asked).toBe(1);
  expect(screen.getByText(/at the last price of the day \(UTC\)/)).toBeInTheDocument();
});

test('WAL-31 a balance that the activity doesn’t exactly explain, or with a part in a presale, has no cost', async () => {
  for (const part of [{ inWallet: '7' }, { inWallet: '3.5' }, { inWallet: '8', place: 'presale' as const }]) {
    const { user, row } = await show(part);
    await ask(user);
    await isDone();
    // Once for phones, and once for wide screens.
    expect(row()).toHaveTextContent(/Cost –.*–/);
    expect(row()).not.toHaveTextContent('Profit');
    cleanup();
  }
});

test('WAL-31 while a network’s holdings are missing, costs are unknown', async () => {
  const { user, row } = await show({ isWhole: false });
  await ask(user);
  await isDone();
  expect(row()).not.toHaveTextContent('Profit');
});

test('WAL-31 a profit or loss below what is shown is zero', () => {
  const text = (profit: bigint) => {
    const money = { currency: 'USD', locale: 'en', decimals: 2 };
    const cost = <CostText cost={10n ** 18n} profit={profit} isSample isTest={false} money={money} />;
    const { container, unmount } = render(
      <NextIntlClientProvider locale="en" messages={messages}>
        {cost}
      </NextIntlClientProvider>,
    );
    const shown = container.textContent;
    unmount();
    return shown;
  };
  expect(text(-999_999_999_999n)).toBe('Cost $1.00Profit $0.00Sample prices');
  expect(text(-1_000_000_000_000n)).toBe('Cost $1.00Profit −$0.000001Sample prices');
});

test('WAL-31 in other currencies, costs are left out, because past exchange rates are unknown', async () => {
  await show({ currency: 'EUR' });
  expect(screen.queryByRole('columnheader', { name: 'Cost and profit' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Show cost and profit' })).not.toBeInTheDocument();
  expect(screen.getByText(/keeps no past exchange rates/)).toBeInTheDocument();
});
