import { renderHook } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import type { ReactNode } from 'react';
import { useRateText } from '@/components/wallet/transfer/withdrawal-rate';
import en from '@/messages/en.json';
import zhHant from '@/messages/zh-Hant.json';

function rateIn(locale: 'en' | 'zh-Hant') {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <NextIntlClientProvider locale={locale} messages={locale === 'en' ? en : zhHant} timeZone="UTC">
      {children}
    </NextIntlClientProvider>
  );
  return renderHook(useRateText, { wrapper }).result.current;
}
const dollars = { decimals: 6, symbol: 'tUSDT' };

test.each([
  [{ feeBps: 10, flatFee: 500_000n, maxFeeBps: 100n }, '0.1% + 0.5 tUSDT, at most 1%'],
  [{ feeBps: 0, flatFee: 1n, maxFeeBps: 100n }, '0.000001 tUSDT, at most 1%'],
  // Without a flat part, the fee can't exceed the cap.
  [{ feeBps: 30, flatFee: 0n, maxFeeBps: 100n }, '0.3%'],
  [{ feeBps: 0, flatFee: 0n, maxFeeBps: 100n }, null],
])('WAL-4 the rate of a withdrawal is what the contract charges (%#)', (terms, text) => {
  expect(rateIn('en')(terms, dollars)).toBe(text);
});

test('WAL-4 I18N-1 the rate is in the user’s language', () => {
  const terms = { feeBps: 10, flatFee: 500_000n, maxFeeBps: 100n };
  expect(rateIn('zh-Hant')(terms, dollars)).toBe('0.1% + 0.5 tUSDT，最多 1%');
});
