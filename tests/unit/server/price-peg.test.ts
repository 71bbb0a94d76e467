import { ONE, parsePrice } from '@/lib/server/prices/fixed-point';
import { activePegs } from '@/lib/server/prices/peg';
import { dollarPrices, type KnownFeed, platformQuotes } from '@/lib/server/prices/platforms/feeds';
import { priceSettings } from '@/lib/server/seed/price-settings';
import file from '../../../config/prices.json';

const settings = priceSettings.parse(file);
const NOW = 1_000_000;
const price = (text: string) => parsePrice(text) ?? 0n;
const rate = (symbol: string, inSymbol: string, text: string) => ({ symbol, inSymbol, rate: price(text) });
const quoted = (text: string) => new Map([['A', [price(text)]]]);
const whole = (...given: Parameters<typeof activePegs>) => [...activePegs(...given).keys()];

/** Returns a mock price source whose prices are `ageMs` ms old. */
const feed = (name: KnownFeed['platform']['name'], prices: Record<string, string>, ageMs = 0): KnownFeed => ({
  platform: { name },
  isUnreachable: false,
  quotes: new Map(
    Object.entries(prices).map(([pair, text]) => [pair, { price: price(text), at: NOW - ageMs }]),
  ),
});

test('PRICE-1 a pegged coin counts unless other sources price it away from one dollar', () => {
  expect(whole(['A'], quoted('0.999'), [], 200)).toEqual(['A']);
  expect(whole(['A'], quoted('0.9'), [], 200)).toEqual([]);
  expect(whole(['A'], new Map(), [], 200)).toEqual(['A']);
  // If only two sources disagree, there's no way to tell which one is wrong.
  expect(whole(['A', 'B'], new Map(), [rate('A', 'B', '0.9'), rate('B', 'A', '1.11')], 200)).toEqual([]);
  // One of three coins deviates, and the other two agree.
  const three = [
    ...[rate('A', 'B', '1'), rate('B', 'A', '1')],
    ...[rate('A', 'C', '1.5'), rate('C', 'A', '0.66'), rate('B', 'C', '1.5'), rate('C', 'B', '0.66')],
  ];
  expect(whole(['A', 'B', 'C'], new Map(), three, 200)).toEqual(['A', 'B']);
  // A coin that lost its peg can't be used to judge another coin.
  expect(whole(['A', 'B'], quoted('0.9'), [rate('B', 'A', '1.11')], 200)).toEqual(['B']);
});

test('PRICE-1 converts a quote in a pegged coin at its observed price, or at one dollar if there is none', () => {
  const pegs = activePegs(['A', 'B'], quoted('0.96'), [], 500);
  expect([...pegs]).toEqual([
    ['A', price('0.96')],
    ['B', ONE],
  ]);
  const feeds = [
    feed('binance', { ETHUSDT: '2500' }),
    feed('coinbase', { 'ETH-USD': '2475', 'USDT-USD': '0.99' }),
  ];
  const values = activePegs(['USDT'], dollarPrices(settings, feeds, NOW), [], settings.pegBandBps);
  expect(platformQuotes('ETH', settings, feeds, values).map((quote) => quote.price)).toEqual([
    price('2475'),
    price('2475'),
  ]);
  expect(platformQuotes('ETH', settings, feeds, new Map()).map(({ source }) => source)).toEqual(['coinbase']);
});

test('PRICE-1 uses a stale price of a pegged coin only if there is no newer one', () => {
  const old = feed('coinbase', { 'USDT-USD': '0.90' }, settings.maxAgeMs.coinbase + 1);
  const recent = feed('kraken', { 'USDT/USD': '0.999' });
  expect(dollarPrices(settings, [old, recent], NOW).get('USDT')).toEqual([price('0.999')]);
  expect(dollarPrices(settings, [old], NOW).get('USDT')).toEqual([price('0.90')]);
});

test('PRICE-1 a coin with dollar markets counts once one has a quote, or if no platform is reachable', () => {
  const pegs = (feeds: KnownFeed[]) =>
    whole(['USDT', 'tUSDT'], dollarPrices(settings, feeds, NOW), [], settings.pegBandBps);
  const silent = feed('kraken', {});
  const binance = feed('binance', { ETHUSDT: '2500' });
  expect(pegs([silent, binance])).toEqual(['tUSDT']);
  expect(pegs([feed('kraken', { 'USDT/USD': '0.8' }), binance])).toEqual(['tUSDT']);
  expect(pegs([feed('kraken', { 'USDT/USD': '1' }), binance])).toEqual(['USDT', 'tUSDT']);
  // Another platform is reachable, so the unreachable one may still recover.
  expect(pegs([{ ...silent, isUnreachable: true }, binance])).toEqual(['tUSDT']);
  expect(pegs([{ ...silent, isUnreachable: true }])).toEqual(['USDT', 'tUSDT']);
  // No configured source quotes USDT in dollars.
  expect(pegs([binance])).toEqual(['USDT', 'tUSDT']);
  expect(pegs([])).toEqual(['USDT', 'tUSDT']);
});

test('PRICE-1 rejects a peg band wider than the allowed deviation between sources', () => {
  const { maxDeviationBps } = settings;
  expect(priceSettings.safeParse({ ...file, pegBandBps: maxDeviationBps }).success).toBe(true);
  const refused = priceSettings.safeParse({ ...file, pegBandBps: maxDeviationBps + 1 });
  expect(refused.error?.issues).toMatchObject([
    { path: ['pegBandBps'], message: expect.stringContaining('maxDeviationBps') },
  ]);
});
