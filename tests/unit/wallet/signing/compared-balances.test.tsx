import { render } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import { BalanceChanges } from '@/components/wallet/signing/balance-changes';
import en from '@/messages/en.json';
import zhHant from '@/messages/zh-Hant.json';

const textWithout = (compared: number | null, locale: 'en' | 'zh-Hant' = 'en') =>
  render(
    <NextIntlClientProvider locale={locale} timeZone="UTC" messages={locale === 'en' ? en : zhHant}>
      <BalanceChanges lines={[]} state="done" compared={compared} headline={undefined} />
    </NextIntlClientProvider>,
  ).container.textContent;

test('DAPP-3 a simulation without changes says how many balances were compared, and where other effects are shown', () => {
  expect(textWithout(12)).toContain(
    'A simulation compared 12 balances, and none would change. Transfers and approvals of other tokens and NFTs are listed separately, if there are any.',
  );
  expect(textWithout(1)).toContain('A simulation compared 1 balance, and none would change.');
  expect(textWithout(12, 'zh-Hant')).toContain('比較了 12 項餘額，皆無變動');
});

test('WAL-1 a request of the site itself without changes has no section about them', () => {
  expect(textWithout(null)).toBe('');
});
