import { setTimeout as delay } from 'node:timers/promises';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { EventSource } from 'eventsource';
import { SWRConfig } from 'swr';
import { useCoinPrices } from '@/lib/api/hooks';
import { configureApi } from '@/lib/api/settings';
import { PRICE_POLL_MS } from '@/lib/constants';
import { chooseCurrency } from '@/lib/currency';
import { PriceApi, priceOf } from '../support/price-api';

let api: PriceApi;
const realFetch = globalThis.fetch;

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

beforeEach(async () => {
  api = new PriceApi();
  const origin = await api.start();
  globalThis.fetch = ((url, init) => realFetch(new URL(String(url), origin), init)) as typeof fetch;
  // Node has none: this one follows the same standard, and takes relative addresses as a page would.
  globalThis.EventSource = class extends EventSource {
    constructor(url: string | URL) {
      super(new URL(url, origin));
    }
  } as unknown as typeof globalThis.EventSource;
  const wording = { offline: '-', timeout: '-', tooMany: '-', unavailable: '-', malformed: '-' };
  configureApi({ wording, locale: 'en' });
  chooseCurrency('USD');
  setVisible(true);
});
afterEach(async () => {
  cleanup();
  globalThis.fetch = realFetch;
  await api.stop();
});

test('PRICE-1 a screen follows the stream, coin by coin', async () => {
  show();
  expect(await screen.findByText('1=2500 2=1')).toBeVisible();
  await waitFor(() => expect(api.streams.size).toBe(1));
  act(() => api.tell([priceOf(1, '2501')]));
  expect(await screen.findByText('1=2501 2=1')).toBeVisible();
});

test('PRICE-1 a hidden page lets go of the stream, and takes it up again', async () => {
  show();
  await waitFor(() => expect(api.streams.size).toBe(1));
  act(() => setVisible(false));
  await waitFor(() => expect(api.streams.size).toBe(0));
  api.prices = [priceOf(1, '2600'), priceOf(2, '1')];
  act(() => setVisible(true));
  expect(await screen.findByText('1=2600 2=1')).toBeVisible();
});

/** Lets real time pass, and React draw, until the text is there: the page's own clock stands still meanwhile. */
async function untilDrawn(text: string) {
  while (!screen.queryByText(text)) await act(() => delay(10));
}

test('PRICE-1 prices are polled while there is no stream', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'performance'] });
  try {
    api.refusesStream = true;
    show();
    await untilDrawn('1=2500 2=1');
    const lists = () => api.asked.filter((address) => address === '/api/coin/pricing').length;
    for (const price of ['2600', '2700']) {
      const before = lists();
      api.prices = [priceOf(1, price), priceOf(2, '1')];
      await act(() => jest.advanceTimersByTimeAsync(PRICE_POLL_MS - 1));
      expect(lists()).toBe(before);
      await act(() => jest.advanceTimersByTimeAsync(1));
      await untilDrawn(`1=${price} 2=1`);
    }
  } finally {
    jest.useRealTimers();
  }
});

test('CUR-1 another currency asks anew', async () => {
  show();
  await screen.findByText('1=2500 2=1');
  api.prices = [priceOf(1, '2150')];
  act(() => chooseCurrency('EUR'));
  expect(await screen.findByText('1=2150')).toBeVisible();
  expect(api.asked).toContain('/api/coin/pricing/stream?currency=EUR');
  await waitFor(() => expect(api.streams.size).toBe(1));
});
