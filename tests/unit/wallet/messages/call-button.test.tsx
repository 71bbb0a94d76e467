import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NextIntlClientProvider } from 'next-intl';
import { CallButton } from '@/components/wallet/messages/call-button';
import { useNotices } from '@/lib/browser/notices';
import type { ConversationView, ParticipantView } from '@/lib/messages/protocol/view-types';
import { noCall, useCalls } from '@/lib/wallet/calls/call-store';
import en from '@/messages/en.json';
import zh from '@/messages/zh-Hant.json';
import { deviceOf } from '../../../support/call-world';
import { conversationView } from '../../../support/conversation-views';

const people = ['a', 'b', 'c', 'd', 'e'].map((letter, index): ParticipantView => {
  const { account, device } = deviceOf(letter, 1);
  return { account, role: 'member', isSelf: index === 0, devices: [device] };
});
const direct = conversationView({
  kind: 'direct',
  peer: people[1]?.account ?? null,
  name: '',
  participants: people.slice(0, 2),
});
const room = conversationView({ name: '', participants: people.slice(0, 4) });

const draw = (conversation: ConversationView, { isRevoked = false, isChinese = false } = {}) =>
  render(
    <NextIntlClientProvider locale={isChinese ? 'zh-Hant' : 'en'} messages={isChinese ? zh : en}>
      <CallButton conversation={conversation} name="May" isRevoked={isRevoked} />
    </NextIntlClientProvider>,
  );

const notices = () => useNotices.getState().notices.map(({ message }) => message);
const start = jest.fn(async () => true);
beforeEach(() => {
  start.mockClear();
  useCalls.setState({
    host: { start, leave: async () => undefined, roomOf: () => null },
    controller: null,
    view: noCall,
  });
});

test.each([
  ['two accounts', direct],
  ['a room of four', room],
])('CALL-8 the button calls the people of %s', async (_, conversation) => {
  draw(conversation);
  const button = screen.getByRole('button', { name: 'Call May' });
  expect(button).not.toHaveAttribute('aria-describedby');
  await userEvent.click(button);
  expect(start).toHaveBeenCalledWith('one');
});

test.each<[string, ConversationView, boolean]>([
  ['Calls are for up to 4 people.', { ...room, participants: people }, false],
  ["There's no one else here to call.", { ...room, participants: people.slice(0, 1) }, false],
  ['You can call after the first message.', { ...direct, participants: [], ownRole: null }, false],
  ['Accept the request to call.', { ...direct, isRequest: true }, false],
  ['Unblock this person to call them.', { ...direct, isBlocked: true }, false],
  ["You can't call because you left.", { ...room, ownRole: null, participants: [] }, false],
  ["You revoked this device, so you can't call from it.", direct, true],
  [
    'Read the warning below before you call.',
    { ...direct, identity: [{ account: deviceOf('b', 1).account, kind: 'fork', by: null }] },
    false,
  ],
])('CALL-8 the button is off with the reason: %s', async (reason, conversation, isRevoked) => {
  draw(conversation, { isRevoked });
  const button = screen.getByRole('button', { name: 'Call May' });
  expect(screen.getByText(reason)).toBeVisible();
  expect(button).toHaveAccessibleDescription(reason);
  expect(button).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(button);
  expect(start).not.toHaveBeenCalled();
});

test('CALL-8 a call in another tab, and code that can’t be loaded, are told', async () => {
  draw(direct, { isChinese: true });
  const button = screen.getByRole('button', { name: '撥打給May' });
  start.mockResolvedValueOnce(false);
  await userEvent.click(button);
  expect(notices()).toContain('您正在另一個分頁通話，請先結束該通話。');
  start.mockRejectedValueOnce(new Error('chunk'));
  await userEvent.click(button);
  expect(notices()).toContain('無法開始通話。請檢查網路連線後再試一次。');
});
