import { render, screen } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import type { Address } from 'viem';
import { SendDialog } from '@/components/wallet/messages/money-dialogs';
import en from '@/messages/en.json';

const alice: Address = '0x00000000000000000000000000000000000000a1';
const mallory: Address = '0x00000000000000000000000000000000000000e1';

const dialog = (people: readonly Address[]) => (
  <NextIntlClientProvider locale="en" messages={en} timeZone="UTC">
    <SendDialog
      isOpen
      // The site lists no tokens, so there is no form.
      lists={{ account: alice, chains: [], coins: [], contracts: [] }}
      people={people}
      paying={null}
      nameOf={(one) => (one === alice ? 'Alice' : 'Mallory')}
      onClose={() => undefined}
      onSent={() => undefined}
    />
  </NextIntlClientProvider>
);

test('HUB-4 a member who is left takes nobody’s place as the recipient', () => {
  const { rerender } = render(dialog([alice, mallory]));
  expect(screen.getByRole('combobox', { name: 'To' })).toHaveTextContent('Alice');
  rerender(dialog([mallory]));
  expect(screen.getByText('The person you chose is no longer in this room.')).toBeVisible();
  expect(screen.queryByText(/network or token/)).toBeNull();
  rerender(dialog([alice]));
  expect(screen.getByText(/network or token/)).toBeVisible();
});
