import type { PriceAlert } from '@/lib/prices/price-alerts';
import { type AlertMarket, dueAlerts, PRICE_ALERT_LIMIT, readAlert } from '@/lib/prices/price-alerts';

const alertOf = (part: Partial<PriceAlert> = {}): PriceAlert => ({
  ...{ id: 'a', coinId: 1, symbol: 'ETH', currency: 'USD', side: 'above', price: '2600', toldAt: null },
  ...part,
});
const market = (price: string | null, part: Partial<AlertMarket> = {}): AlertMarket => ({
  currency: 'USD',
  priceOf: (coinId) => (coinId === 1 ? price : null),
  rateOf: (currency) => ({ USD: '1', HKD: '7.8', TWD: '31.25' })[currency],
  ...part,
});
const isDue = (part: Partial<PriceAlert>, ...of: Parameters<typeof market>) =>
  dueAlerts([alertOf(part)], market(...of)).length === 1;

test.each([
  ['above', '2599.999999999999999999', false],
  ['above', '2600', true],
  ['above', '2600.000000000000000001', true],
  ['below', '2600.000000000000000001', false],
  ['below', '2600', true],
  ['below', '0', true],
] as const)('WAL-13 an alert set to %s 2600 is due at %s: %s', (side, price, expected) => {
  expect(isDue({ side }, price)).toBe(expected);
});

test('WAL-13 an alert is not due if already notified, without a reliable price, or for another coin', () => {
  expect(isDue({ toldAt: 1 }, '9999')).toBe(false);
  expect(isDue({}, null)).toBe(false);
  expect(isDue({ coinId: 2 }, '9999')).toBe(false);
});

test('WAL-13 CUR-1 an alert is compared with the price in its own currency, regardless of the display currency', () => {
  const inHkd = { currency: 'HKD', price: '20280' };
  expect(isDue(inHkd, '2600')).toBe(true);
  expect(isDue(inHkd, '2599.99')).toBe(false);
  // 2,600 US dollars equal 81,250 Taiwan dollars.
  const shown = { currency: 'TWD' };
  expect(isDue({}, '81250', shown)).toBe(true);
  expect(isDue({}, '81249.99', shown)).toBe(false);
  expect(isDue(inHkd, '81250', shown)).toBe(true);
  expect(dueAlerts([alertOf(inHkd)], market('81250', shown))[0]?.price).toBe(20_280n * 10n ** 18n);
});

test('WAL-13 an alert in another currency is not due while its exchange rate is unknown', () => {
  const unknown = { currency: 'TWD', rateOf: () => undefined };
  expect(isDue({}, '99999999', unknown)).toBe(false);
  expect(isDue({ currency: 'TWD' }, '99999999', unknown)).toBe(true);
  expect(isDue({}, '99999999', { currency: 'TWD', rateOf: () => '0' })).toBe(false);
});

const wish = { coinId: 1, symbol: 'ETH', currency: 'USD', side: 'above' } as const;

test.each([
  ['', 'empty'],
  ['1e3', 'notNumber'],
  ['-5', 'notNumber'],
  ['2,600', 'ambiguous'],
  ['2,60,0', 'notNumber'],
  [`0.${'0'.repeat(18)}1`, 'tooManyDecimals'],
  ['0.0', 'zero'],
  ['1'.repeat(21), 'tooLarge'],
  ['2500', 'reached'],
  ['2600.00', 'known'],
])('VAL-1 WAL-13 an alert price of “%s” is rejected: %s', (text, problem) => {
  expect(readAlert(text, wish, '2500', [alertOf()])).toEqual({ problem });
});

test.each(['2,600.5', '2.600,5', '2600,50', '２６００．５'])(
  'NUM-1 WAL-13 an alert price of “%s” is kept as 2600.5',
  (text) => {
    expect(readAlert(text, wish, '2500', [])).toEqual({ alert: { ...wish, price: '2600.5', toldAt: null } });
  },
);

test('WAL-13 a notified alert can be set again, and an unknown price does not count as reached', () => {
  const alert = { ...wish, price: '2600.5', toldAt: null };
  expect(readAlert(' 02600.50 ', wish, '2500', [alertOf({ price: '2600.5', toldAt: 5 })])).toEqual({ alert });
  expect(readAlert('5', wish, null, [])).toEqual({ alert: { ...alert, price: '5' } });
  expect(readAlert('5', { ...wish, side: 'below' }, '5.01', [])).toMatchObject({ alert: { side: 'below' } });
  expect(readAlert('6', { ...wish, side: 'below' }, '5.01', [])).toEqual({ problem: 'reached' });
});

test('WAL-13 the number of alerts is limited', () => {
  const known = Array.from({ length: PRICE_ALERT_LIMIT }, (_, index) =>
    alertOf({ id: `n${index}`, price: String(3_000 + index) }),
  );
  expect(readAlert('9000', wish, '2500', known)).toEqual({ problem: 'full' });
  expect(readAlert('9000', wish, '2500', known.slice(1))).toHaveProperty('alert');
});
