import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import { NextIntlClientProvider } from 'next-intl';
import { SWRConfig, unstable_serialize } from 'swr';
import { PairChart } from '@/components/wallet/coins/pair/pair-chart';
import type { Coin, CoinPrice, PriceHistory } from '@/lib/api/types';
import { chooseCurrency } from '@/lib/preferences/currency';
import { chooseSpotPair, useSpotPair } from '@/lib/prices/spot-pair';
import messages from '@/messages/en.json';
import { configureOfflineApi } from '../../../support/client-settings';
import { priceOf, servePrices } from '../../../support/price-api';

const served = servePrices();
const coin = (id: number, symbol: string): Coin => ({
  ...{ id, symbol, name: symbol, icon: '/x.svg', sort: id },
  tokens: [],
});
const coins = [coin(1, 'ETH'), coin(2, 'BTC')];
const FROM = '2026-11-15T00:00:00.000Z';
const history = (eth: (string | null)[], btc: (string | null)[]): PriceHistory => ({
  ...{ period: 'week', from: FROM, stepMs: 6 * 3_600_000 },
  coins: [
    { coinId: 1, prices: eth, sample: false },
    { coinId: 2, prices: btc, sample: false },
  ],
});
const at = '2026-11-22T00:00:30.000Z';
const live = (coinId: number, price: string, part: Partial<CoinPrice> = {}): CoinPrice => ({
  ...priceOf(coinId, price),
  at,
  ...part,
});

function show(past: PriceHistory, prices: CoinPrice[], of: Coin | null = null, month?: PriceHistory) {
  served.api.prices = prices;
  const fallback = {
    '/coin/all': coins,
    '/config/currencyList': [],
    [unstable_serialize(['/coin/history', 'USD', 'week'])]: past,
    ...(month && { [unstable_serialize(['/coin/history', 'USD', 'month'])]: month }),
    [unstable_serialize(['/coin/pricing', 'USD'])]: prices,
  };
  return render(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <SWRConfig value={{ provider: () => new Map(), fallback, revalidateOnMount: false }}>
        <SearchParamsContext value={new URLSearchParams(window.location.search)}>
          <PairChart of={of} />
        </SearchParamsContext>
      </SWRConfig>
    </NextIntlClientProvider>,
  );
}
const options = (label: string) =>
  within(screen.getByLabelText(label))
    .getAllByRole('option')
    .map(({ textContent }) => textContent);

beforeEach(() => {
  configureOfflineApi();
  localStorage.clear();
  chooseCurrency('USD');
  useSpotPair.setState({ pair: null });
});

test('WAL-13 CUR-2 the selected pair is shown with its statistics, gaps and live price', async () => {
  const user = userEvent.setup();
  chooseSpotPair('ETH/BTC/USD');
  show(history([null, '2000', null, '3000'], ['100000', '100000', '100000', '100000']), [
    live(1, '2500'),
    live(2, '100000'),
  ]);
  expect(
    await screen.findByText('Nov 15, 2026: 0.02 BTC. Now: 0.025 BTC. Lowest 0.02 BTC, highest 0.03 BTC.'),
  ).toBeVisible();
  expect(screen.getByText('1 ETH in BTC')).toBeVisible();
  expect(screen.getByText(/^\+25\.00/)).toBeVisible();
  expect(screen.getByText(/^Starts on Nov 15, 2026: no earlier prices/)).toBeVisible();
  expect(screen.getByText(/^1 price is missing/)).toBeVisible();
  // jsdom has no canvas, so the chart reports an error, but the table still works.
  expect(await screen.findByText(/^Can't draw the chart\. The table shows the same values\./)).toBeVisible();
  await user.click(screen.getByText('Show as a table'));
  const rows = within(screen.getByRole('table')).getAllByRole('cell');
  expect(rows.map(({ textContent }) => textContent)).toEqual(['0.025 BTC', '0.03 BTC', '0.02 BTC']);
  expect(options('Priced in')).toEqual(['USD', 'BTC']);
  await user.click(screen.getByRole('button', { name: 'Switch tokens' }));
  expect(screen.getByText('1 BTC in ETH')).toBeVisible();
  expect(localStorage.getItem('spotPair')).toBe('BTC/ETH/USD');
  await user.selectOptions(screen.getByLabelText('Token'), 'ETH');
  expect(screen.getByText('1 ETH in USD')).toBeVisible();
  expect(localStorage.getItem('spotPair')).toBe('ETH/USD');
});

test('WAL-13 A11Y-1 a range without prices is disabled with a reason, and the choice is in the URL', async () => {
  const user = userEvent.setup();
  const empty = history([null, null], [null, null]);
  show(history(['2000', '2100'], ['1', '1']), [live(1, '2500')], null, { ...empty, period: 'month' });
  expect(await screen.findByRole('tab', { name: '1W' })).toHaveAttribute('aria-selected', 'true');
  const month = screen.getByRole('tab', { name: '1M' });
  expect(month).toHaveAttribute('aria-disabled', 'true');
  expect(month).toHaveAccessibleDescription('No prices are recorded for 1M yet.');
  await user.click(month);
  expect(window.location.search).toBe('');
  await user.click(screen.getByRole('tab', { name: '1D' }));
  expect(window.location.search).toBe('?range=day');
  window.history.replaceState(null, '', '/');
});

test('WAL-13 sample prices are marked, if the pair has any', async () => {
  const past = history(['2000', '2100'], ['100000', '100000']);
  const coins = past.coins.map((coin) => ({ ...coin, sample: coin.coinId === 2 }));
  show({ ...past, coins }, [live(1, '2500'), live(2, '100000')]);
  expect(await screen.findByText('1 ETH in USD')).toBeVisible();
  expect(screen.queryByText('Sample prices')).toBeNull();
  act(() => chooseSpotPair('ETH/BTC/USD'));
  expect(await screen.findByText('Sample prices')).toBeVisible();
  expect(screen.getByText(/^Prices from before this demo was running are samples/)).toBeVisible();
});

test('WAL-13 PRICE-1 with a stale price, the line ends at the last recorded price and a message says so', async () => {
  const past = history(['2000', '2100'], ['100000', '100000']);
  chooseSpotPair('ETH/BTC/USD');
  show(past, [live(1, '2500'), live(2, '99', { stale: true })]);
  expect(
    await screen.findByText(/^Nov 15, 2026: 0\.02 BTC\. Nov 15, 2026: 0\.021 BTC\. Lowest/),
  ).toBeVisible();
  expect(screen.getByText(/^A price for this pair is missing or out of date/)).toBeVisible();
  act(() => useSpotPair.setState({ pair: null }));
  expect(await screen.findByText(/Now: \$2,500\.00\./)).toBeVisible();
});

test('WAL-13 a period without recorded prices is reported, and a coin’s own page has no token selector', async () => {
  show(history([null, null], [null, null]), [live(1, '2500'), live(2, '100000')], coins[1]);
  expect(await screen.findByText(/^No prices were recorded for this pair in this period\./)).toBeVisible();
  expect(screen.queryByLabelText('Token')).toBeNull();
  expect(options('Priced in')).toEqual(['USD', 'ETH']);
  expect(screen.getByRole('heading', { name: 'BTC over time', level: 3 })).toBeVisible();
});
