import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NextIntlClientProvider } from 'next-intl';
import { COUNT_PLACE } from '@/components/site/site-dialog-props';
import { UnreadMark } from '@/components/site/wallet-frame/unread-mark';
import { MessageNotices } from '@/components/wallet/messages/message-notices';
import { NotificationSetting } from '@/components/wallet/messages/notification-setting';
import { reportUnread } from '@/lib/embed/report';
import type { PageMessage } from '@/lib/embed/shell-messages';
import type { Messenger } from '@/lib/messages/messenger-type';
import type { ConversationView, MessengerSnapshot } from '@/lib/messages/protocol/view-types';
import { setNotified, useNotifiedAccounts } from '@/lib/messages/views/account-marks';
import { useUnread } from '@/lib/messages/views/unread';
import { noCall, useCalls } from '@/lib/wallet/calls/call-store';
import en from '@/messages/en.json';
import { deviceOf } from '../../../support/call-world';
import { conversationView, FRIEND } from '../../../support/conversation-views';

const pushed: string[] = [];
jest.mock('next/navigation', () => ({
  ...jest.requireActual('next/navigation'),
  useRouter: () => ({ push: (path: string) => pushed.push(path) }),
}));

const account = '0x00000000000000000000000000000000000000A1';
const NAME = '0x0000…00b1';

/** Notifications that the page has shown. The browser's own ones need a window that a person can hide. */
let shown: { title: string; tag: string; click: () => void }[] = [];
let permission: NotificationPermission = 'granted';
class ShownNotification {
  static get permission() {
    return permission;
  }
  static requestPermission = async () => {
    if (permission === 'default') permission = 'granted';
    return permission;
  };
  onclick: (() => void) | null = null;
  close = () => undefined;
  constructor(title: string, { tag }: { tag: string }) {
    shown.push({ title, tag, click: () => this.onclick?.() });
  }
}

/** Names of the web locks that this and other tabs hold. jsdom has no web locks. */
const held = new Set<string>();
const locks = {
  request: async (name: string, _: object, hold: () => Promise<void>) => {
    held.add(name);
    await hold();
    held.delete(name);
  },
  query: async () => ({ held: [...held].map((name) => ({ name })) }),
};

let visibility: DocumentVisibilityState = 'visible';
const turn = (state: DocumentVisibilityState) =>
  act(async () => {
    visibility = state;
    document.dispatchEvent(new Event('visibilitychange'));
  });

beforeEach(() => {
  shown = [];
  pushed.length = 0;
  held.clear();
  permission = 'granted';
  visibility = 'visible';
  localStorage.clear();
  useNotifiedAccounts.setState({ entries: [] });
  useUnread.setState({ count: 0 });
  useCalls.setState({ view: noCall });
  document.title = 'Assets · Tidewell';
  Object.assign(window, { Notification: ShownNotification, focus: () => undefined });
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visibility });
  Object.defineProperty(navigator, 'locks', { configurable: true, value: locks });
});

const direct = (change: Partial<ConversationView>) =>
  conversationView({ id: 'friend', kind: 'direct', peer: FRIEND, name: '', ...change });

/** Shows the notices and the navigation's dot. Returns a function that changes what the messenger has. */
function draw(conversations: readonly ConversationView[], isCaughtUp = true) {
  let snapshot = { conversations, isCaughtUp } as MessengerSnapshot;
  const listeners = new Set<() => void>();
  const messenger = {
    account,
    getSnapshot: () => snapshot,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  } as unknown as Messenger;
  const { unmount } = render(
    <NextIntlClientProvider locale="en" messages={en}>
      <MessageNotices messenger={messenger} />
      <UnreadMark text={`${COUNT_PLACE} unread`} />
      <NotificationSetting account={account} />
    </NextIntlClientProvider>,
  );
  const receive = (next: readonly ConversationView[], caughtUp = true) =>
    act(async () => {
      snapshot = { conversations: next, isCaughtUp: caughtUp } as MessengerSnapshot;
      for (const listener of listeners) listener();
    });
  return { receive, unmount };
}

