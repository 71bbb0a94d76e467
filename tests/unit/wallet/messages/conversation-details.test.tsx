import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NextIntlClientProvider } from 'next-intl';
import { SWRConfig } from 'swr';
import type { Address } from 'viem';
import { WagmiContext } from 'wagmi';
import { ConversationDetails } from '@/components/wallet/messages/conversation-details';
import type { Messenger } from '@/lib/messages/messenger-type';
import type { MessengerSnapshot } from '@/lib/messages/protocol/view-types';
import { createWalletConfig } from '@/lib/wallet/networks/wallet-config';
import en from '@/messages/en.json';
import { conversationView } from '../../../support/conversation-views';
import { listedChain } from '../../../support/scripted-wallet';

const account: Address = '0x00000000000000000000000000000000000000a1';
const bo: Address = '0x00000000000000000000000000000000000000b1';
const eve: Address = '0x00000000000000000000000000000000000000e1';
const names: Record<string, string> = { [account]: 'You', [bo]: 'Bo', [eve]: 'Eve' };
const room = conversationView({
  participants: [account, bo, eve].map((one) => ({
    account: one,
    role: 'member',
    isSelf: one === account,
    devices: [],
  })),
});

function show(conversation = room) {
  const listeners = new Set<() => void>();
  let snapshot = { blocked: [] } as unknown as MessengerSnapshot;
  const messenger = {
    account,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getSnapshot: () => snapshot,
    setBlocked: jest.fn(async (one: Address) => {
      snapshot = { ...snapshot, blocked: [one] };
      for (const listener of listeners) listener();
    }),
    report: jest.fn(async () => undefined),
    securityCode: async () => [],
  } satisfies Partial<Messenger>;
  render(
    <NextIntlClientProvider locale="en" messages={en} timeZone="UTC">
      <SWRConfig value={{ provider: () => new Map() }}>
        <WagmiContext value={createWalletConfig([listedChain(31337, 'North Sea')], new Map())}>
          <QueryClientProvider client={new QueryClient()}>
            <ConversationDetails
              isOpen
              messenger={messenger as Partial<Messenger> as Messenger}
              conversation={conversation}
              lists={{ account, chains: [], coins: [], contracts: [] }}
              title="Harbor"
              nameOf={(one) => names[one] ?? one}
              onClose={() => undefined}
              onGone={() => undefined}
            />
          </QueryClientProvider>
        </WagmiContext>
      </SWRConfig>
    </NextIntlClientProvider>,
  );
  return messenger;
}

test('HUB-5 each other member of a room can be reported by name', async () => {
  const { report } = show();
  expect(screen.getAllByRole('button', { name: /^Report/ })).toHaveLength(2);
  await userEvent.click(screen.getByRole('button', { name: 'Report Eve' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'What happened?' }), 'Spam');
  await userEvent.click(screen.getByRole('button', { name: 'Report' }));
  expect(report).toHaveBeenCalledWith(eve, 'Spam', 'one');
});

test('HUB-5 each other member of a room can be blocked by name', async () => {
  const { setBlocked } = show();
  await userEvent.click(await screen.findByRole('button', { name: 'Block Eve' }));
  expect(setBlocked).toHaveBeenCalledWith(eve, true);
  expect(await screen.findByRole('button', { name: 'Unblock Eve' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Block Bo' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Block You' })).toBeNull();
});

test.each([
  ['an accepted room', false],
  ['a request', true],
])('HUB-3 an admin can change members and leave only in an accepted room: %s', async (_, isRequest) => {
  const participants = room.participants.map(
    (one) => ({ ...one, role: one.isSelf ? 'admin' : 'member' }) as const,
  );
  show({ ...room, participants, ownRole: 'admin', isRequest });
  await screen.findByRole('button', { name: 'Block Eve' });
  for (const name of ['Rename', 'Leave room'])
    expect(screen.queryAllByRole('button', { name })).toHaveLength(isRequest ? 0 : 1);
  expect(screen.queryAllByRole('button', { name: /^Remove/ })).toHaveLength(isRequest ? 0 : 2);
});
