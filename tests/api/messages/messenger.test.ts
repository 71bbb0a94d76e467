import {
  accept,
  type Browser,
  conversationOf,
  messagesOf,
  messengerSuite,
  newBrowser,
  say,
  settle,
  textsOf,
  type User,
} from '../../support/messenger';
import { queryDatabase } from '../../support/plain-chains';

const { user, pair, getBackend } = messengerSuite();

test('a first message is a request for a stranger, and none once it is answered', async () => {
  const [alice, bob] = [await user(), await user()];
  const id = await alice.messenger.openDirect(bob.account.address);
  await say(alice, id, 'hello');
  expect((await messagesOf(alice, id)).map(({ state }) => state.kind)).toEqual(['waiting']);
  await settle(alice, bob);
  expect((await messagesOf(alice, id)).map(({ state }) => state.kind)).toEqual(['sent']);
  const request = conversationOf(bob, alice.account.address);
  expect(request).toMatchObject({ isRequest: true, unread: 1, invitedBy: alice.account.address });
  await accept(bob, request.id);
  await settle(bob);
  expect(conversationOf(bob, alice.account.address)).toMatchObject({ isRequest: false, unread: 1 });
  await say(bob, request.id, 'hi');
  await settle(bob, alice);
  expect(await textsOf(alice, id)).toEqual(['hello', 'hi']);
  expect(await textsOf(bob, request.id)).toEqual(['hello', 'hi']);
  expect(await alice.messenger.securityCode(id)).toEqual(await bob.messenger.securityCode(request.id));
  expect(conversationOf(alice, bob.account.address).isRequest).toBe(false);
});

test('an account without a device can not be reached, and the message can be sent again later', async () => {
  const [alice, bob] = [await user(), await user({ isStarted: false })];
  const id = await alice.messenger.openDirect(bob.account.address);
  await say(alice, id, 'are you there?');
  await settle(alice);
  const [message] = await messagesOf(alice, id);
  expect(message?.state).toEqual({ kind: 'failed', reason: 'notReachable' });
  await bob.messenger.startDevice(bob.signer);
  if (message) await alice.messenger.retry(id, message.reference);
  await settle(alice, bob);
  expect(await textsOf(bob, conversationOf(bob, alice.account.address).id)).toEqual(['are you there?']);
});

test('a list of messages follows while it is shown, and loads one older page at a time', async () => {
  const [alice, bob] = [await user(), await user()];
  const id = await alice.messenger.openDirect(bob.account.address);
  alice.network.isOffline = true;
  const write = (text: string) => alice.messenger.send(id, { type: 'text', text });
  for (let number = 1; number <= 120; number += 1) await write(String(number));
  const timeline = alice.messenger.timeline(id);
  const count = () => timeline.getSnapshot().items.length;
  // React's strict mode subscribes twice.
  timeline.subscribe(() => {})();
  const unsubscribe = timeline.subscribe(() => {});
  await Promise.all([timeline.loadOlder(), timeline.loadOlder()]);
  expect(count()).toBe(100);
  unsubscribe();
  await write('while nobody looks');
  expect(count()).toBe(100);
  timeline.subscribe(() => {});
  await timeline.loadTo(0);
  expect(count()).toBe(121);
});

test('reactions, edits, deletions, and read marks arrive', async () => {
  const { alice, bob, ofAlice, ofBob } = await pair();
  const [first] = await messagesOf(bob, ofBob);
  if (!first) throw new Error('nothing arrived');
  await bob.messenger.react(ofBob, first.reference, '👍');
  await alice.messenger.edit(ofAlice, first.reference, 'hello, Bob');
  await bob.messenger.setSettings({ sharesReadMarks: true });
  await settle(alice, bob);
  await bob.messenger.markRead(ofBob);
  await settle(bob, alice);
  expect((await messagesOf(alice, ofAlice))[0]).toMatchObject({
    body: { text: 'hello, Bob' },
    isEdited: true,
    reactions: [{ emoji: '👍', by: [bob.account.address] }],
    readBy: [bob.account.address],
  });
  await alice.messenger.deleteMessage(ofAlice, first.reference);
  await settle(alice, bob);
  expect((await messagesOf(bob, ofBob))[0]).toMatchObject({ body: null, reactions: [] });
});

test('if both start at once, both see one conversation with all messages', async () => {
  const [alice, bob] = [await user(), await user()];
  const ofAlice = await alice.messenger.openDirect(bob.account.address);
  const ofBob = await bob.messenger.openDirect(alice.account.address);
  await Promise.all([say(alice, ofAlice, 'from Alice'), say(bob, ofBob, 'from Bob')]);
  await Promise.all([alice.messenger.sync(), bob.messenger.sync()]);
  await settle(alice, bob);
  await say(alice, ofAlice, 'again');
  await settle(alice, bob);
  await say(bob, ofBob, 'and again');
  await settle(bob, alice);
  for (const [one, id] of [
    [alice, ofAlice],
    [bob, ofBob],
  ] as const) {
    expect((await textsOf(one, id)).toSorted()).toEqual(['again', 'and again', 'from Alice', 'from Bob']);
    expect(one.messenger.getSnapshot().conversations).toHaveLength(1);
    expect(conversationOf(one, one === alice ? bob.account.address : alice.account.address).isRequest).toBe(
      false,
    );
  }
  expect(await alice.messenger.securityCode(ofAlice)).toEqual(await bob.messenger.securityCode(ofBob));
});