test('HUB-6 unread messages are counted in the navigation, for an app shell, and in the title of a hidden tab', async () => {
  const posted: PageMessage[] = [];
  const stop = reportUnread((message) => void posted.push(message));
  const { receive, unmount } = draw([]);
  expect(screen.queryByText(/unread/)).not.toBeInTheDocument();
  await receive([
    direct({ unread: 2 }),
    conversationView({ id: 'room', unread: 1 }),
    conversationView({ id: 'muted', unread: 40, isMuted: true }),
    conversationView({ id: 'stranger', unread: 50, isRequest: true }),
    direct({ id: 'blocked', unread: 60, isBlocked: true }),
  ]);
  expect(screen.getByText(', 3 unread')).toBeInTheDocument();
  expect(screen.getByText('3')).toBeVisible();
  expect(document.title).toBe('Assets · Tidewell');
  await turn('hidden');
  expect(document.title).toBe('(3) Assets · Tidewell');
  await receive([direct({ unread: 4 })]);
  expect(document.title).toBe('(4) Assets · Tidewell');
  await turn('visible');
  expect(document.title).toBe('Assets · Tidewell');
  unmount();
  stop();
  expect(posted).toEqual([
    { type: 'messages', unread: 3 },
    { type: 'messages', unread: 4 },
    { type: 'messages', unread: 0 },
  ]);
});

test('HUB-1 a notification names the sender or the room, and opens the conversation', async () => {
  setNotified(account, true);
  const { receive } = draw([direct({ unread: 1 })]);
  await turn('hidden');
  await receive([direct({ unread: 2 }), conversationView({ id: 'room', unread: 1 })]);
  expect(shown.map(({ title, tag }) => [title, tag])).toEqual([
    [`New message from ${NAME}`, 'friend'],
    ['New message in Harbor', 'room'],
  ]);
  shown[1]?.click();
  expect(pushed).toEqual(['/wallet/messages?conversation=room']);
});

test.each([
  ['shows a notification', false, [`${NAME} is calling`]],
  ['shows none in a muted conversation', true, []],
])('HUB-1 a call that rings in a hidden tab %s', async (_, isMuted, expected) => {
  setNotified(account, true);
  draw([direct({ isMuted })]);
  await turn('hidden');
  const call = {
    id: 'call',
    conversation: 'friend',
    isOutgoing: false,
    caller: { ...deviceOf('b', 1), account: FRIEND },
    others: [FRIEND],
    pending: [],
    legs: [],
    connectedAt: null,
  };
  await act(async () =>
    useCalls.setState({ view: { ...noCall, state: { phase: 'ringingIn', call, isAnswering: false } } }),
  );
  expect(shown.map(({ title }) => title)).toEqual(expected);
});

test.each<[string, () => void | Promise<void>]>([
  ['in a visible tab', () => turn('visible')],
  ['while another tab of the site is visible', () => void held.add('tidewell.visible')],
  ['unless the user has turned notifications on', () => setNotified(account, false)],
  [
    'if the browser forbids it',
    () => {
      permission = 'denied';
    },
  ],
])('HUB-1 no notification is shown %s', async (_, prepare) => {
  setNotified(account, true);
  const { receive } = draw([]);
  await turn('hidden');
  await act(async () => prepare());
  await receive([direct({ unread: 1 })]);
  expect(shown).toEqual([]);
});

test('HUB-1 no notification is shown for what waited on the server, a muted room, or a stranger', async () => {
  setNotified(account, true);
  const { receive } = draw([], false);
  await turn('hidden');
  await receive([direct({ unread: 3 })], false);
  await receive([direct({ unread: 5 })]);
  await receive([
    direct({ unread: 5 }),
    conversationView({ id: 'muted', unread: 1, isMuted: true }),
    conversationView({ id: 'stranger', unread: 1, isRequest: true }),
  ]);
  expect(shown).toEqual([]);
});

test('HUB-1 notifications are turned on with permission, per account, and off again', async () => {
  permission = 'default';
  draw([]);
  const box = screen.getByRole('checkbox', { name: /^Notify me/ });
  await userEvent.click(box);
  expect(box).toBeChecked();
  expect(useNotifiedAccounts.getState().entries).toEqual([account.toLowerCase()]);
  await userEvent.click(box);
  expect(box).not.toBeChecked();
  expect(useNotifiedAccounts.getState().entries).toEqual([]);
});

test('HUB-1 the setting says so if the browser blocks notifications', async () => {
  permission = 'denied';
  draw([]);
  await userEvent.click(screen.getByRole('checkbox', { name: /^Notify me/ }));
  expect(screen.getByRole('checkbox', { name: /^Notify me/ })).not.toBeChecked();
  expect(screen.getByText(/^Your browser blocks notifications/)).toBeInTheDocument();
});

test('HUB-1 a browser without notifications has no setting for them', () => {
  delete (window as { Notification?: unknown }).Notification;
  draw([]);
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
});
