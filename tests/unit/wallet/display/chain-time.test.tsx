import { renderHook } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import type { ReactNode } from 'react';
import { useChainTime } from '@/components/wallet/display/use-chain-time';
import en from '@/messages/en.json';
import zhHant from '@/messages/zh-Hant.json';

const EVENING = BigInt(Date.UTC(2026, 10, 22, 19, 33) / 1_000);

function timeIn(locale: 'en' | 'zh-Hant', messages: typeof en | typeof zhHant) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <NextIntlClientProvider locale={locale} messages={messages} timeZone="UTC">
      {children}
    </NextIntlClientProvider>
  );
  return renderHook(useChainTime, { wrapper }).result.current(EVENING);
}

test('WAL-10 I18N-1 a line breaks before the time of day, never within it', () => {
  const parts = (text: string) => text.split(/ /);
  expect(parts(timeIn('en', en)).at(-1)).toBe('7:33\u00a0PM\u00a0UTC');
  expect(parts(timeIn('zh-Hant', zhHant))).toEqual(['2026年11月22日', '晚\u2060上\u20607:33\u00a0UTC']);
});
