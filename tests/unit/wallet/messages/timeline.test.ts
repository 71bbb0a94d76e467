/** @jest-environment node */
import fc from 'fast-check';
import type { MessageBody } from '@/lib/wallet/messages/content';
import { addToTimeline, emptyTimeline, findMessage, type Timeline } from '@/lib/wallet/messages/timeline';
import { newAccount } from '../../../support/messaging';

const alice = newAccount().address;
const bob = newAccount().address;
const idOf = (number: number) => number.toString(16).padStart(32, '0');
const first = { by: alice, id: idOf(1) };

type Sent = { by: typeof alice; body: MessageBody; id?: string };
const timelineOf = (sent: readonly Sent[]): Timeline =>
  sent.reduce(
    (timeline, { by, body, id }, index) =>
      addToTimeline(timeline, { by, content: { id: id ?? idOf(100 + index), at: index, body } }),
    emptyTimeline,
  );
const hello: Sent = { by: alice, id: idOf(1), body: { type: 'text', text: 'hello' } };

test('an edit changes the sender’s own text, and nobody else’s', () => {
  const edit = (by: typeof alice): Sent => ({ by, body: { type: 'edit', to: idOf(1), text: 'hi' } });
  expect(timelineOf([hello, edit(alice)]).messages).toMatchObject([
    { body: { text: 'hi' }, isEdited: true, at: 0 },
  ]);
  expect(timelineOf([hello, edit(bob)]).messages).toMatchObject([
    { body: { text: 'hello' }, isEdited: false },
  ]);
});

test('a deletion removes the sender’s own message with its reactions, for good', () => {
  const remove = (by: typeof alice): Sent => ({ by, body: { type: 'delete', to: idOf(1) } });
  const react: Sent = { by: bob, body: { type: 'reaction', to: first, emoji: '👍' } };
  const edit: Sent = { by: alice, body: { type: 'edit', to: idOf(1), text: 'back' } };
  expect(timelineOf([hello, react, remove(alice), edit, react]).messages).toMatchObject([
    { id: idOf(1), body: null, reactions: [] },
  ]);
  expect(timelineOf([hello, remove(bob)]).messages).toMatchObject([{ body: { text: 'hello' } }]);
});

test('an account has one reaction to a message, which it can change and take back', () => {
  const react = (by: typeof alice, emoji: string | null): Sent => ({
    by,
    body: { type: 'reaction', to: first, emoji },
  });
  const shown = (...sent: Sent[]) => timelineOf([hello, ...sent]).messages[0]?.reactions;
  expect(shown(react(bob, '👍'), react(alice, '🌊'))).toEqual([
    { by: bob, emoji: '👍' },
    { by: alice, emoji: '🌊' },
  ]);
  expect(shown(react(bob, '👍'), react(bob, '🎉'))).toEqual([{ by: bob, emoji: '🎉' }]);
  expect(shown(react(bob, '👍'), react(bob, null))).toEqual([]);
});

test('only text can be edited, and messages of two accounts with the same ID stay apart', () => {
  const request: Sent = { by: alice, id: idOf(1), body: { type: 'request', uri: 'ethereum:0x1' } };
  const same: Sent = { by: bob, id: idOf(1), body: { type: 'text', text: 'mine' } };
  const edit: Sent = { by: alice, body: { type: 'edit', to: idOf(1), text: 'changed' } };
  const timeline = timelineOf([request, same, edit]);
  expect(timeline.messages.map(({ body }) => body)).toEqual([request.body, same.body]);
  expect(findMessage(timeline, { by: bob, id: idOf(1) })?.body).toEqual(same.body);
  expect(findMessage(timeline, { by: bob, id: idOf(2) })).toBeUndefined();
});

const change = fc.record({
  by: fc.constantFrom(alice, bob),
  body: fc.oneof(
    fc.record({
      type: fc.constant('edit' as const),
      to: fc.constant(idOf(1)),
      text: fc.string({ minLength: 1 }),
    }),
    fc.record({ type: fc.constant('delete' as const), to: fc.constant(idOf(1)) }),
    fc.record({
      type: fc.constant('reaction' as const),
      to: fc.constant(first),
      emoji: fc.constantFrom('👍', '🌊', null),
    }),
  ),
});

test('changes that come before their message have the same effect as after it, and repeated messages none', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 12 }), fc.nat(12), (changes, early) => {
      const numbered = changes.map((one, index) => ({ ...one, id: idOf(200 + index) }));
      const inOrder = timelineOf([hello, ...numbered]);
      const late = timelineOf([...numbered.slice(0, early), hello, hello, ...numbered.slice(early)]);
      const withoutTime = ({ messages }: Timeline) => messages.map(({ at: _, ...message }) => message);
      expect(withoutTime(late)).toEqual(withoutTime(inOrder));
      // Those of Bob are about a message of his own, which never comes.
      expect(late.early.map(({ content }) => content.body)).toEqual(
        inOrder.early.map(({ content }) => content.body),
      );
    }),
  );
});

test('changes that wait for a message that never comes are bounded', () => {
  const waiting = Array.from({ length: 500 }, (_, index): Sent => {
    return { by: bob, body: { type: 'delete', to: idOf(1_000 + index) } };
  });
  expect(timelineOf(waiting).early).toHaveLength(200);
});
