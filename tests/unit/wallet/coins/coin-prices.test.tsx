import { setTimeout as delay } from 'node:timers/promises';
import { act, render, screen, waitFor } from '@testing-library/react';
import { SWRConfig } from 'swr';
import { PRICE_POLL_MS, useCoinPrices } from '@/lib/api/hooks';
import { chooseCurrency } from '@/lib/preferences/currency';
import { configureOfflineApi } from '../../../support/client-settings';
import { priceOf, servePrices } from '../../../support/price-api';

const served = servePrices();

function List() {
  const { data } = useCoinPrices();
  return <p>{data ? data.map(({ coinId, price }) => `${coinId}=${price}`).join(' ') : 'none'}</p>;
}

const show = () =>
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <List />
    </SWRConfig>,
  );

function setVisible(isVisible: boolean): void {
  Object.defineProperty(document, 'visibilityState', {
    configurable: true,
    get: () => (isVisible ? 'visible' : 'hidden'),
  });
  document.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(() => {
  configureOfflineApi();
  chooseCurrency('USD');
  setVisible(true);
});

test('PRICE-1 prices on screen follow the stream for each coin', async () => {
  show();
  expect(await screen.findByText('1=2500 2=1')).toBeVisible();
  await waitFor(() => expect(served.api.streams.size).toBe(1));
  act(() => served.api.tell([priceOf(1, '2501')]));
  expect(await screen.findByText('1=2501 2=1')).toBeVisible();
});

test('PRICE-1 a hidden page closes the stream and reopens it when visible', async () => {
  show();
  await waitFor(() => expect(served.api.streams.size).toBe(1));
  act(() => setVisible(false));
  await waitFor(() => expect(served.api.streams.size).toBe(0));
  served.api.prices = [priceOf(1, '2600'), priceOf(2, '1')];
  act(() => setVisible(true));
  expect(await screen.findByText('1=2600 2=1')).toBeVisible();
});

/** Waits in real time until the text is rendered, while the page's own clock is stopped. */
async function untilDrawn(text: string) {
  while (!screen.queryByText(text)) await act(() => delay(10));
}

test('PRICE-1 prices are polled while there is no stream', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'performance'] });
  try {
    served.api.refusesStream = true;
    show();
    await untilDrawn('1=2500 2=1');
    const lists = () => served.api.asked.filter((address) => address === '/api/coin/pricing').length;
    for (const price of ['2600', '2700']) {
      const before = lists();
      served.api.prices = [priceOf(1, price), priceOf(2, '1')];
      await act(() => jest.advanceTimersByTimeAsync(PRICE_POLL_MS - 1));
      expect(lists()).toBe(before);
      await act(() => jest.advanceTimersByTimeAsync(1));
      await untilDrawn(`1=${price} 2=1`);
    }
  } finally {
    jest.useRealTimers();
  }
});

test('PRICE-1 a long outage does not slow down polling afterward', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'performance'] });
  const { fetch } = globalThis;
  try {
    served.api.refusesStream = true;
    show();
    await untilDrawn('1=2500 2=1');
    let refused = 0;
    globalThis.fetch = () => {
      refused += 1;
      return Promise.reject(new TypeError('refused'));
    };
    for (let passed = 0; passed < 12; passed += 1) {
      await act(() => jest.advanceTimersByTimeAsync(PRICE_POLL_MS));
      await act(() => delay(10));
    }
    expect(refused).toBeGreaterThan(8);
    globalThis.fetch = fetch;
    served.api.prices = [priceOf(1, '2600'), priceOf(2, '1')];
    await act(() => jest.advanceTimersByTimeAsync(2 * PRICE_POLL_MS));
    await untilDrawn('1=2600 2=1');
  } finally {
    globalThis.fetch = fetch;
    jest.useRealTimers();
  }
});

test('CUR-1 changing the currency requests the prices again', async () => {
  show();
  await screen.findByText('1=2500 2=1');
  served.api.prices = [priceOf(1, '2150')];
  act(() => chooseCurrency('EUR'));
  expect(await screen.findByText('1=2150')).toBeVisible();
  expect(served.api.asked).toContain('/api/coin/pricing/stream?currency=EUR');
  await waitFor(() => expect(served.api.streams.size).toBe(1));
});
