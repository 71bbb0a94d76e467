import fc from 'fast-check';
import { parseUnits } from 'viem';
import type { Coin, PriceHistory } from '@/lib/api/types';
import { changeText } from '@/lib/format/percent';
import { chooseCurrency, setVisitCurrency, useCurrency } from '@/lib/preferences/currency';
import { pairPast, pairText, RATIO_DECIMALS, ratioOf, ratioText, readPair } from '@/lib/prices/price-pair';
import { chooseSpotPair, useSpotPair } from '@/lib/prices/spot-pair';

const coin = (id: number, symbol: string): Coin => ({
  ...{ id, symbol, name: symbol, icon: '/x.svg', sort: id },
  tokens: [],
});
const [eth, btc, shell] = [coin(1, 'ETH'), coin(2, 'BTC'), coin(3, 'SHELL')];
const coins = [eth, btc, shell];
const ratio = (text: string) => parseUnits(text, RATIO_DECIMALS);

test.each([
  ['2500', '100000', '0.025'],
  ['2500.5', null, '2500.5'],
  ['1', '3', `0.${'3'.repeat(36)}`],
  ['0.000000000000000001', '100000', '0.00000000000000000000001'],
  ['0', '5', '0'],
])(
  'WAL-13 NUM-1 a coin priced at %s divided by one at %s gives a ratio of %s, truncated',
  (base, quote, expected) => {
    expect(ratioOf(base, quote)).toBe(ratio(expected));
  },
);

test('WAL-13 a coin with a price of zero can’t be used to price another', () => {
  expect(ratioOf('1', '0')).toBeNull();
  expect(ratioOf('1', '0.0000000000000000001')).toBeNull();
});

test('WAL-13 NUM-1 a pair’s ratio never exceeds the exact quotient, and differs by less than one last digit', () => {
  const price = fc.bigInt({ min: 1n, max: 10n ** 30n });
  const text = (value: bigint) => {
    const digits = String(value).padStart(19, '0');
    return `${digits.slice(0, -18)}.${digits.slice(-18)}`;
  };
  fc.assert(
    fc.property(price, price, (base, quote) => {
      const value = ratioOf(text(base), text(quote)) ?? -1n;
      const whole = base * 10n ** BigInt(RATIO_DECIMALS);
      expect(value * quote <= whole).toBe(true);
      expect((value + 1n) * quote > whole).toBe(true);
    }),
  );
});

test.each([
  ['2512.3456789', '2,512.34'],
  ['1234567.8', '1,234,567'],
  ['0.0004123456789', '0.000412345'],
  ['0.99999999', '0.999999'],
  ['12', '12'],
  ['0', '0'],
])('NUM-1 a ratio of %s is displayed as %s', (value, expected) => {
  expect(ratioText(ratio(value), 'en')).toBe(expected);
});

const history = (prices: Record<number, (string | null)[]>): PriceHistory => ({
  ...{ period: 'day', from: '2026-11-21T00:00:00.000Z', stepMs: 3_600_000 },
  coins: Object.entries(prices).map(([id, list]) => ({ coinId: Number(id), prices: list, sample: false })),
});

test('WAL-13 a pair’s history has points where both prices are known, and reports the gaps', () => {
  const known = history({
    1: [null, '2000', null, '2100', '2200', null],
    2: ['100000', '100000', '100000', null, '110000', '110000'],
  });
  const past = pairPast(known, { base: eth, quote: btc });
  expect(past.points.map(({ at, value }) => [new Date(at).getUTCHours(), value])).toEqual([
    [1, ratio('0.02')],
    [4, ratio('0.02')],
  ]);
  expect(past).toMatchObject({ missing: 2, isStale: true });
  const priced = pairPast(known, { base: btc, quote: null });
  expect(priced.points).toHaveLength(5);
  expect(priced).toMatchObject({ missing: 1, isStale: false });
  expect(pairPast(known, { base: shell, quote: null })).toEqual({
    ...{ points: [], missing: 0 },
    ...{ isStale: false, isSample: false },
  });
  expect(pairPast(known, { base: eth, quote: shell }).points).toEqual([]);
  expect(pairPast(history({ 1: ['1'], 2: ['0'] }), { base: eth, quote: btc }).points).toEqual([]);
});

