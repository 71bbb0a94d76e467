import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NextIntlClientProvider } from 'next-intl';
import { SwapSettings } from '@/components/wallet/swap/swap-settings';
import { readSlippage } from '@/lib/wallet/swap/arithmetic';
import { changeSwapPreferences, useSwapPreferences } from '@/lib/wallet/swap/swap-preferences';
import messages from '@/messages/en.json';

function Settings() {
  const slippageBps = readSlippage(useSwapPreferences((state) => state.slippage));
  return <SwapSettings slippageId="slippage" minutesId="minutes" view={{ slippageBps, seconds: 1_200n }} />;
}

test('WAL-5 a slippage tolerance far above the usual one is named while the settings are closed, and can be undone', async () => {
  changeSwapPreferences({ slippage: '5' });
  render(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <Settings />
    </NextIntlClientProvider>,
  );
  expect(screen.getByText(/^Your slippage tolerance of 5% is far above the usual 0\.5%/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Use 0.5%' }));
  expect(screen.queryByText(/far above the usual/)).toBeNull();
  expect(useSwapPreferences.getState().slippage).toBe('0.5');
});
