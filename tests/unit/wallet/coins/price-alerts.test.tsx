import { act, render, screen, waitFor } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import { SWRConfig } from 'swr';
import { AlertWatcher } from '@/components/wallet/coins/alerts/alert-watcher';
import type { CoinPrice } from '@/lib/api/types';
import { dismissNotice, useNotices } from '@/lib/browser/notices';
import { chooseCurrency } from '@/lib/preferences/currency';
import {
  addPriceAlert,
  notifyOnce,
  type PriceAlert,
  removePriceAlert,
  usePriceAlerts,
} from '@/lib/prices/price-alerts';
import messages from '@/messages/en.json';
import { configureOfflineApi } from '../../../support/client-settings';
import { priceOf, servePrices } from '../../../support/price-api';

const KEY = 'tidewell.priceAlerts';
const served = servePrices();
const ether = {
  coinId: 1,
  symbol: 'ETH',
  currency: 'USD',
  side: 'above',
  price: '2600',
  toldAt: null,
} as const;
const stored = (): PriceAlert[] => JSON.parse(localStorage.getItem(KEY) ?? '[]');
const first = (): PriceAlert => {
  const [alert] = usePriceAlerts.getState().entries;
  if (!alert) throw new Error('no alert');
  return alert;
};
const told = () => useNotices.getState().notices.map(({ message }) => message);
const currency = (name: string, rate: string) => ({
  ...{ id: 1, name, symbol: name, decimals: 2, rate },
  ...{ rateAt: '2026-11-22T00:00:00.000Z', isDefault: false },
});

const show = () =>
  render(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <SWRConfig value={{ provider: () => new Map() }}>
        <AlertWatcher />
        <p>here</p>
      </SWRConfig>
    </NextIntlClientProvider>,
  );

/** Sends prices over the stream once the page is connected to it. */
async function tell(...prices: CoinPrice[]) {
  await waitFor(() => expect(served.api.streams.size).toBe(1));
  act(() => served.api.tell(prices));
}

beforeEach(() => {
  served.api.currencies = [currency('USD', '1'), currency('HKD', '7.8')];
  localStorage.clear();
  usePriceAlerts.setState({ entries: [] });
  for (const { id } of useNotices.getState().notices) dismissNotice(id);
  configureOfflineApi();
  chooseCurrency('USD');
});

test('WAL-13 an alert is notified once when the live price reaches it, and marked as notified on this device', async () => {
  addPriceAlert(ether);
  show();
  await tell(priceOf(1, '2599'));
  await tell(priceOf(1, '2601.5'));
  await waitFor(() => expect(told()).toEqual(['ETH has risen to $2,601.50. Your alert: $2,600.00.']));
  expect(stored()).toEqual([{ ...ether, id: expect.any(String), toldAt: expect.any(Number) }]);
  // No alert is pending anymore, so the stream is closed.
  await waitFor(() => expect(served.api.streams.size).toBe(0));
  expect(told()).toHaveLength(1);
});

test('WAL-13 PRICE-1 a price that no source confirms notifies nobody until one does', async () => {
  served.api.prices = [{ ...priceOf(1, '2700'), stale: true }];
  addPriceAlert(ether);
  addPriceAlert({ ...ether, coinId: 2, symbol: 'tUSDT', side: 'below', price: '0.99' });
  show();
  // Both prices are in the same event, so the stale price has been processed once the tUSDT alert is shown.
  await tell({ ...priceOf(1, '2701'), stale: true }, priceOf(2, '0.9'));
  await waitFor(() => expect(told()).toEqual([expect.stringMatching(/^tUSDT has fallen to \$0\.90\./)]));
  expect(first().toldAt).toBeNull();
  await tell(priceOf(1, '2702'));
  await waitFor(() => expect(told()).toHaveLength(2));
});

