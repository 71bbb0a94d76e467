import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NextIntlClientProvider } from 'next-intl';
import { SWRConfig } from 'swr';
import { ConversationBoundary } from '@/components/wallet/messages/conversation-boundary';
import type { Messenger } from '@/lib/messages/messenger-type';
import en from '@/messages/en.json';
import { conversationView } from '../../../support/conversation-views';

const account = '0x00000000000000000000000000000000000000a1';
const room = conversationView({ ownRole: null });

function Broken({ state }: { state: { isBroken: boolean } }) {
  if (state.isBroken) throw new RangeError('Invalid time value');
  return <p>The messages</p>;
}

function show() {
  const state = { isBroken: true };
  const deleteConversation = jest.fn(async () => undefined);
  const onBack = jest.fn();
  // React reports each error that a boundary catches.
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  render(
    <NextIntlClientProvider locale="en" messages={en} timeZone="UTC">
      <SWRConfig value={{ fallback: { '/contact/list': [] }, revalidateOnMount: false }}>
        <p>The list</p>
        <ConversationBoundary
          messenger={{ account, deleteConversation } as Partial<Messenger> as Messenger}
          conversation={room}
          onBack={onBack}
        >
          <Broken state={state} />
        </ConversationBoundary>
      </SWRConfig>
    </NextIntlClientProvider>,
  );
  return { state, deleteConversation, onBack };
}
afterEach(() => jest.restoreAllMocks());

test('HUB-2 an error in a conversation leaves the rest of the page, and the conversation can be deleted', async () => {
  const { deleteConversation, onBack } = show();
  expect(screen.getByText('The list')).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent(/Can't show this conversation/);
  await userEvent.click(screen.getByRole('button', { name: 'Delete from this device' }));
  expect(deleteConversation).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Delete from this device' }));
  expect(deleteConversation).toHaveBeenCalledWith('one');
  expect(onBack).toHaveBeenCalled();
});

test('HUB-2 a conversation that could not be shown is shown on another try', async () => {
  const { state } = show();
  state.isBroken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.getByText('The messages')).toBeVisible();
});
