import { newCallId } from '@/lib/wallet/calls/signal';
import { callsOf, exchange, Phone } from '../../support/call-phone';
import {
  accept,
  conversationOf,
  messagesOf,
  messengerSuite,
  say,
  settle,
  type User,
} from '../../support/messenger';
import { queryDatabase } from '../../support/plain-chains';

const { user, pair, getBackend } = messengerSuite();

const unreadOf = ({ messenger }: User) =>
  messenger.getSnapshot().conversations.reduce((sum, { unread }) => sum + unread, 0);

const HOUR_MS = 60 * 60 * 1_000;

/** Two accounts in a conversation, in which each has read everything. Bob's clock can be moved. */
async function twoPhones() {
  const clock = { ahead: 0 };
  const both = await pair({ bob: { now: () => Date.now() + clock.ahead } });
  const { alice, bob, ofAlice, ofBob } = both;
  await bob.messenger.markRead(ofBob);
  await settle(bob, alice);
  await alice.messenger.markRead(ofAlice);
  return { ...both, clock, caller: new Phone(alice), callee: new Phone(bob) };
}

test('CALL-8 a call rings, is accepted, and ends, and both timelines have one line for it', async () => {
  const { alice, bob, ofAlice, ofBob, caller, callee } = await twoPhones();
  const otherTab = await user({ account: bob.account, browser: bob.browser, isStarted: false });
  const heardByTab = new Promise((resolve) => otherTab.messenger.onSignal(resolve));
  caller.call(ofAlice);
  await exchange(caller, callee);
  expect(callee.state).toMatchObject({ phase: 'ringingIn', call: { caller: caller.self } });
  expect(await heardByTab).toMatchObject({ from: { ...caller.self, conversation: ofBob } });
  expect(caller.state).toMatchObject({ phase: 'ringingOut', isRinging: true });
  expect(await callsOf(bob, ofBob)).toMatchObject([{ by: alice.account.address, outcome: 'ringing' }]);

  callee.dispatch({ type: 'accept' });
  await exchange(callee, caller);
  expect(caller.state).toMatchObject({ phase: 'connecting', call: { legs: [callee.self] } });
  for (const [phone, other] of [
    [caller, callee],
    [callee, caller],
  ] as const)
    phone.dispatch({ type: 'leg', device: other.self.device, state: 'connected', now: Date.now() });
  expect(await callsOf(alice, ofAlice)).toMatchObject([{ outcome: 'answered' }]);
  caller.dispatch({ type: 'hangUp' });
  await exchange(caller, callee);
  expect(callee.state).toMatchObject({ phase: 'ended', reason: 'hungUp' });

  for (const [one, id] of [
    [alice, ofAlice],
    [bob, ofBob],
  ] as const) {
    expect(await callsOf(one, id)).toEqual([
      { by: alice.account.address, at: expect.any(Number), outcome: 'ended', seconds: expect.any(Number) },
    ]);
    expect(await messagesOf(one, id)).toHaveLength(2);
    expect(unreadOf(one)).toBe(0);
    expect(one.messenger.getSnapshot().conversations[0]?.lastCall).toMatchObject({ isMissed: false });
  }
  const waiting = await queryDatabase(
    getBackend(),
    'select 1 from message_queue join message_devices using (device_key) where address = any($1)',
    [[alice.account.address, bob.account.address]],
  );
  expect(waiting).toEqual([]);
  const file = await alice.messenger.exportHistory('correct horse');
  await alice.restart();
  await alice.messenger.importHistory(file, 'correct horse');
  expect(await callsOf(alice, ofAlice)).toHaveLength(1);
});

test('CALL-8 a call that comes an hour late counts as missed, and does not ring', async () => {
  const { alice, bob, ofAlice, ofBob, clock, caller, callee } = await twoPhones();
  caller.call(ofAlice);
  await caller.sent();
  clock.ahead = HOUR_MS;
  await settle(bob);
  expect(callee.received).toEqual([]);
  const [line] = await callsOf(bob, ofBob);
  expect(line).toMatchObject({ by: alice.account.address, outcome: 'missed' });
  // The time is that of the call, by the caller's clock.
  expect(Math.abs((line?.at ?? 0) - Date.now())).toBeLessThan(HOUR_MS / 2);
  expect(conversationOf(bob, alice.account.address)).toMatchObject({
    unread: 1,
    lastCall: { isMissed: true },
  });
  await bob.messenger.markRead(ofBob);
  await settle(bob);
  expect(unreadOf(bob)).toBe(0);
});

