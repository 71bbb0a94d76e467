import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NextIntlClientProvider } from 'next-intl';
import { AmountText, FiatValueText } from '@/components/wallet/display/amount-text';
import { AmountToggle } from '@/components/wallet/display/amount-toggle';
import { HideBalancesButton, OwnAmounts, OwnText, useOwnText } from '@/components/wallet/display/own-amounts';
import { useHiddenBalances } from '@/lib/preferences/hidden-balances';
import en from '@/messages/en.json';

const AMOUNT = 1_234_567_890_123_456_789n;
const money = { currency: 'USD', locale: 'en', decimals: 2 };

function Hint() {
  return <p>Balance: {useOwnText()('1.23')} USDC</p>;
}

function Page() {
  return (
    <NextIntlClientProvider locale="en" messages={en}>
      <HideBalancesButton />
      <OwnAmounts>
        <section aria-label="own">
          <AmountText value={AMOUNT} decimals={18} />
          <AmountToggle value={AMOUNT} decimals={18} />
          <FiatValueText value={AMOUNT} money={money} />
          <OwnText>1.23</OwnText>
        </section>
      </OwnAmounts>
      <section aria-label="review">
        <AmountText value={AMOUNT} decimals={18} />
      </section>
      <Hint />
    </NextIntlClientProvider>
  );
}

const own = () => screen.getByRole('region', { name: 'own' });
const spoken = () => own().textContent?.replaceAll('••••', '');

beforeEach(() => act(() => useHiddenBalances.setState({ isOn: false })));

test('WAL-17 hides the user’s own amounts, with a word for screen readers, and nothing else', async () => {
  render(<Page />);
  expect(own()).toHaveTextContent('1.234567');
  await userEvent.click(screen.getByRole('button', { name: 'Hide balances', pressed: false }));
  expect(own().innerHTML).not.toMatch(/\d/);
  expect(spoken()).toBe('hidden'.repeat(4));
  expect(screen.queryByRole('button', { name: /1\.23/ })).toBeNull();
  expect(screen.getByText('Balance: hidden USDC')).toBeVisible();
  expect(screen.getByRole('region', { name: 'review' })).toHaveTextContent('1.234567');
});

test('WAL-17 the choice is kept on this device, and followed in other tabs', async () => {
  render(<Page />);
  await userEvent.click(screen.getByRole('button', { name: 'Hide balances' }));
  expect(localStorage.getItem('tidewell.hideBalances')).toBe('1');
  localStorage.removeItem('tidewell.hideBalances');
  act(() => window.dispatchEvent(new StorageEvent('storage', { key: 'tidewell.hideBalances' })));
  expect(own()).toHaveTextContent('1.234567');
  expect(screen.getByRole('button', { name: 'Hide balances', pressed: false })).toBeVisible();
});
