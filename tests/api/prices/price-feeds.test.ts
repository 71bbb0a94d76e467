import { ONE, parsePrice } from '@/lib/server/prices/fixed-point';
import { Health, type SourceState } from '@/lib/server/prices/health';
import { binance } from '@/lib/server/prices/platforms/binance';
import { coinbase } from '@/lib/server/prices/platforms/coinbase';
import { Feed, type FeedUrls } from '@/lib/server/prices/platforms/feed';
import { kraken } from '@/lib/server/prices/platforms/kraken';
import { okx } from '@/lib/server/prices/platforms/okx';
import { FEED_TIMING, type FeedTiming } from '@/lib/server/prices/platforms/timing';
import { dialects } from '../../support/price-platforms/dialect';
import { PlatformServer } from '../../support/price-platforms/platform-server';
import { until } from '../../support/until';

const changes: { source: string; state: SourceState }[] = [];
const reasons: unknown[] = [];
const last = () => changes.at(-1)?.state;

const cases = [
  { platform: binance, dialect: dialects.binance, pair: 'ETHUSDT' },
  { platform: coinbase, dialect: dialects.coinbase, pair: 'ETH-USD' },
  { platform: kraken, dialect: dialects.kraken, pair: 'ETH/USD' },
  { platform: okx, dialect: dialects.okx, pair: 'ETH-USDT' },
] as const;

const timing = {
  ...FEED_TIMING,
  // Allow enough time for a busy machine. Stalls have their own test.
  stallMs: 20_000,
  pingMs: 100,
  backoff: { firstMs: 20, longestMs: 100 },
  restRoundMs: 50,
  restAfterMs: 300,
};