test('CALL-8 a caller who hangs up as if both had called leaves a missed call', async () => {
  const { alice, bob, ofAlice, ofBob, caller, callee } = await twoPhones();
  caller.call(ofAlice);
  await exchange(caller, callee);
  if (!('call' in caller.state)) throw new Error('there is no call');
  const { id: callId } = caller.state.call;
  const signal = { type: 'hangUp', callId, seq: 100, reason: 'glare' } as const;
  await alice.messenger.sendSignal(ofAlice, { accounts: [bob.account.address] }, signal);
  await settle(bob);
  expect(await callsOf(bob, ofBob)).toMatchObject([{ outcome: 'missed' }]);
});

test('CALL-8 declined, canceled, and unanswered calls have a line of their own', async () => {
  const { alice, bob, ofAlice, ofBob, clock, caller, callee } = await twoPhones();
  caller.call(ofAlice);
  await exchange(caller, callee);
  callee.dispatch({ type: 'decline' });
  await exchange(callee, caller);
  expect(caller.state).toMatchObject({ phase: 'ended', reason: 'declined' });

  caller.call(ofAlice);
  await exchange(caller, callee);
  caller.dispatch({ type: 'hangUp' });
  await exchange(caller, callee);
  expect(callee.state).toMatchObject({ phase: 'ended', reason: 'missed' });

  // The caller's page is gone, and nobody tells the callee.
  caller.call(ofAlice);
  await exchange(caller, callee);
  clock.ahead = 2 * 60_000;
  await settle(bob);
  expect((await callsOf(bob, ofBob)).map(({ outcome }) => outcome)).toEqual(['declined', 'missed', 'missed']);
  expect((await callsOf(alice, ofAlice)).map(({ outcome }) => outcome)).toEqual([
    'declined',
    'canceled',
    'ringing',
  ]);
  expect(unreadOf(bob)).toBe(2);
  expect(unreadOf(alice)).toBe(0);
});

test('CALL-8 a member who starts many calls at once leaves none ringing', async () => {
  const { alice, bob, ofAlice, ofBob, clock, caller, callee } = await twoPhones();
  const participants = [alice.account.address, bob.account.address];
  const to = { accounts: [bob.account.address] };
  for (let count = 0; count < 20; count += 1)
    caller.send(ofAlice, to, { type: 'invite', callId: newCallId(), seq: 0, at: Date.now(), participants });
  await caller.sent();
  await settle(bob);
  await callee.sent();
  clock.ahead = 2 * 60_000;
  await settle(bob);
  expect((await callsOf(bob, ofBob)).map(({ outcome }) => outcome)).toEqual(Array(20).fill('missed'));
});

test('CALL-8 who is in another call is busy, and has missed the call', async () => {
  const { alice, bob, ofBob, caller, callee } = await twoPhones();
  const carol = new Phone(await user());
  const ofCarol = await carol.user.messenger.openDirect(bob.account.address);
  await say(carol.user, ofCarol, 'hello');
  await settle(carol.user, bob);
  const withCarol = conversationOf(bob, carol.user.account.address).id;
  await accept(bob, withCarol);
  await say(bob, withCarol, 'hi');
  await settle(bob, carol.user);
  callee.call(ofBob);
  await exchange(callee, caller);
  expect(caller.state.phase).toBe('ringingIn');
  const missed = carol.call(ofCarol);
  await exchange(carol, callee);
  expect(carol.state).toMatchObject({ phase: 'ended', reason: 'busy' });
  expect(callee.missed).toEqual([missed]);
  await bob.messenger.noteMissedCall(withCarol, missed);
  expect(await callsOf(bob, withCarol)).toMatchObject([{ outcome: 'missed' }]);
  expect(await callsOf(carol.user, ofCarol)).toMatchObject([{ outcome: 'busy' }]);
  expect(await callsOf(alice, conversationOf(alice, bob.account.address).id)).toMatchObject([
    { outcome: 'ringing' },
  ]);
});

