import { renderHook } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import type { ReactNode } from 'react';
import { type Address, encodeFunctionData, getAddress, maxUint256 } from 'viem';
import { useIntentText } from '@/components/wallet/signing/intent-headline';
import { vaultAbi } from '@/lib/evm/abi/vault';
import type { Locale } from '@/lib/i18n/routing';
import { describeTransaction } from '@/lib/wallet/signing/clear-signing';
import en from '@/messages/en.json';
import zhHant from '@/messages/zh-Hant.json';
import { callData, samplePlace, signingContext } from '../../../support/signing-context';

const { account, token, stranger, vault } = samplePlace;
const friend = getAddress('0x52908400098527886e0f7030069857d2e4169ee7');
const context = signingContext(samplePlace, { contacts: [{ address: friend, name: '美玲' }] });

function sentenceIn(locale: Locale, to: Address, data: `0x${string}`): string | null {
  const description = describeTransaction({ to, value: 0n, data }, context);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <NextIntlClientProvider locale={locale} timeZone="UTC" messages={locale === 'en' ? en : zhHant}>
      {children}
    </NextIntlClientProvider>
  );
  const { result } = renderHook(() => useIntentText(), { wrapper });
  return description && result.current.sentenceOf(description).replaceAll('\u00a0', ' ');
}

const withdraw = (to: Address) =>
  encodeFunctionData({ abi: vaultAbi, functionName: 'withdraw', args: [token, 1_500_000_000n, to, 0n] });

test.each([
  [
    vault,
    encodeFunctionData({ abi: vaultAbi, functionName: 'deposit', args: [token, 100_000_000n] }),
    'Deposit 100 tUSDT into your Tidewell vault',
    '將 100 tUSDT 存入您的 Tidewell 金庫',
  ],
  [
    vault,
    withdraw(account),
    'Withdraw 1,500 tUSDT from your Tidewell vault to your account, less the fee',
    '從您的 Tidewell 金庫提領 1,500 tUSDT，扣除費用後轉至您的帳戶',
  ],
  [
    vault,
    withdraw(stranger),
    'Withdraw 1,500 tUSDT from your Tidewell vault to 0xdbF0…C6FB, less the fee',
    '從您的 Tidewell 金庫提領 1,500 tUSDT，扣除費用後轉至 0xdbF0…C6FB',
  ],
  [
    token,
    callData('transfer', [friend, 1n]),
    'Send 0.000001 tUSDT to 美玲 (0x5290…9EE7)',
    '轉出 0.000001 tUSDT 至美玲 (0x5290…9EE7)',
  ],
  [
    token,
    callData('approve', [vault, 5_000_000n]),
    'Allow the Tidewell vault to take up to 5 tUSDT',
    '允許 Tidewell 金庫取走最多 5 tUSDT',
  ],
  [
    token,
    callData('approve', [stranger, maxUint256]),
    'Allow 0xdbF0…C6FB to take all your tUSDT',
    '允許 0xdbF0…C6FB 取走您全部的 tUSDT',
  ],
  [
    token,
    callData('approve', [vault, 0n]),
    'Stop the Tidewell vault from taking your tUSDT',
    '不再允許 Tidewell 金庫取走您的 tUSDT',
  ],
] as const)(
  'WAL-1 WAL-16 I18N-3 %#: a request is one sentence in both languages',
  (to, data, english, chinese) => {
    expect([sentenceIn('en', to, data), sentenceIn('zh-Hant', to, data)]).toEqual([english, chinese]);
  },
);

test('WAL-1 the same sentence names the amount of an unlisted token only if its decimals are known', () => {
  const deposit = (asset: Address) =>
    encodeFunctionData({ abi: vaultAbi, functionName: 'deposit', args: [asset, 7n] });
  expect(sentenceIn('en', vault, deposit(stranger))).toBe('Deposit');
  expect(sentenceIn('zh-Hant', vault, deposit(stranger))).toBe('存入');
});