describe.each(cases)('$platform.name', ({ platform, dialect, pair }) => {
  let server: PlatformServer;
  let feed: Feed;
  let urls: FeedUrls;

  beforeEach(async () => {
    changes.length = 0;
    reasons.length = 0;
    server = new PlatformServer(dialect);
    server.prices.set(pair, '2500.10');
    urls = await server.start();
  });
  afterEach(async () => {
    await feed.stop();
    await server.stop();
  });

  const open = (own: Partial<FeedTiming> = {}, pairs = [pair as string]) => {
    const health = new Health((source, state, error) => {
      changes.push({ source, state });
      reasons.push(error);
    });
    feed = new Feed(platform, pairs, urls, health, { ...timing, ...own });
    feed.start();
  };
  const price = () => feed.quotes.get(pair)?.price;
  const priceIs = (text: string) => until(async () => price() === parsePrice(text), `a price of ${text}`);

  test('PRICE-1 follows trades over the socket with all digits', async () => {
    server.refusesRest = true;
    open();
    await priceIs('2500.10');
    server.trade(pair, '2501.123456789012345678');
    await priceIs('2501.123456789012345678');
    server.trade(pair, '0.00000012');
    await priceIs('0.00000012');
    expect(server.opened).toBe(1);
  });

  test('PRICE-1 keeps a quiet socket open as the platform requires, and polls over HTTP meanwhile', async () => {
    // Refuse HTTP, so that the first price arrives over the socket, however long the socket takes to open.
    server.refusesRest = true;
    open();
    await priceIs('2500.10');
    server.refusesRest = false;
    changes.length = 0;
    await until(async () => server.pings >= 3 || (dialect.heartbeat && platform.ping === null), 'pings');
    server.prices.set(pair, '2600');
    await priceIs('2600');
    expect(server.opened).toBe(1);
    // On a busy machine, the refusals may have counted as down before.
    expect(changes.filter(({ state }) => state !== 'up')).toEqual([]);
  });

  test('PRICE-1 reconnects after the connection was cut', async () => {
    server.refusesRest = true;
    open();
    await priceIs('2500.10');
    server.prices.set(pair, '2501');
    server.drop();
    await priceIs('2501');
    expect(server.opened).toBe(2);
  });

  test('PRICE-1 closes a socket that stalls', async () => {
    server.refusesRest = true;
    open({ stallMs: 300 });
    await priceIs('2500.10');
    server.stalls = true;
    await until(async () => server.opened >= 2, 'another connection');
    server.prices.set(pair, '2502');
    server.stalls = false;
    server.drop();
    await priceIs('2502');
  });

  test('PRICE-1 polls over HTTP while there is no socket, and logs that once', async () => {
    server.refusesSockets = true;
    // Poll slowly, so that the socket is refused before the first poll.
    open({ restRoundMs: 500 });
    await priceIs('2500.10');
    server.prices.set(pair, '2503');
    await priceIs('2503');
    expect(changes).toEqual([{ source: platform.name, state: 'polled' }]);
    expect(String(reasons[0])).toContain('503');
    server.refusesSockets = false;
    await until(async () => last() === 'up', 'the stream again');
  });

  test('PRICE-1 a market that is missing over HTTP returns as soon as the socket does', async () => {
    const other = pair.replace('ETH', 'BTC');
    const told = () =>
      changes.flatMap(({ source, state }) => (source === `${platform.name} ${other}` ? [state] : []));
    open({}, [pair, other]);
    await until(async () => told().length > 0, 'a market out of reach');
    server.refusesRest = true;
    server.trade(other, '65000');
    await until(async () => told().length > 1, 'the market again');
    // Over HTTP, the market can already have failed again.
    expect(told().slice(0, 2)).toEqual(['down', 'up']);
  });

  test('PRICE-1 a market that the platform does not have delays neither the others over HTTP nor the outage', async () => {
    const missing = pair.replace('ETH', 'BTC');
    const stateOf = (name: string) => changes.findLast(({ source }) => source === name)?.state;
    // A market that failed is asked again after hours.
    open({ backoff: { firstMs: 86_400_000, longestMs: 86_400_000 } }, [missing, pair]);
    await until(async () => stateOf(`${platform.name} ${missing}`) === 'down', 'a missing market');
    server.refusesSockets = true;
    server.prices.set(pair, '2505');
    server.drop();
    await until(async () => stateOf(platform.name) === 'polled', 'polling');
    await priceIs('2505');
    expect(feed.isUnreachable).toBe(false);
    server.refusesRest = true;
    await until(async () => stateOf(platform.name) === 'down', 'an outage');
    expect(feed.isUnreachable).toBe(true);
  });

  test('PRICE-1 ignores invalid prices from the socket and over HTTP', async () => {
    open();
    await priceIs('2500.10');
    for (const text of ['0', '-1', 'NaN', '1e400', '', '9'.repeat(60)])
      server.say(dialect.ticker(pair, text, 0));
    server.say('{}');
    server.say('[]');
    server.say('null');
    server.trade(pair, '2504');
    await priceIs('2504');
    const { opened } = server;
    server.say('<html>');
    await until(async () => server.opened > opened, 'another connection');
    server.refusesSockets = true;
    server.prices.set(pair, '-5');
    server.drop();
    await until(async () => last() === 'down', 'an outage');
    expect(price()).toBe(parsePrice('2504'));
  });

  test('PRICE-1 an outage and its recovery are each logged once, and the last price keeps its age', async () => {
    open();
    await priceIs('2500.10');
    server.refusesSockets = true;
    server.refusesRest = true;
    server.drop();
    await until(async () => last() === 'down', 'an outage');
    expect(feed.isUnreachable).toBe(true);
    const { asked } = server;
    const at = feed.quotes.get(pair)?.at;
    await until(async () => server.asked > asked + 2, 'further attempts');
    expect(changes.filter(({ state }) => state === 'down')).toHaveLength(1);
    expect(feed.quotes.get(pair)?.at).toBe(at);
    server.refusesSockets = false;
    server.refusesRest = false;
    await until(async () => last() === 'up', 'the recovery');
    await until(async () => !feed.isUnreachable, 'an answer');
  });

  test('PRICE-1 a platform whose clock is off by years still counts as fresh', async () => {
    server.clockOffsetMs = -5 * 365 * 24 * 3_600_000;
    const before = performance.now();
    open();
    await priceIs('2500.10');
    expect(feed.quotes.get(pair)?.at).toBeGreaterThanOrEqual(before);
  });
});

test('PRICE-1 a price is parsed as an exact fixed-point number or rejected', () => {
  expect(parsePrice('1')).toBe(ONE);
  expect(parsePrice('1e-7')).toBe(10n ** 11n);
  expect(parsePrice('2500.1234567890123456789')).toBe(2500123456789012345678n);
  for (const text of ['', '0', '-1', '+1', '1,5', '0x10', 'Infinity', '1e99', '1e-30'])
    expect([text, parsePrice(text)]).toEqual([text, null]);
});
