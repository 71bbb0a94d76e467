import { GET as historyOf } from '@/app/api/coin/history/route';
import { priceHistory } from '@/lib/api/schemas/price';
import { database } from '@/lib/server/db/database';
import { storePoints } from '@/lib/server/prices/store-prices';
import { type Backend, startBackend } from '../../support/api-backend';
import { callRoute } from '../../support/api-call';
import { COIN } from '../../support/api-prices';
import { queryDatabase } from '../../support/plain-chains';

let backend: Backend;

beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.stop());

const HOUR_MS = 3_600_000;
const ask = async (period: string, currency = 'USD') => {
  const answer = await callRoute(historyOf, { query: { period }, headers: { Currency: currency } });
  return { code: answer.code, history: answer.code === 200 ? priceHistory.parse(answer.data) : null };
};

test('WAL-13 thins old prices to the last of each hour, and deletes them after 40 days', async () => {
  await queryDatabase(
    backend,
    `insert into price_points select ${COIN.tUsdt}, date_bin('5 minutes', now(), 'epoch') - make_interval(mins => m), 1 + m
     from generate_series(0, 60 * 24 * 2, 5) m on conflict do nothing`,
  );
  await queryDatabase(
    backend,
    `insert into price_points values (${COIN.tUsdt}, now() - interval '41 days', 5), (${COIN.tUsdt}, now() - interval '39 days', 6)`,
  );
  await storePoints(database('public'));
  const rows = await queryDatabase(
    backend,
    `select extract(epoch from at)::float8 as at, extract(epoch from now() - at)::float8 / 3600 as age from price_points
     where coin_id = ${COIN.tUsdt} order by at`,
  );
  const ages = rows.map(({ age }) => Number(age));
  expect(ages.filter((age) => age > 40 * 24)).toEqual([]);
  expect(ages.filter((age) => age > 38 * 24)).toHaveLength(1);
  const old = rows.filter(({ age }) => Number(age) > 26.1 && Number(age) < 48).map(({ at }) => Number(at));
  expect(old.length).toBeGreaterThan(20);
  expect(old.every((at) => at % 3_600 === 3_300)).toBe(true);
  expect(ages.filter((age) => age < 24).length).toBe(24 * 12);
});

test('WAL-13 returns a coin’s history at even steps in the requested currency, with null for gaps', async () => {
  const { history } = await ask('day');
  const { history: euros } = await ask('day', 'EUR');
  if (!history || !euros) throw new Error('no history');
  const { from, stepMs, coins } = history;
  expect(stepMs).toBe(HOUR_MS);
  expect(Date.parse(from) % HOUR_MS).toBe(0);
  const of = (list: typeof coins, id: number) => list.find(({ coinId }) => coinId === id)?.prices ?? [];
  const prices = of(coins, COIN.tUsdt);
  expect(prices).toHaveLength(25);
  // Each recorded price is one dollar higher per minute of age.
  const [first, ...rest] = prices.map(Number);
  expect(rest.every((price, index) => price === (first ?? 0) - 60 * (index + 1))).toBe(true);
  expect(Number(of(euros.coins, COIN.tUsdt)[3])).toBeCloseTo(Number(prices[3]) * 0.86, 5);

  const { history: month } = await ask('month');
  const months = of(month?.coins ?? [], COIN.tUsdt);
  expect(months).toHaveLength(31);
  expect(months.slice(0, 27).every((price) => price === null)).toBe(true);
  expect(months.at(-1)).not.toBeNull();
  expect(await ask('year')).toMatchObject({ code: 400 });
  expect(await ask('week', 'XXX')).toMatchObject({ code: 400 });
});
