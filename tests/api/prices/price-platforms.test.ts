import type { PricePlatform } from '@/lib/settings/settings-schema';
import { type Backend, startBackend } from '../../support/api-backend';
import { askPrices, COIN } from '../../support/api-prices';
import { dialects } from '../../support/price-platforms/dialect';
import { PlatformServer } from '../../support/price-platforms/platform-server';
import { until } from '../../support/until';

const names: readonly PricePlatform[] = ['binance', 'coinbase', 'kraken', 'okx'];
const servers = Object.fromEntries(names.map((name) => [name, new PlatformServer(dialects[name])])) as Record<
  PricePlatform,
  PlatformServer
>;
let backend: Backend;

beforeAll(async () => {
  const { binance, coinbase, kraken, okx } = servers;
  binance.prices.set('ETHUSDT', '3400.00');
  coinbase.prices.set('ETH-USD', '3401.00').set('USDT-USD', '1.0001');
  kraken.prices.set('ETH/USD', '3402.00').set('USDT/USD', '0.9999');
  okx.prices.set('ETH-USDT', '3403.00');
  const env: Record<string, string> = { PRICE_PLATFORMS: names.join() };
  for (const name of names) {
    const { socket, rest } = await servers[name].start();
    env[`${name.toUpperCase()}_SOCKET_URL`] = socket;
    env[`${name.toUpperCase()}_REST_URL`] = rest;
  }
  backend = await startBackend({ pools: true, env });
});
afterAll(async () => {
  await backend.stop();
  await Promise.all(names.map((name) => servers[name].stop()));
});

const eth = async () => (await askPrices()).get(COIN.eth);
const ethIs = (price: string, sources: readonly string[]) =>
  until(async () => {
    const entry = await eth();
    return entry?.price === price && entry.sources.join() === [...sources].sort().join() && entry;
  }, `${price} by ${sources.join()}`);

/** Waits for the next round of combined prices. Prices of test tokens are written in the same round. */
async function nextRound() {
  const begin = Date.now();
  await until(async () => {
    const at = (await askPrices()).get(COIN.tUsdt)?.at;
    return at !== undefined && Date.parse(at) > begin + 1_000;
  }, 'another round');
}

test('PRICE-1 a price is the median across platforms, also for WETH, which is convertible to ETH', async () => {
  const entry = await ethIs('3401.5', names);
  expect(entry.stale).toBe(false);
  expect((await askPrices()).get(COIN.weth)).toMatchObject({ price: '3401.5', sources: [...names].sort() });
});

test('PRICE-1 test tokens keep the price of their own pools', async () => {
  const entry = await until(async () => (await askPrices()).get(COIN.tUsdt), 'a price of tUSDT');
  expect(entry).toMatchObject({ price: '1', sources: ['uniswap-v2'] });
});

test('PRICE-1 a platform that disagrees with all others is left out, and counts again when it comes back', async () => {
  servers.binance.trade('ETHUSDT', '9999.00');
  await ethIs('3402', ['coinbase', 'kraken', 'okx']);
  servers.binance.trade('ETHUSDT', '3400.00');
  await ethIs('3401.5', names);
});

test('PRICE-1 a split vote gives no new price: the last one stays until a majority agrees', async () => {
  await ethIs('3401.5', names);
  servers.kraken.trade('ETH/USD', '3900.00');
  await ethIs('3401', ['binance', 'coinbase', 'okx']);
  servers.okx.trade('ETH-USDT', '3900.00');
  servers.binance.trade('ETHUSDT', '3400.20');
  await nextRound();
  expect(await eth()).toMatchObject({ price: '3401' });
  servers.coinbase.trade('ETH-USD', '3899.00');
  await ethIs('3900', ['coinbase', 'kraken', 'okx']);
  servers.binance.trade('ETHUSDT', '3400.00');
  servers.kraken.trade('ETH/USD', '3402.00');
  servers.okx.trade('ETH-USDT', '3403.00');
  servers.coinbase.trade('ETH-USD', '3401.00');
  await ethIs('3401.5', names);
});

test('PRICE-1 ignores prices in a dollar coin that has lost its peg', async () => {
  servers.coinbase.trade('USDT-USD', '0.80');
  servers.kraken.trade('USDT/USD', '0.82');
  await ethIs('3401.5', ['coinbase', 'kraken']);
  servers.coinbase.trade('USDT-USD', '1.0001');
  servers.kraken.trade('USDT/USD', '0.9999');
  await ethIs('3401.5', names);
});
