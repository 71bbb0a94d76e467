import { render, screen } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import { SWRConfig } from 'swr';
import { ConversationList } from '@/components/wallet/messages/conversation-list';
import en from '@/messages/en.json';
import { conversationView, FRIEND } from '../../../support/conversation-views';

const account = '0x00000000000000000000000000000000000000a1';

test('HUB-3 a room is listed as one, because its name can be that of a contact', () => {
  render(
    <NextIntlClientProvider locale="en" messages={en} timeZone="UTC">
      <SWRConfig value={{ fallback: { '/contact/list': [] }, revalidateOnMount: false }}>
        <ConversationList
          lists={{ account, chains: [], coins: [], contracts: [] }}
          label="Conversations"
          conversations={[
            conversationView({ id: 'one', kind: 'direct', peer: FRIEND, name: '' }),
            conversationView({ id: 'two', name: 'Carol' }),
          ]}
          current={null}
          empty=""
          onOpen={() => undefined}
        />
      </SWRConfig>
    </NextIntlClientProvider>,
  );
  const [direct, room] = screen.getAllByRole('button');
  expect(direct).not.toHaveTextContent('Room');
  expect(room).toHaveTextContent('Room');
});
