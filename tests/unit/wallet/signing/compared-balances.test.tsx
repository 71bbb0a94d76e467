import { render } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import { SWRConfig } from 'swr';
import { BalanceChanges } from '@/components/wallet/signing/balance-changes';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import type { ChangeLine } from '@/lib/wallet/signing/balance-changes';
import en from '@/messages/en.json';
import zhHant from '@/messages/zh-Hant.json';

const textOf = (lines: readonly ChangeLine[], compared: number | null, locale: 'en' | 'zh-Hant' = 'en') =>
  render(
    <NextIntlClientProvider locale={locale} timeZone="UTC" messages={locale === 'en' ? en : zhHant}>
      <SWRConfig value={{ revalidateOnMount: false }}>
        <BalanceChanges lines={lines} state="done" compared={compared} headline={undefined} />
      </SWRConfig>
    </NextIntlClientProvider>,
  ).container.textContent;
const textWithout = (compared: number | null, locale?: 'en' | 'zh-Hant') => textOf([], compared, locale);

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

test('DAPP-3 the changes of tokens with the same symbol are told apart by the address of an added one', () => {
  const line = {
    isLeaving: false,
    holder: 'wallet',
    amount: 5n,
    balance: { before: 0n, after: 5n },
  } as const;
  const token = { symbol: 'NEW', decimals: 0, coinId: null };
  const [listed, added] = [`0x${'11'.repeat(20)}`, `0x${'22'.repeat(20)}`] as const;
  const text = textOf(
    [
      { ...line, token: { ...token, coinId: 1, address: listed } },
      { ...line, token: { ...token, address: added } },
      { ...line, token: { ...token, address: NATIVE_TOKEN } },
    ],
    3,
  );
  expect(text).toContain('NEW0x2222…2222');
  expect(text).not.toContain('0x1111');
  expect(text).not.toContain('0x0000');
});
