/** @jest-environment node */
import fc from 'fast-check';
import {
  type ChangeBody,
  changeMessage,
  type Message,
  refersTo,
  targetOf,
} from '@/lib/messages/protocol/message-changes';
import { newAccount } from '../../../support/messaging';

const alice = newAccount().address;
const bob = newAccount().address;
const id = '1'.padStart(32, '0');
const hello: Message = {
  id,
  by: alice,
  at: 0,
  body: { type: 'text', text: 'hello' },
  isEdited: false,
  reactions: [],
};
const react = (emoji: string | null): ChangeBody => ({ type: 'reaction', to: { by: alice, id }, emoji });
const edit = (text: string): ChangeBody => ({ type: 'edit', to: id, text });
const remove: ChangeBody = { type: 'delete', to: id };

test('edits and deletions are about the sender’s own message, and reactions about any', () => {
  expect(refersTo(hello, targetOf(alice, edit('hi')))).toBe(true);
  expect(refersTo(hello, targetOf(bob, edit('hi')))).toBe(false);
  expect(refersTo(hello, targetOf(bob, remove))).toBe(false);
  expect(refersTo(hello, targetOf(bob, react('👍')))).toBe(true);
});

test('an edit changes text only', () => {
  expect(changeMessage(hello, alice, edit('hi'))).toMatchObject({
    body: { text: 'hi' },
    isEdited: true,
    at: 0,
  });
  const request: Message = { ...hello, body: { type: 'request', uri: 'ethereum:0x1' } };
  expect(changeMessage(request, alice, edit('hi'))).toEqual(request);
});

test('an account has one reaction to a message, which it can change and take back', () => {
  const liked = changeMessage(changeMessage(hello, bob, react('👍')), alice, react('🌊'));
  expect(liked.reactions).toEqual([
    { by: bob, emoji: '👍' },
    { by: alice, emoji: '🌊' },
  ]);
  expect(changeMessage(liked, bob, react('🎉')).reactions).toEqual([
    { by: alice, emoji: '🌊' },
    { by: bob, emoji: '🎉' },
  ]);
  expect(changeMessage(liked, bob, react(null)).reactions).toEqual([{ by: alice, emoji: '🌊' }]);
});

test('whatever comes later, a deleted message stays deleted, with its reactions', () => {
  const change = fc.record({
    by: fc.constantFrom(alice, bob),
    body: fc.oneof(fc.constant(remove), fc.string({ minLength: 1 }).map(edit), fc.constant(react('👍'))),
  });
  fc.assert(
    fc.property(fc.array(change), fc.array(change), (before, after) => {
      const apply = (message: Message, changes: typeof before) =>
        changes.reduce((known, { by, body }) => changeMessage(known, by, body), message);
      const deleted = changeMessage(apply(hello, before), alice, remove);
      expect(apply(deleted, after)).toMatchObject({ body: null, isEdited: false, reactions: [] });
    }),
  );
});
