import { parseEther } from 'viem';
import { GET as pricing } from '@/app/api/coin/pricing/route';
import { type Backend, startBackend } from '../../support/api-backend';
import { callRoute } from '../../support/api-call';
import { askPrices, COIN } from '../../support/api-prices';
import { queryDatabase } from '../../support/plain-chains';
import { sellNative } from '../../support/swap';
import { until } from '../../support/until';

let backend: Backend;

beforeAll(async () => {
  backend = await startBackend({ pools: true });
});
afterAll(() => backend.stop());

test('PRICE-1 GET /coin/pricing returns the pools’ prices of every coin', async () => {
  const prices = await until(async () => {
    const all = await askPrices();
    return all.size === 5 && all;
  }, 'prices of five coins');
  expect(prices.get(COIN.eth)).toMatchObject({
    price: '2500',
    change24h: null,
    sources: ['uniswap-v2'],
    stale: false,
  });
  expect(prices.get(COIN.weth)).toMatchObject({ price: '2500' });
  expect(prices.get(COIN.tUsdt)).toMatchObject({ price: '1' });
  expect(prices.get(COIN.tDai)).toMatchObject({ price: '1' });
  expect(prices.get(COIN.tTide)).toMatchObject({ price: '0.05' });
});

test('CUR-1 returns prices in the requested currency, and rejects an unlisted one', async () => {
  const euros = await until(async () => (await askPrices('EUR')).get(COIN.eth), 'a price in euros');
  expect(euros.price).toBe('2150');
  expect(await callRoute(pricing, { headers: { Currency: 'XXX' } })).toMatchObject({
    code: 400,
    data: { reason: 'unknown_currency' },
  });
});

test('PRICE-1 a swap moves the price on both sides of the pool', async () => {
  for (const chain of backend.chains) await sellNative(chain, parseEther('10'), ({ tUsdt }) => tUsdt);
  const price = await until(async () => {
    const eth = (await askPrices()).get(COIN.eth);
    return eth && Number(eth.price) < 2_500 && eth;
  }, 'a lower price');
  // The price in the tDAI pools stays at 2,500, and the price in the tUSDT pools is (2,500,000 - out) / 1,010.
  expect(Number(price.price)).toBeGreaterThan(2_470);
});

test('PRICE-1 the day’s chart and change come from recorded prices', async () => {
  await queryDatabase(
    backend,
    `insert into price_points select 1, date_bin('5 minutes', now() - make_interval(mins => m), 'epoch'), 2000 + m
     from generate_series(30, 1445, 5) m on conflict do nothing`,
  );
  const eth = await until(async () => {
    const entry = (await askPrices()).get(COIN.eth);
    return entry?.change24h ? entry : null;
  }, 'a change');
  expect(Number(eth.change24h)).toBeCloseTo(-28, -1);
  expect(eth.spark.length).toBeGreaterThanOrEqual(47);
  expect(eth.spark.length).toBeLessThanOrEqual(49);
});

test('PRICE-1 marks a price that is no longer confirmed as stale', async () => {
  await backend.chains[0].stop();
  await backend.chains[1].stop();
  await queryDatabase(backend, "update prices set at = now() - interval '10 minutes'");
  const eth = await until(async () => {
    const entry = (await askPrices()).get(COIN.eth);
    return entry?.stale ? entry : null;
  }, 'a stale price');
  expect(Number(eth.price)).toBeGreaterThan(0);
});
