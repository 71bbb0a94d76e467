import { chooseCurrency, setVisitCurrency, useCurrency } from '@/lib/preferences/currency';
import { chooseSpotPair, useSpotPair } from '@/lib/prices/spot-pair';

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

/** What another tab does to storage, or what was done to it while this page stood in the back/forward cache. */
const elsewhere = {
  'in another tab': (key: string) => window.dispatchEvent(new StorageEvent('storage', { key })),
  'while the page was away': () =>
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
};

test.each(Object.entries(elsewhere))('CUR-1 CUR-2 a currency or a pair chosen %s shows here', (_, tell) => {
  localStorage.setItem('spotPair', 'BTC/USD');
  tell('spotPair');
  expect(useSpotPair.getState().pair).toBe('BTC/USD');
  localStorage.setItem('legalItem', 'EUR');
  localStorage.removeItem('spotPair');
  tell('legalItem');
  expect(useCurrency.getState().currency).toBe('EUR');
  expect(useSpotPair.getState().pair).toBeNull();
});

test('CUR-1 SITE-11 the currency of this visit stays, whatever another tab chooses', () => {
  setVisitCurrency('HKD');
  localStorage.setItem('legalItem', 'EUR');
  elsewhere['in another tab']('legalItem');
  expect(useCurrency.getState().currency).toBe('HKD');
  setVisitCurrency(null);
  expect(useCurrency.getState().currency).toBe('EUR');
});
