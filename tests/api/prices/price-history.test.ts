import { GET as dailyOf } from '@/app/api/coin/dailyPrices/route';
import { GET as historyOf } from '@/app/api/coin/history/route';
import { dailyPrices, priceHistory } from '@/lib/api/schemas/price';
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

test('WAL-13 PRICE-3 thins old prices to the last of each hour, and after 40 days to the last of each UTC day', async () => {
  await queryDatabase(
    backend,
    `insert into price_points select ${COIN.tUsdt}, date_bin('5 minutes', now(), 'epoch') - make_interval(mins => m), 1 + m
     from generate_series(0, 60 * 24 * 2, 5) m on conflict do nothing`,
  );
  await queryDatabase(
    backend,
    `insert into price_points values (${COIN.tUsdt}, now() - interval '39 days', 6)`,
  );
  await queryDatabase(
    backend,
    `insert into price_points select coin, day + time, price, sample from (values
       (${COIN.tUsdt}, '00:00'::interval, 1, false), (${COIN.tUsdt}, '23:00', 2, false), (${COIN.tUsdt}, '23:55', 3, false),
       (${COIN.eth}, '12:00', 4, true)) point(coin, time, price, sample),
     (select date_trunc('day', now(), 'UTC') - age from unnest('{42 days,43 days,3 years}'::interval[]) age) old(day)`,
  );
  await storePoints(database('public'));
  const rows = await queryDatabase(
    backend,
    `select extract(epoch from at)::float8 as at, extract(epoch from now() - at)::float8 / 3600 as age from price_points
     where coin_id = ${COIN.tUsdt} order by at`,
  );
  const ages = rows.map(({ age }) => Number(age));
  expect(ages.filter((age) => age > 38 * 24 && age < 365 * 24)).toHaveLength(3);
  const old = rows.filter(({ age }) => Number(age) > 26.1 && Number(age) < 48).map(({ at }) => Number(at));
  expect(old.length).toBeGreaterThan(20);
  expect(old.every((at) => at % 3_600 === 3_300)).toBe(true);
  expect(ages.filter((age) => age < 24).length).toBe(24 * 12);
});

const askDaily = async (year: number, coins: string) => {
  const answer = await callRoute(dailyOf, { query: { year: String(year), coins } });
  return { ...answer, prices: answer.code === 200 ? dailyPrices.parse(answer.data) : [] };
};
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

test('PRICE-3 returns the last price of each UTC day of a year in US dollars, and whether it is a sample', async () => {
  const [recent, before] = [42, 43].map((days) => Date.now() - days * 24 * HOUR_MS) as [number, number];
  const year = new Date(recent).getUTCFullYear();
  const ids = [COIN.tUsdt, COIN.eth].sort((one, other) => one - other);
  const { prices, headers } = await askDaily(year, [...ids, 999_999_999].join());
  const own = (coinId: number) => prices.filter((price) => price.coinId === coinId);
  // The backend itself records prices of today.
  const old = (coinId: number) => own(coinId).filter(({ day }) => day <= dayOf(recent));
  expect(old(COIN.tUsdt).slice(-2)).toEqual([
    ...(new Date(before).getUTCFullYear() === year
      ? [{ coinId: COIN.tUsdt, day: dayOf(before), price: '3', sample: false }]
      : []),
    { coinId: COIN.tUsdt, day: dayOf(recent), price: '3', sample: false },
  ]);
  expect(old(COIN.eth).at(-1)).toEqual({ coinId: COIN.eth, day: dayOf(recent), price: '4', sample: true });
  expect(own(999_999_999)).toEqual([]);
  // Anyone can ask for any coins, so nothing but the browser keeps an answer.
  expect(headers.get('cache-control')).toBe('private, max-age=60');

  const { prices: oldest } = await askDaily(new Date().getUTCFullYear() - 3, String(COIN.tUsdt));
  expect(oldest.map(({ price }) => price)).toEqual(['3']);
  const stored = await queryDatabase(
    backend,
    `select at from price_points where coin_id = ${COIN.tUsdt} and at < now() - interval '40 days' and at > now() - interval '1 year'`,
  );
  expect(stored).toHaveLength(2);

  for (const coins of [
    '',
    'x',
    '1,',
    '0',
    '1,1',
    '2,1',
    Array.from({ length: 21 }, (_, index) => index + 1).join(),
  ])
    expect(await askDaily(year, coins)).toMatchObject({ code: 400 });
  expect(await askDaily(99_999, '1')).toMatchObject({ code: 400 });
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
