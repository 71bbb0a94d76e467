import { act, render, screen } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import { StrictMode } from 'react';
import { MessageList, type Target } from '@/components/wallet/messages/message-list';
import type { CallOutcome } from '@/lib/messages/protocol/call-log';
import { LATEST_MS } from '@/lib/messages/protocol/content';
import type { TimelineHandle, TimelineItem } from '@/lib/messages/protocol/view-types';
import en from '@/messages/en.json';
import { FRIEND, messageView } from '../../../support/conversation-views';

const account = '0x00000000000000000000000000000000000000a1';
const conversation = 'one';

const message = (sequence: number) =>
  messageView({
    sequence,
    reference: { by: FRIEND, id: String(sequence) },
    at: Date.UTC(2026, 0, 1) + sequence * 60_000,
    body: { type: 'text', text: `Text ${sequence}` },
  });

/** A timeline whose items the test sets. */
function timelineOf(first: readonly TimelineItem[]) {
  const listeners = new Set<() => void>();
  let items = first;
  let snapshot: ReturnType<TimelineHandle['getSnapshot']> = { items, hasOlder: false, isLoaded: true };
  const handle: TimelineHandle = {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getSnapshot: () => snapshot,
    loadOlder: async () => undefined,
    loadTo: async () => undefined,
  };
  const add = (added: TimelineItem) =>
    act(() => {
      const others = items.filter(({ sequence }) => sequence !== added.sequence);
      items = [...others, added].toSorted((one, other) => one.sequence - other.sequence);
      snapshot = { ...snapshot, items };
      for (const listener of listeners) listener();
    });
  return { handle, add };
}

const nameOf = jest.fn((address: string) => address);
const money = {
  lists: { account, chains: [], coins: [], contracts: [] },
  people: [account, FRIEND],
  nameOf,
  onPay: null,
} as const;

const images = {
  loadsOnClick: false,
  read: () => new Promise<never>(() => undefined),
  progress: { subscribe: () => () => undefined, imageProgress: () => null },
};

const onRead = jest.fn();

const list = (timeline: TimelineHandle, target: Target | null = null, unread = 0, timeZone = 'UTC') => (
  <StrictMode>
    <NextIntlClientProvider locale="en" messages={en} timeZone={timeZone}>
      <MessageList
        account={account}
        timeline={timeline}
        nameOf={nameOf}
        isRoom={false}
        actions={null}
        money={money}
        images={images}
        target={target}
        unread={unread}
        onRead={onRead}
      />
    </NextIntlClientProvider>
  </StrictMode>
);

beforeEach(() => {
  jest.useFakeTimers();
  // jsdom has no layout.
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => jest.useRealTimers());

test('HUB-6 new messages are announced, and older ones that load are not', () => {
  const { handle, add } = timelineOf([message(5), message(6)]);
  render(list(handle));
  const log = screen.getByRole('log');
  add(message(7));
  expect(log).toHaveAttribute('aria-live', 'polite');
  add(message(4));
  expect(log).toHaveAttribute('aria-live', 'off');
  act(() => jest.runOnlyPendingTimers());
  expect(log).toHaveAttribute('aria-live', 'polite');
  add(message(8));
  expect(log).toHaveAttribute('aria-live', 'polite');
});

test('HUB-6 the first message of an empty conversation is announced', () => {
  const { handle, add } = timelineOf([]);
  render(list(handle));
  add(message(1));
  expect(screen.getByRole('log')).toHaveAttribute('aria-live', 'polite');
});

test('HUB-2 a new message draws no other message again', () => {
  const third = '0x00000000000000000000000000000000000000c1';
  const reactions = [{ emoji: '👍', by: [third] }] as const;
  const { handle, add } = timelineOf([{ ...message(1), reactions }]);
  render(list(handle));
  // Only the bubble of a message names who reacted.
  const drawn = () => nameOf.mock.calls.filter(([address]) => address === third).length;
  const before = drawn();
  expect(before).toBeGreaterThan(0);
  add(message(2));
  expect(screen.getByText('Text 2')).toBeVisible();
  expect(drawn()).toBe(before);
});

test('HUB-2 a message is shown each time it is asked for, and once', () => {
  const { handle, add } = timelineOf([message(1), message(2)]);
  const { rerender } = render(list(handle, { conversation, sequence: 1 }));
  const shown = screen.getByText('Text 1').closest('.message');
  const other = screen.getByText('Text 2').closest<HTMLElement>('.message');
  expect(shown).toHaveFocus();
  other?.focus();
  add(message(3));
  expect(other).toHaveFocus();
  rerender(list(handle, { conversation, sequence: 1 }));
  expect(shown).toHaveFocus();
});

test.each(['Pacific/Kiritimati', 'Asia/Shanghai', 'UTC', 'Pacific/Pago_Pago'])(
  'HUB-2 messages of the first and last time that content can have are shown in %s',
  (timeZone) => {
    const { handle } = timelineOf([
      { ...message(1), at: 0 },
      { ...message(2), at: LATEST_MS },
    ]);
    render(list(handle, null, 0, timeZone));
    expect(screen.getByText('Text 1')).toBeVisible();
    expect(screen.getByText('Text 2')).toBeVisible();
  },
);

test('CALL-8 a call has one line, which changes with the call, isn’t announced again, and is read when it is missed', () => {
  const { handle, add } = timelineOf([message(1)]);
  const { rerender } = render(list(handle));
  const callFrom = (
    by: typeof account | typeof FRIEND,
    outcome: CallOutcome,
    seconds: number | null = null,
  ) =>
    add({
      kind: 'notice',
      sequence: 2,
      by,
      at: Date.UTC(2026, 0, 1, 8, 5),
      event: { type: 'call', callId: '5e'.repeat(16), outcome, seconds },
    });
  callFrom(FRIEND, 'ringing');
  expect(screen.getByText(`${FRIEND} is calling`).closest('[aria-live]')).toHaveAttribute('aria-live', 'off');
  callFrom(FRIEND, 'missed');
  expect(screen.getByText(`Missed call from ${FRIEND}`)).toBeVisible();
  expect(onRead).not.toHaveBeenCalled();
  rerender(list(handle, null, 1));
  expect(onRead).toHaveBeenCalled();
  callFrom(account, 'ended', 3_725);
  const line = screen.getByText('You called').closest('li');
  expect(line).toHaveTextContent('You called1:02:058:05 AM');
  callFrom(account, 'declined');
  expect(line).toHaveTextContent('Your call was declined8:05 AM');
});
