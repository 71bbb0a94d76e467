import { chooseCurrency, setVisitCurrency } from '@/lib/currency';
import { chooseSpotPair, useSpotPair } from '@/lib/spot-pair';

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

test('CUR-2 SITE-11 a currency for the visit alone leaves the stored pair to the next visit', () => {
  setVisitCurrency('HKD');
  expect(stored()).toBe('ETH/USD');
});

test('CUR-2 choosing the currency of the visit clears a pair of the stored one', () => {
  setVisitCurrency('EUR');
  chooseCurrency('EUR');
  expect(stored()).toBeNull();
  expect(useSpotPair.getState().pair).toBeNull();
});