test('after a long time offline, everything arrives in order, and what was written meanwhile is sent once', async () => {
  const { alice, bob, ofAlice, ofBob } = await pair();
  bob.network.isOffline = true;
  for (let number = 0; number < 130; number += 1) await say(alice, ofAlice, `number ${number}`);
  await settle(alice);
  await say(bob, ofBob, 'from the island');
  await say(bob, ofBob, 'still here');
  await bob.messenger.sync();
  expect(bob.messenger.getSnapshot().isOnline).toBe(false);
  expect((await messagesOf(bob, ofBob)).slice(-2).map(({ state }) => state.kind)).toEqual([
    'waiting',
    'waiting',
  ]);
  bob.network.isOffline = false;
  await settle(bob, alice);
  const expected = Array.from({ length: 130 }, (_, number) => `number ${number}`);
  expect((await textsOf(bob, ofBob)).filter((text) => text.startsWith('number'))).toEqual(expected);
  expect((await textsOf(alice, ofAlice)).slice(-2)).toEqual(['from the island', 'still here']);
  const rows = await queryDatabase(
    getBackend(),
    'select 1 from message_queue join message_devices using (device_key) where address = any($1)',
    [[alice.account.address, bob.account.address]],
  );
  expect(rows).toEqual([]);
});

test.each(['/messages/send', '/messages/commit', '/messages/acknowledge', '/messages/inbox'] as const)(
  'if answers of %s are lost, nothing is lost or doubled',
  async (lost) => {
    const [alice, bob] = [await user(), await user()];
    for (const one of [alice, bob])
      one.network.losesAnswer = (path, count) => path === lost && count % 2 === 1;
    const id = await alice.messenger.openDirect(bob.account.address);
    for (const text of ['one', 'two', 'three']) {
      await say(alice, id, text);
      await settle(alice, bob, alice, bob);
    }
    await settle(alice, bob, alice, bob);
    const ofBob = conversationOf(bob, alice.account.address).id;
    expect(await textsOf(bob, ofBob)).toEqual(['one', 'two', 'three']);
    await say(bob, ofBob, 'four');
    await settle(bob, alice, bob, alice);
    expect(await textsOf(alice, id)).toEqual(['one', 'two', 'three', 'four']);
    expect(alice.messenger.getSnapshot().conversations).toHaveLength(1);
  },
);

test('a server that repeats, reverses, and forges items stops nothing', async () => {
  const { alice, bob, ofAlice, ofBob } = await pair();
  type Inbox = { items: { id: number; content: string }[]; isComplete: boolean };
  bob.network.tamper = (path, answer) => {
    if (path !== '/messages/inbox') return answer;
    const { items, ...rest } = answer as Inbox;
    const forged = items.map((item) => ({ ...item, id: item.id + 1_000_000, content: 'AAEAAg==' }));
    return { ...rest, items: [...forged, ...items.toReversed(), ...items] } as typeof answer;
  };
  await alice.messenger.renewDevice(alice.signer);
  for (const text of ['one', 'two', 'three']) await say(alice, ofAlice, text);
  await settle(alice);
  await bob.messenger.sync().catch(() => undefined);
  bob.network.tamper = (_, answer) => answer;
  await settle(bob);
  expect((await textsOf(bob, ofBob)).toSorted()).toEqual(['hello', 'hi', 'one', 'three', 'two']);
  expect(bob.messenger.getSnapshot().refusedItems).toBeGreaterThan(0);
});

test('HUB-2 a message of a sender whose clock is ahead has the time at which it was received', async () => {
  let ahead = 0;
  const [alice, bob] = [await user({ now: () => Date.now() + ahead }), await user()];
  const id = await alice.messenger.openDirect(bob.account.address);
  ahead = 2 * 24 * 60 * 60 * 1_000;
  await say(alice, id, 'from the day after tomorrow');
  await settle(alice, bob);
  const [received] = await messagesOf(bob, conversationOf(bob, alice.account.address).id);
  expect(received?.at).toBeLessThanOrEqual(Date.now());
});

