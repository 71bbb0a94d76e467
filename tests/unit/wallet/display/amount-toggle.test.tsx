import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NextIntlClientProvider } from 'next-intl';
import type { ReactNode } from 'react';
import { FiatText } from '@/components/ui/fiat-text';
import { AmountToggle } from '@/components/wallet/display/amount-toggle';
import en from '@/messages/en.json';

const show = (content: ReactNode) =>
  render(
    <NextIntlClientProvider locale="en" messages={en}>
      {content}
    </NextIntlClientProvider>,
  );

const amount = (value: bigint | undefined) => <AmountToggle value={value} decimals={18} />;

test('NUM-1 pressing a shortened amount shows all of its decimals, and pressing it again shortens it', async () => {
  const user = userEvent.setup();
  show(amount(1_234_567_890_123_456_789n));
  const button = screen.getByRole('button', { name: 'Exactly 1.234567890123456789', pressed: false });
  expect(button).toHaveTextContent(/^1\.234567$/);
  await user.tab();
  await user.keyboard('{Enter}');
  expect(button).toHaveTextContent(/^1\.234567890123456789$/);
  expect(button).toHaveAttribute('aria-pressed', 'true');
  await user.click(button);
  expect(button).toHaveTextContent(/^1\.234567$/);
});

test('NUM-1 an amount that is shown in full, or unknown, is no button', () => {
  show(
    <>
      {amount(1_500_000_000_000_000_000n)} {amount(undefined)}
    </>,
  );
  expect(screen.getByText('1')).toHaveTextContent(/^1\.5$/);
  expect(screen.queryByRole('button')).toBeNull();
});

test('NUM-1 decimals are muted beside a whole part, but not where they are all there is', () => {
  show(
    <>
      {amount(1_500_000_000_000_000_000n)} {amount(50_000_000_000_000_000n)}{' '}
      {['1.05', '0.05', '-0.05'].map((value) => (
        <FiatText key={value} value={value} currency="USD" locale="en" decimals={2} />
      ))}
    </>,
  );
  expect(screen.getByText('.5')).toHaveClass('amount-decimals');
  const [own, ...fiat] = screen.getAllByText('.05');
  expect(own).not.toHaveClass('amount-decimals');
  expect(fiat.map((one) => one.className)).toEqual(['text-muted', '', '']);
});
