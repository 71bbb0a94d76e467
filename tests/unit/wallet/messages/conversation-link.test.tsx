import { act, render, screen } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import { SWRConfig } from 'swr';
import type { Address } from 'viem';
import { LazyConversationLink } from '@/components/wallet/messages/lazy-conversation-link';
import type { Messenger } from '@/lib/messages/messenger-type';
import type { ConversationView } from '@/lib/messages/protocol/view-types';
import { markDevice } from '@/lib/messages/views/account-marks';
import { useSession } from '@/lib/session/session';
import { useContacts } from '@/lib/wallet/contacts/contacts';
import en from '@/messages/en.json';

const account: Address = '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB';
const bob: Address = '0x00000000000000000000000000000000000000B1';
const sent = { chainId: 31337, hash: `0x${'ab'.repeat(32)}`, from: account };

/** What this device knows: the conversations, and the payments in them. */
let conversations: Partial<ConversationView>[] = [];
const conversationOfTransfer = jest.fn<
  Promise<string | null>,
  Parameters<Messenger['conversationOfTransfer']>
>();
const mockMessenger = {
  account,
  subscribe: () => () => undefined,
  getSnapshot: () => ({ conversations, chosenNames: new Map() }),
  conversationOfTransfer,
  close: () => undefined,
};
const mockOpened = jest.fn();
jest.mock('@/lib/messages/messenger', () => {
  mockOpened();
  return { openMessenger: async () => mockMessenger };
});
jest.mock('@/lib/wallet/calls/call-host', () => ({ CallHost: class {} }));
jest.mock('wagmi', () => ({ useConfig: () => ({}) }));

const show = (site: string | null = window.location.host) => {
  const website = { messages: site === null ? null : { site } };
  return render(
    <SWRConfig value={{ provider: () => new Map(), fallback: { '/config/website': website } }}>
      <NextIntlClientProvider locale="en" messages={en} timeZone="UTC">
        <LazyConversationLink {...sent} />
      </NextIntlClientProvider>
    </SWRConfig>,
  );
};

beforeEach(() => {
  localStorage.clear();
  for (const one of [account, bob]) markDevice(one, false);
  useContacts.setState({ entries: [] });
  useSession.setState({ token: 'token', account });
  conversations = [{ id: 'one', kind: 'direct', peer: bob, name: '' }];
  conversationOfTransfer.mockReset().mockResolvedValue('one');
});

// First, before anything has loaded the code.
test('HUB-4 no code of messages loads for an account without a device in this browser', async () => {
  const { container } = show();
  markDevice(bob, true);
  await act(async () => undefined);
  expect(container).toBeEmptyDOMElement();
  expect(mockOpened).not.toHaveBeenCalled();
});

test.each([
  ['a conversation', () => undefined, 'From the conversation with 0x0000…00B1'],
  [
    'a conversation with a contact',
    () => useContacts.setState({ entries: [{ name: 'Bob', address: bob }] }),
    'From the conversation with Bob',
  ],
  [
    'a room',
    () => {
      conversations = [{ id: 'one', kind: 'room', peer: null, name: 'Boat trip' }];
    },
    'From the room Boat trip',
  ],
])('HUB-4 a payment from %s links to it', async (_, change, text) => {
  change();
  markDevice(account, true);
  show();
  expect(await screen.findByRole('link', { name: text })).toHaveAttribute(
    'href',
    '/wallet/messages?conversation=one',
  );
  const { hash, ...rest } = sent;
  expect(conversationOfTransfer).toHaveBeenCalledWith({ ...rest, txHash: hash });
});

test.each([
  [
    'this device doesn’t know a conversation',
    () => conversationOfTransfer.mockResolvedValue(null),
    undefined,
  ],
  [
    'the conversation was deleted',
    () => {
      conversations = [];
    },
    undefined,
  ],
  ['the storage fails', () => conversationOfTransfer.mockRejectedValue(new Error('no storage')), undefined],
  ['messages are turned off', () => undefined, null],
  ['messages work at another host', () => undefined, 'other.example'],
])('HUB-4 nothing is shown if %s', async (_, change, site) => {
  change();
  markDevice(account, true);
  const { container } = show(site);
  await act(async () => undefined);
  await act(async () => undefined);
  expect(container).toBeEmptyDOMElement();
});