test('HUB-4 a payment that its sender shows twice is marked the second time, in any conversation', async () => {
  const { alice, bob, ofAlice, ofBob } = await pair();
  const transfer = { type: 'transfer', chainId: 1, txHash: `0x${'ab'.repeat(32)}` } as const;
  // Somebody who only points to another one's payment takes nothing from its sender.
  await bob.messenger.send(ofBob, transfer);
  await settle(bob, alice);
  await alice.messenger.send(ofAlice, transfer);
  const room = await alice.messenger.createRoom('Harbor', [bob.account.address]);
  await alice.messenger.send(room, transfer);
  await settle(alice, bob);
  const ofRoom = conversationOf(bob, 'room').id;
  const repeated = async (id: string) =>
    (await messagesOf(bob, id)).map((message) => message.isRepeated ?? false);
  expect(await repeated(ofBob)).toEqual([false, false, false, false]);
  expect(await repeated(ofRoom)).toEqual([true]);
  // Payments that were signed for the same transaction are payments of their own.
  for (const digit of ['1', '2', '1'])
    await alice.messenger.send(room, { ...transfer, signed: `0x${digit.repeat(64)}` });
  await settle(alice, bob);
  expect(await repeated(ofRoom)).toEqual([true, false, false, true]);
  await bob.messenger.deleteConversation(ofBob);
  await alice.messenger.send(ofAlice, transfer);
  await settle(alice, bob);
  expect(await repeated(ofBob)).toEqual([true]);
});

test('HUB-4 a payment leads to the conversation in which its sender wrote about it, until that is deleted', async () => {
  const { alice, bob, ofAlice, ofBob } = await pair();
  const mallory = await user();
  const txHash = `0x${'5e'.repeat(32)}` as const;
  const payment = { chainId: 31337, txHash, from: alice.account.address };
  const placeOf = ({ messenger }: User) => messenger.conversationOfTransfer(payment);
  expect(await placeOf(alice)).toBeNull();
  // Somebody else writes about the same transaction first.
  const ofMallory = await mallory.messenger.openDirect(bob.account.address);
  await mallory.messenger.send(ofMallory, { type: 'transfer', chainId: 31337, txHash });
  await settle(mallory, bob);
  expect(await placeOf(bob)).toBeNull();
  await alice.messenger.send(ofAlice, { type: 'transfer', chainId: 31337, txHash });
  expect(await placeOf(alice)).toBe(ofAlice);
  await settle(alice, bob);
  expect(await placeOf(bob)).toBe(ofBob);
  expect(await bob.messenger.conversationOfTransfer({ ...payment, chainId: 1 })).toBeNull();

  const file = await bob.messenger.exportHistory('correct horse');
  await bob.messenger.deleteConversation(ofBob);
  expect(await placeOf(bob)).toBeNull();
  await bob.messenger.importHistory(file, 'correct horse');
  expect(await placeOf(bob)).toBe(ofBob);
  const message = (await messagesOf(alice, ofAlice)).at(-1);
  if (message) await alice.messenger.deleteMessage(ofAlice, message.reference);
  await settle(alice, bob);
  expect([await placeOf(alice), await placeOf(bob)]).toEqual([null, null]);
});

test('HUB-4 a signed payment leads to its conversation, with and without which of the transaction it is', async () => {
  const { alice, bob, ofAlice, ofBob } = await pair();
  const txHash = `0x${'5f'.repeat(32)}` as const;
  const [signed, other] = [`0x${'a1'.repeat(32)}`, `0x${'b2'.repeat(32)}`] as const;
  const payment = { chainId: 31337, txHash, from: alice.account.address };
  await alice.messenger.send(ofAlice, { type: 'transfer', chainId: 31337, txHash, signed });
  await settle(alice, bob);
  for (const [{ messenger }, conversation] of [
    [alice, ofAlice],
    [bob, ofBob],
  ] as const) {
    expect(await messenger.conversationOfTransfer(payment)).toBe(conversation);
    expect(await messenger.conversationOfTransfer({ ...payment, signed })).toBe(conversation);
    expect(await messenger.conversationOfTransfer({ ...payment, signed: other })).toBeNull();
  }
});

test('a message that is stored while the conversation is deleted stays', async () => {
  const browser = newBrowser();
  const locks: Browser['locks'] = async (name, work) => {
    const result = await browser.locks(name, work);
    // Hears of its end only after everybody who waited for the lock.
    if (name.endsWith(':write')) await browser.locks(name, async () => undefined);
    return result;
  };
  const [alice, bob] = [await user({ browser: { ...browser, locks } }), await user()];
  const id = await alice.messenger.openDirect(bob.account.address);
  await say(alice, id, 'old');
  await Promise.all([alice.messenger.deleteConversation(id), say(alice, id, 'new')]);
  expect(await textsOf(alice, id)).toEqual(['new']);
  await settle(alice, bob);
  expect((await textsOf(bob, conversationOf(bob, alice.account.address).id)).at(-1)).toBe('new');
});

test('a blocked account gets nothing through, and nothing is sent to it', async () => {
  const { alice, bob, ofAlice, ofBob } = await pair();
  await bob.messenger.setBlocked(alice.account.address, true);
  await say(alice, ofAlice, 'spam');
  await say(bob, ofBob, 'not sent');
  await settle(alice, bob);
  expect(await textsOf(bob, ofBob)).toEqual(['hello', 'hi', 'not sent']);
  expect((await messagesOf(bob, ofBob)).at(-1)?.state).toEqual({ kind: 'failed', reason: 'blocked' });
  expect(conversationOf(bob, alice.account.address)).toMatchObject({ isBlocked: true });
});
