import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NextIntlClientProvider } from 'next-intl';
import { type Hash, pad } from 'viem';
import { UnsentPayments, useUnsentPayments } from '@/components/wallet/messages/unsent-payments';
import type { Messenger } from '@/lib/messages/messenger-type';
import { MessengerError } from '@/lib/messages/protocol/messenger-error';
import en from '@/messages/en.json';

const txHash: Hash = pad('0x1', { size: 32 });
const body = { type: 'transfer', chainId: 1, txHash } as const;

function Payments({ messenger, conversation }: { messenger: Messenger; conversation: string }) {
  const payments = useUnsentPayments(messenger, conversation);
  return (
    <>
      <UnsentPayments {...payments} />
      <button type="button" onClick={() => void payments.sendMessage(body)}>
        Pay
      </button>
    </>
  );
}

test('HUB-4 a payment whose message could not be stored is remembered, and its message can be sent again', async () => {
  const send = jest.fn().mockRejectedValueOnce(new MessengerError('server')).mockResolvedValue(undefined);
  const messenger = { send } as Partial<Messenger> as Messenger;
  const show = (conversation: string) => (
    <NextIntlClientProvider locale="en" messages={en} timeZone="UTC">
      <Payments key={conversation} messenger={messenger} conversation={conversation} />
    </NextIntlClientProvider>
  );
  const { rerender } = render(show('one'));
  await userEvent.click(screen.getByRole('button', { name: 'Pay' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(/Don't pay again/);
  rerender(show('another'));
  expect(screen.queryByRole('alert')).toBeNull();
  rerender(show('one'));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(send).toHaveBeenLastCalledWith('one', body);
  expect(screen.queryByRole('alert')).toBeNull();
});