test('WAL-13 CUR-1 an alert keeps its own currency when the display currency changes', async () => {
  addPriceAlert(ether);
  show();
  await tell(priceOf(1, '2500'));
  // In Hong Kong dollars, the same price is far above 2,600, but its value hasn't changed.
  served.api.prices = [priceOf(1, '19500'), priceOf(2, '7.8')];
  act(() => chooseCurrency('HKD'));
  await waitFor(() => expect(served.api.asked).toContain('/api/coin/pricing/stream?currency=HKD'));
  act(() => void addPriceAlert({ ...ether, currency: 'HKD', price: '19400' }));
  await waitFor(() => expect(told()).toEqual(['ETH has risen to HK$19,500.00. Your alert: HK$19,400.00.']));
  expect(first().toldAt).toBeNull();
  await tell(priceOf(1, '20280'));
  await waitFor(() => expect(told()).toContain('ETH has risen to $2,600.00. Your alert: $2,600.00.'));
});

test('WAL-13 no prices are requested while no alert is pending', async () => {
  served.api.asked.length = 0;
  addPriceAlert({ ...ether, toldAt: 1 });
  show();
  expect(await screen.findByText('here')).toBeVisible();
  expect(served.api.asked).toEqual([]);
});

test('WAL-13 of two tabs the first one notifies, and an alert removed elsewhere is not notified', async () => {
  addPriceAlert(ether);
  const { id } = first();
  const tell = jest.fn();
  // Another tab has already shown the notification, but this tab hasn't read the change yet.
  localStorage.setItem(KEY, JSON.stringify(stored().map((alert) => ({ ...alert, toldAt: 5 }))));
  await notifyOnce(id, 9, tell);
  expect(tell).not.toHaveBeenCalled();
  expect(first().toldAt).toBe(5);
  localStorage.setItem(KEY, '[]');
  await notifyOnce(id, 9, tell);
  expect(tell).not.toHaveBeenCalled();
});

test('WAL-13 with Web Locks, tabs notify one after the other', async () => {
  const asked: string[] = [];
  const request = async (name: string, take: () => void) => {
    asked.push(name);
    take();
  };
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } });
  try {
    addPriceAlert(ether);
    const tell = jest.fn();
    await Promise.all([notifyOnce(first().id, 1, tell), notifyOnce(first().id, 2, tell)]);
    expect(tell).toHaveBeenCalledTimes(1);
    expect(asked).toEqual([KEY, KEY]);
  } finally {
    Reflect.deleteProperty(navigator, 'locks');
  }
});

test('WAL-13 without storage, an alert lasts until the page closes and still notifies only once', async () => {
  const refused = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('refused', 'QuotaExceededError');
  });
  try {
    expect(addPriceAlert(ether)).toBe(false);
    const tell = jest.fn();
    await notifyOnce(first().id, 1, tell);
    await notifyOnce(first().id, 2, tell);
    expect(tell).toHaveBeenCalledTimes(1);
    removePriceAlert(first().id);
    expect(usePriceAlerts.getState().entries).toEqual([]);
  } finally {
    refused.mockRestore();
  }
  // Storage works again from here on.
  expect(addPriceAlert(ether)).toBe(true);
});

test.each([
  [{ ...ether, id: 'a' }, true],
  [{ ...ether, id: 'a', price: '1e9' }, false],
  [{ ...ether, id: 'a', price: '-1' }, false],
  [{ ...ether, id: 'a', currency: 'dollars' }, false],
  [{ ...ether, id: 'a', side: 'beside' }, false],
  [{ ...ether, id: '<a>' }, false],
  [{ ...ether, id: 'a', symbol: '' }, false],
  [{ ...ether, id: 'a', toldAt: 'now' }, false],
  [null, false],
])('WAL-13 stored value %j is accepted as an alert: %s', (value, isOne) => {
  localStorage.setItem(KEY, JSON.stringify([value]));
  addPriceAlert({ ...ether, price: '5' });
  expect(usePriceAlerts.getState().entries).toHaveLength(isOne ? 2 : 1);
});
