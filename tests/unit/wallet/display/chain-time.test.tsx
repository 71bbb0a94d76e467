import { render, renderHook, screen, within } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import type { ReactNode } from 'react';
import { zeroAddress } from 'viem';
import { useChainTime } from '@/components/wallet/display/use-chain-time';
import { WalletProvider } from '@/components/wallet/shell/wallet-provider';
import { UnlockMonths } from '@/components/wallet/unlocks/unlock-months';
import { createWalletConfig } from '@/lib/wallet/networks/wallet-config';
import en from '@/messages/en.json';
import zhHant from '@/messages/zh-Hant.json';

const EVENING = BigInt(Date.UTC(2026, 10, 22, 19, 33) / 1_000);

function timeIn(locale: 'en' | 'zh-Hant', messages: typeof en | typeof zhHant, timeZone = 'UTC') {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <NextIntlClientProvider locale={locale} messages={messages} timeZone={timeZone}>
      {children}
    </NextIntlClientProvider>
  );
  return renderHook(useChainTime, { wrapper }).result.current(EVENING);
}

test('WAL-10 I18N-1 a line breaks before the time of day, never within it', () => {
  const parts = (text: string) => text.split(/ /);
  expect(parts(timeIn('en', en)).at(-1)).toBe('7:33\u00a0PM\u00a0UTC');
  expect(parts(timeIn('zh-Hant', zhHant))).toEqual([
    '2026\u2060年\u206011\u2060月\u206022\u2060日',
    '19:33\u00a0UTC',
  ]);
});

test('WAL-10 I18N-1 times are in the time zone of the wallet, with its name', () => {
  expect(timeIn('en', en, 'America/New_York')).toBe('Nov\u00a022,\u00a02026, 2:33\u00a0PM\u00a0EST');
  expect(timeIn('en', en, 'Asia/Taipei')).toBe('Nov\u00a023,\u00a02026, 3:33\u00a0AM\u00a0GMT+8');
  expect(timeIn('zh-Hant', zhHant, 'Asia/Taipei')).toBe(
    '2026\u2060年\u206011\u2060月\u206023\u2060日 03:33\u00a0GMT+8',
  );
});

/** A time in the wallet of a device whose system reports a time zone. */
function Time() {
  return <time>{useChainTime()(EVENING)}</time>;
}

async function timeOnDevice(timeZone: string): Promise<string | null> {
  const { resolvedOptions } = Intl.DateTimeFormat.prototype;
  const spy = jest.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementationOnce(function (
    this: Intl.DateTimeFormat,
  ) {
    return { ...resolvedOptions.call(this), timeZone };
  });
  const mapping = {
    ...{ id: 7, name: 'Test', nativeSymbol: 'ETH', rpcUrl: 'http://127.0.0.1:9', testnet: true },
    ...{ browserAddress: '', browserTx: '' },
  };
  const config = createWalletConfig([mapping], new Map());
  const { unmount } = render(
    <WalletProvider setup={{ config, demo: null, messages: en }} locale="en">
      <Time />
    </WalletProvider>,
  );
  const text = (await screen.findByRole('time')).textContent;
  unmount();
  spy.mockRestore();
  return text;
}

test('WAL-10 the wallet is in the time zone of the device, or in UTC if the browser does not support it', async () => {
  expect(await timeOnDevice('Asia/Tokyo')).toBe('Nov\u00a023,\u00a02026, 4:33\u00a0AM\u00a0GMT+9');
  // Chromium reports this if it can't read the system's time zone, and rejects it itself.
  expect(await timeOnDevice('Etc/Unknown')).toBe('Nov\u00a022,\u00a02026, 7:33\u00a0PM\u00a0UTC');
});

test('WAL-13 an unlock is listed on its day and in its month in the time zone of the wallet', () => {
  const unlock = {
    ...{ kind: 'pledge' as const, chainId: 7, contract: zeroAddress, part: '1' },
    ...{ at: BigInt(Date.UTC(2026, 10, 30, 19, 33) / 1_000), amount: 25_000_000n },
    token: { address: zeroAddress, coinId: 1, symbol: 'tUSDT', decimals: 6 },
  };
  render(
    <NextIntlClientProvider locale="en" messages={en} timeZone="Asia/Taipei">
      <UnlockMonths unlocks={[unlock]} chains={[]} nowOf={() => undefined} onSave={() => undefined} />
    </NextIntlClientProvider>,
  );
  const month = within(screen.getByRole('region', { name: 'December 2026' }));
  expect(month.getByText('1', { selector: 'span' })).toBeVisible();
  expect(month.getByText(/^Dec 1, 2026, 3:33\sAM\sGMT\+8$/)).toHaveAttribute(
    'datetime',
    '2026-11-30T19:33:00.000Z',
  );
});
