import { GET as historyOf } from '@/app/api/coin/history/route';
import { priceHistory } from '@/lib/api/schemas/price';
import { database } from '@/lib/server/db/database';
import { storePoints } from '@/lib/server/prices/store-prices';
import { storeSamplePrices } from '@/scripts/launcher/demo/sample-prices';
import { type Backend, startBackend } from '../../support/api-backend';
import { callRoute } from '../../support/api-call';
import { askPrices, COIN } from '../../support/api-prices';
import { queryDatabase } from '../../support/plain-chains';
import { until } from '../../support/until';

let backend: Backend;
const POINT_MS = 5 * 60_000;

beforeAll(async () => {
  backend = await startBackend({ pools: true });
});
afterAll(() => backend.stop());

const store = (startedAt = Date.now()) =>
  storeSamplePrices(backend.databaseUrl, startedAt, new AbortController().signal);
const points = (where: string) =>
  queryDatabase<{ coin_id: number; price: string; is_sample: boolean; age: number }>(
    backend,
    `select coin_id, price::text, is_sample, extract(epoch from now() - at)::float8 / 3600 as age
     from price_points where ${where} order by coin_id, at`,
  );
const month = async () =>
  priceHistory.parse((await callRoute(historyOf, { query: { period: 'month' } })).data).coins;

test('OPS-1 WAL-13 the demo’s past month has sample prices that lead up to the current prices and are marked', async () => {
  await store();
  const prices = await askPrices();
  expect(prices.size).toBe(5);
  expect([...prices.values()].every(({ sample, change24h }) => sample && change24h !== null)).toBe(true);
  expect(prices.get(COIN.eth)?.spark.length).toBeGreaterThanOrEqual(47);

  const coins = await month();
  expect(coins).toHaveLength(5);
  for (const { sample, prices: past } of coins)
    expect([sample, past.length, past.filter((price) => price === null)]).toEqual([true, 31, []]);
  const of = (id: number) => coins.find(({ coinId }) => coinId === id)?.prices.map(Number) ?? [];
  expect(Math.max(...of(COIN.eth)) / Math.min(...of(COIN.eth))).toBeGreaterThan(1.1);
  // Wrapped ether has the price of ether, and dollar coins stay close to one dollar.
  expect(of(COIN.weth)).toEqual(of(COIN.eth));
  expect(Math.max(...of(COIN.tUsdt).map((price) => Math.abs(price - 1)))).toBeLessThan(0.005);
  expect((await points('is_sample and coin_id = 1')).length).toBe(34 * 48);
});

test('OPS-1 a later start fills only the time in which the site was not running', async () => {
  const before = await points('is_sample');
  await store();
  expect(await points('is_sample')).toHaveLength(before.length);

  await queryDatabase(backend, "delete from price_points where at > now() - interval '6 hours'");
  await store();
  const after = await points("is_sample and at > now() - interval '6 hours'");
  expect(after.length).toBeGreaterThanOrEqual(5 * 11);
  expect(after.length).toBeLessThanOrEqual(5 * 12);
});

test('WAL-13 a recorded price replaces a sample for the same time', async () => {
  const bin = Math.floor(Date.now() / POINT_MS) * POINT_MS;
  await queryDatabase(
    backend,
    `insert into price_points select coin_id, $1, 9, true from prices
     on conflict (coin_id, at) do update set price = 9, is_sample = true`,
    [new Date(bin)],
  );
  await until(async () => {
    await storePoints(database('public'));
    const latest = await points("at > now() - interval '10 minutes'");
    return latest.some(({ is_sample, price }) => !is_sample && Number(price) !== 9);
  }, 'a recorded price');
});
