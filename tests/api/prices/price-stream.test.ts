import { GET as stream } from '@/app/api/coin/pricing/stream/route';
import { coinPrices } from '@/lib/api/schemas/price';
import { LISTENER_NAME } from '@/lib/server/db/listener';
import { invalidateBoard, readBoard } from '@/lib/server/prices/board';
import { PriceHub, priceHub, stopPrices } from '@/lib/server/prices/service';
import { priceEvent } from '@/lib/server/prices/stream/open-stream';
import { type Backend, startBackend } from '../../support/api-backend';
import { EventReader } from '../../support/event-reader';
import { ORIGIN, queryDatabase } from '../../support/plain-chains';
import { until } from '../../support/until';

let backend: Backend;
const readers: EventReader[] = [];

// Start chains without pools, and start no price platforms, so that only the tests write prices.
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.stop());
afterEach(async () => {
  await Promise.all(readers.splice(0).map((reader) => reader.cancel()));
});

const setPrice = (coinId: number, price: string) =>
  queryDatabase(
    backend,
    `with written as (
       insert into prices values ($1, $2, '{test}', now())
       on conflict (coin_id) do update set price = excluded.price, at = excluded.at returning 1
     ) select pg_notify('prices', '') from written`,
    [coinId, price],
  );

async function open(query = '', headers: Record<string, string> = {}) {
  const response = await stream(new Request(`${ORIGIN}/api/coin/pricing/stream${query}`, { headers }), {
    params: Promise.resolve({}),
  });
  if (!response.body) throw new Error('no body');
  const reader = new EventReader(response.body);
  readers.push(reader);
  return { response, reader };
}

async function nextPrices(reader: EventReader) {
  const event = await reader.event();
  if (!event) throw new Error('the stream ended');
  return {
    prices: Object.fromEntries(coinPrices.parse(event.data).map((entry) => [entry.coinId, entry.price])),
  };
}

/** Reads events until a coin has a price. */
async function untilPrice(reader: EventReader, coinId: number, price: string) {
  for (;;) {
    const next = await nextPrices(reader);
    if (next.prices[coinId] === price) return next;
  }
}

test('PRICE-1 the stream sends every price first, then changes, in the requested currency', async () => {
  await setPrice(1, '2500');
  await setPrice(2, '1');
  const { response, reader } = await open('?currency=HKD');
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  expect(response.headers.get('cache-control')).toContain('no-transform');
  expect(await reader.block()).toBe('retry: 3000');
  expect((await nextPrices(reader)).prices).toEqual({ 1: '19500', 2: '7.8' });
  await setPrice(1, '2600');
  expect(await untilPrice(reader, 1, '20280')).toBeDefined();
});

test('PRICE-1 a reader that reconnects gets every price, however old', async () => {
  await setPrice(1, '2500');
  const { reader } = await open();
  await untilPrice(reader, 1, '2500');
  await reader.cancel();
  await queryDatabase(
    backend,
    "update prices set price = 2, at = now() - interval '59 seconds' where coin_id = 2",
  );
  const again = await open('', { 'Last-Event-ID': String(Date.now()) });
  expect((await nextPrices(again.reader)).prices).toEqual({ 1: '2500', 2: '2' });
  await setPrice(2, '1');
});

test('PRICE-1 a slow reader gets the latest price, not all that it missed', async () => {
  await setPrice(1, '3000');
  const { reader } = await open();
  await untilPrice(reader, 1, '3000');
  const watcher = (await open()).reader;
  for (const price of ['3001', '3002', '3003', '3004']) {
    await setPrice(1, price);
    await untilPrice(watcher, 1, price);
  }
  // At most one event was created before the reader stopped, so the next one has the latest price.
  const first = await nextPrices(reader);
  const second = first.prices[1] === '3004' ? first : await nextPrices(reader);
  expect(second.prices[1]).toBe('3004');
});

test('PRICE-1 rejects an unlisted currency in the envelope', async () => {
  const response = await stream(new Request(`${ORIGIN}/api/coin/pricing/stream?currency=XXX`), {
    params: Promise.resolve({}),
  });
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { code: 400, data: { reason: 'unknown_currency' } },
  ]);
});

test('PRICE-1 the stream survives the loss of its database connection', async () => {
  const { reader } = await open();
  await nextPrices(reader);
  await until(
    async () =>
      (
        await queryDatabase(
          backend,
          'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1',
          [LISTENER_NAME],
        )
      ).length > 0,
    'a listening connection',
  );
  await setPrice(1, '4000');
  await untilPrice(reader, 1, '4000');
});

test('PRICE-1 encodes an event once for all readers of a currency', async () => {
  const board = await readBoard();
  const dollars = priceEvent(board, 'USD', [1, 2]);
  expect(String(dollars)).toMatch(/^event: prices\ndata: \[.*\]\n\n$/);
  expect(priceEvent(board, null, [1, 2])).toBe(dollars);
  expect(priceEvent(board, 'USD', [1])).not.toBe(dollars);
  expect(priceEvent(board, 'HKD', [1, 2])).not.toBe(dollars);
  expect(priceEvent(board, 'USD', [-1])).toBeNull();
  invalidateBoard();
  expect(priceEvent(await readBoard(), 'USD', [1, 2])).not.toBe(dollars);
});

test('PRICE-1 a HEAD request gets the headers, and neither it nor a client that disconnects early leaves a reader open', async () => {
  const hub = priceHub();
  if (!hub) throw new Error('no hub');
  const subscribe = jest.spyOn(hub, 'subscribe');
  const url = `${ORIGIN}/api/coin/pricing/stream?currency=HKD`;
  const context = { params: Promise.resolve({}) };
  const head = await stream(new Request(url, { method: 'HEAD' }), context);
  expect([head.status, head.body]).toEqual([200, null]);
  expect(head.headers.get('content-type')).toContain('text/event-stream');
  expect(subscribe).not.toHaveBeenCalled();
  const gone = await stream(new Request(url, { signal: AbortSignal.abort() }), context);
  await gone.body?.cancel();
  expect([subscribe.mock.calls.length, hub.size]).toEqual([1, 0]);
  subscribe.mockRestore();
});

test('PRICE-1 accepts no more readers than its limit, and frees the slot of a reader that disconnects', async () => {
  const hub = new PriceHub(1);
  const subscribe = () => hub.subscribe([], async () => null);
  const first = subscribe();
  expect(first).not.toBeNull();
  expect(subscribe()).toBeNull();
  first?.end();
  expect(subscribe()).not.toBeNull();
  await hub.stop();
  expect(subscribe()).toBeNull();
});

test('OPS-3 a stop ends the streams', async () => {
  const { reader } = await open();
  await nextPrices(reader);
  expect(priceHub()).toBeDefined();
  await stopPrices();
  expect(await reader.event()).toBeNull();
  const response = await stream(new Request(`${ORIGIN}/api/coin/pricing/stream`), {
    params: Promise.resolve({}),
  });
  expect([response.status, await response.json()]).toMatchObject([503, { code: 503 }]);
});
