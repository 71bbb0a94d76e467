import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NextIntlClientProvider } from 'next-intl';
import { RoomCopies } from '@/components/wallet/messages/room-copies';
import en from '@/messages/en.json';
import { FRIEND } from '../../../support/conversation-views';

const own = '0x00000000000000000000000000000000000000c1';
const { copies } = en.wallet.messages;

test('HUB-3 another copy of a room is shown with its inviter, to switch to it or to delete it', async () => {
  const actions = { onOpen: jest.fn(), onDismiss: jest.fn() };
  render(
    <NextIntlClientProvider locale="en" messages={en} timeZone="UTC">
      <RoomCopies inviters={[FRIEND]} account={own} nameOf={() => 'Carol'} {...actions} />
    </NextIntlClientProvider>,
  );
  expect(screen.getByRole('status')).toHaveTextContent(copies.other.replace('{name}', 'Carol'));
  await userEvent.click(screen.getByRole('button', { name: copies.open }));
  expect(actions.onOpen).toHaveBeenCalledWith(FRIEND);
  await userEvent.click(screen.getByRole('button', { name: copies.dismiss }));
  expect(actions.onDismiss).toHaveBeenCalledWith(FRIEND);
});
