import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NextIntlClientProvider } from 'next-intl';
import { RoomCopies } from '@/components/wallet/messages/room-copies';
import en from '@/messages/en.json';
import { FRIEND } from '../../../support/conversation-views';

const own = '0x00000000000000000000000000000000000000c1';
const { copies } = en.wallet.messages;

const OTHER = '0x00000000000000000000000000000000000000d2';

test('HUB-3 waiting copies of a room are shown with their inviters, to switch to one or to ignore it', async () => {
  const actions = { onOpen: jest.fn(), onDismiss: jest.fn() };
  render(
    <NextIntlClientProvider locale="en" messages={en} timeZone="UTC">
      <RoomCopies
        inviters={[FRIEND, OTHER]}
        account={own}
        nameOf={(one) => (one === FRIEND ? 'Carol' : 'Dave')}
        {...actions}
      />
    </NextIntlClientProvider>,
  );
  expect(screen.getAllByRole('status')[0]).toHaveTextContent(copies.other.replace('{name}', 'Carol'));
  const click = (label: string, name: string) =>
    userEvent.click(screen.getByRole('button', { name: label.replace('{name}', name) }));
  await click(copies.openOf, 'Carol');
  expect(actions.onOpen).toHaveBeenCalledWith(FRIEND);
  await click(copies.dismissOf, 'Dave');
  expect(actions.onDismiss).toHaveBeenCalledWith(OTHER);
});