test('CUR-2 a selected pair, including one of two coins, is read only under its own display currency', () => {
  for (const pair of [
    { base: eth, quote: null },
    { base: eth, quote: btc },
    { base: btc, quote: eth },
  ]) {
    const text = pairText(pair, 'USD');
    expect(readPair(text, coins, 'USD')).toEqual(pair);
    expect(readPair(text, coins, 'EUR')).toBeNull();
  }
  expect(pairText({ base: eth, quote: null }, 'USD')).toBe('ETH/USD');
  for (const text of [null, '', 'ETH', 'ETH/ETH/USD', 'GONE/USD', 'ETH/BTC', 'eth/usd'])
    expect(readPair(text, coins, 'USD')).toBeNull();
});

test('CUR-2 a pair of two coins is cleared when the display currency changes, and kept when it is chosen again', () => {
  chooseCurrency('USD');
  chooseSpotPair(pairText({ base: eth, quote: btc }, 'USD'));
  chooseCurrency('USD');
  expect(readPair(useSpotPair.getState().pair, coins, 'USD')).toEqual({ base: eth, quote: btc });
  chooseCurrency('EUR');
  expect(useSpotPair.getState().pair).toBeNull();
  expect(localStorage.getItem('spotPair')).toBeNull();
});

test.each([
  [110n, 100n, '+10.00'],
  [100n, 110n, '-9.09'],
  [100_001n, 100_000n, '0.00'],
  [3n, 1n, '+200.00'],
])('NUM-1 the change from %2$s to %1$s is %3$s percent, truncated', (value, before, expected) => {
  expect(changeText(value, before)).toBe(expected);
});

const stored = () => localStorage.getItem('spotPair');

beforeEach(() => {
  localStorage.clear();
  chooseCurrency('USD');
  chooseSpotPair('ETH/USD');
});

test('CUR-2 choosing another currency clears the selected pair, here and in storage', () => {
  expect(stored()).toBe('ETH/USD');
  chooseCurrency('EUR');
  expect(useSpotPair.getState().pair).toBeNull();
  expect(stored()).toBeNull();
});

test('CUR-2 choosing the same currency again keeps the pair', () => {
  chooseCurrency('USD');
  expect(useSpotPair.getState().pair).toBe('ETH/USD');
  expect(stored()).toBe('ETH/USD');
});

test('CUR-2 SITE-11 a currency set for one visit keeps the stored pair for the next visit', () => {
  setVisitCurrency('HKD');
  expect(stored()).toBe('ETH/USD');
});

test('CUR-2 choosing the currency of the visit clears a pair stored under another currency', () => {
  setVisitCurrency('EUR');
  chooseCurrency('EUR');
  expect(stored()).toBeNull();
  expect(useSpotPair.getState().pair).toBeNull();
});

/** Simulates storage changes made in another tab, or while this page was in the back/forward cache. */
const elsewhere = {
  'in another tab': (key: string) => window.dispatchEvent(new StorageEvent('storage', { key })),
  'while the page was away': () =>
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
};

test.each(Object.entries(elsewhere))(
  'CUR-1 CUR-2 a currency or pair chosen %s is applied here',
  (_, tell) => {
    localStorage.setItem('spotPair', 'BTC/USD');
    tell('spotPair');
    expect(useSpotPair.getState().pair).toBe('BTC/USD');
    localStorage.setItem('legalItem', 'EUR');
    localStorage.removeItem('spotPair');
    tell('legalItem');
    expect(useCurrency.getState().currency).toBe('EUR');
    expect(useSpotPair.getState().pair).toBeNull();
  },
);

test('CUR-1 SITE-11 the currency of this visit stays when another tab chooses one', () => {
  setVisitCurrency('HKD');
  localStorage.setItem('legalItem', 'EUR');
  elsewhere['in another tab']('legalItem');
  expect(useCurrency.getState().currency).toBe('HKD');
  setVisitCurrency(null);
  expect(useCurrency.getState().currency).toBe('EUR');
});