test('CALL-8 strangers and blocked accounts neither ring nor leave a line', async () => {
  const [alice, bob] = [await user(), await user()];
  const [caller, callee] = [new Phone(alice), new Phone(bob)];
  const ofAlice = await alice.messenger.openDirect(bob.account.address);
  await say(alice, ofAlice, 'hello');
  await settle(alice, bob);
  const request = conversationOf(bob, alice.account.address);
  expect(request.isRequest).toBe(true);
  caller.call(ofAlice);
  await exchange(caller, callee);
  expect([callee.received, callee.state.phase]).toEqual([[], 'idle']);
  expect(await callsOf(bob, request.id)).toEqual([]);
  caller.dispatch({ type: 'hangUp' });

  await accept(bob, request.id);
  await bob.messenger.setBlocked(alice.account.address, true);
  caller.call(ofAlice);
  await exchange(caller, callee);
  expect([callee.received, callee.state.phase]).toEqual([[], 'idle']);
  expect(await callsOf(bob, request.id)).toEqual([]);
});

test('CALL-1 CALL-8 all devices ring, the others stop, and all know how long the call was', async () => {
  const { alice, bob, ofAlice, ofBob, caller, callee } = await twoPhones();
  const tablet = new Phone(await user({ account: bob.account }));
  await settle(bob, tablet.user, alice);
  await say(alice, ofAlice, 'to both');
  await settle(alice, bob, tablet.user);
  const onTablet = conversationOf(tablet.user, alice.account.address).id;
  caller.call(ofAlice);
  await exchange(caller, callee, tablet);
  expect([callee.state.phase, tablet.state.phase]).toEqual(['ringingIn', 'ringingIn']);
  tablet.dispatch({ type: 'accept' });
  await exchange(tablet, callee, caller);
  expect(callee.state).toMatchObject({ phase: 'ended', reason: 'elsewhere' });

  // A session description reaches only the device that it is for.
  const before = callee.received.length;
  const to = tablet.self;
  const { callId } = caller.received[0]?.signal ?? { callId: '' };
  caller.send(ofAlice, to, { type: 'offer', callId, seq: 50, to: to.device, sdp: 'v=0\r\n'.repeat(2_000) });
  await exchange(caller, callee, tablet);
  expect(callee.received).toHaveLength(before);
  expect(tablet.received.at(-1)?.signal.type).toBe('offer');

  tablet.dispatch({ type: 'hangUp' });
  await exchange(tablet, callee, caller);
  for (const [one, id] of [
    [alice, ofAlice],
    [bob, ofBob],
    [tablet.user, onTablet],
  ] as const)
    expect(await callsOf(one, id)).toMatchObject([{ outcome: 'ended', seconds: expect.any(Number) }]);
});

test('CALL-3 CALL-8 three members of a room are called, and a call that became another one has no line', async () => {
  const phones = [new Phone(await user()), new Phone(await user()), new Phone(await user())];
  const [alice, bob, carol] = phones as [Phone, Phone, Phone];
  const id = await alice.user.messenger.createRoom('Boat trip', [
    bob.user.account.address,
    carol.user.account.address,
  ]);
  await settle(alice.user, bob.user, carol.user);
  for (const { user: one } of [bob, carol]) await accept(one, conversationOf(one, 'room').id);
  alice.call(id);
  await exchange(...phones);
  bob.dispatch({ type: 'accept' });
  await exchange(bob, alice, carol);
  expect(alice.state.phase).toBe('connecting');
  expect(await callsOf(carol.user, conversationOf(carol.user, 'room').id)).toMatchObject([
    { outcome: 'ringing' },
  ]);
  carol.dispatch({ type: 'decline' });
  await exchange(carol, alice, bob);
  bob.dispatch({ type: 'hangUp' });
  await exchange(bob, alice, carol);
  const outcomes = await Promise.all(
    phones.map(async ({ user: one }) =>
      (await callsOf(one, conversationOf(one, 'room').id)).map(({ outcome }) => outcome),
    ),
  );
  expect(outcomes).toEqual([['ended'], ['ended'], ['declined']]);

  const { alice: first, bob: second, ofAlice, ofBob, caller, callee } = await twoPhones();
  caller.call(ofAlice);
  callee.call(ofBob);
  await exchange(caller, callee);
  expect([caller.state.phase, callee.state.phase]).toEqual(['connecting', 'connecting']);
  for (const [one, conversation] of [
    [first, ofAlice],
    [second, ofBob],
  ] as const)
    expect(await callsOf(one, conversation)).toMatchObject([{ outcome: 'answered' }]);
});
