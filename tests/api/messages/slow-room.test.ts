import { conversationOf, messengerSuite, say, settle, textsOf, type User } from '../../support/messenger';
import { until } from '../../support/until';

const { user, pair } = messengerSuite();

/** Lets the answer to the next message or commit that a user sends hang. `release` lets it arrive. */
function hangNext(
  { network }: User,
  hanging: '/messages/send' | '/messages/commit' = '/messages/send',
): { hangs: Promise<void>; release: () => void } {
  let onHang = () => {};
  let release = () => {};
  const hangs = new Promise<void>((resolve) => {
    onHang = resolve;
  });
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isHung = false;
  network.tamper = <T>(path: string, answer: T): T => {
    if (path !== hanging || isHung) return answer;
    isHung = true;
    onHang();
    // The caller awaits the answer, so it may be a promise.
    return released.then(() => answer) as unknown as T;
  };
  return { hangs, release };
}

/** Alice in a conversation with Bob and in one with Carol, all fetched. */
async function trio() {
  const { alice, bob, ofAlice: withBob, ofBob } = await pair();
  const carol = await user();
  const withCarol = await alice.messenger.openDirect(carol.account.address);
  await say(alice, withCarol, 'hello Carol');
  await settle(alice, carol);
  const ofCarol = conversationOf(carol, alice.account.address).id;
  await say(carol, ofCarol, 'hello Alice');
  await settle(carol, alice);
  return { alice, bob, carol, withBob, withCarol, ofBob, ofCarol };
}

const fetched = async (one: User, id: string, text: string) =>
  until(async () => {
    await one.messenger.sync();
    return (await textsOf(one, id)).includes(text);
  }, text);

test('HUB-2 a conversation whose sending hangs delays neither another one nor what arrives', async () => {
  const { alice, bob, carol, withBob, withCarol, ofBob, ofCarol } = await trio();
  const { hangs, release } = hangNext(alice);
  await alice.messenger.send(withBob, { type: 'text', text: 'slow' });
  await hangs;
  await alice.messenger.send(withBob, { type: 'text', text: 'behind it' });
  await alice.messenger.send(withCarol, { type: 'text', text: 'quick' });
  await fetched(carol, ofCarol, 'quick');
  await say(carol, ofCarol, 'received');
  await carol.messenger.sync();
  void alice.messenger.sync();
  await until(async () => (await textsOf(alice, withCarol)).includes('received'), 'what arrives');
  // The order within the conversation is kept.
  await bob.messenger.sync();
  expect((await textsOf(bob, ofBob)).slice(2)).toEqual(['slow']);
  release();
  await fetched(bob, ofBob, 'behind it');
  expect((await textsOf(bob, ofBob)).slice(2)).toEqual(['slow', 'behind it']);
});

test('HUB-2 a second tab sends in other conversations, and in the slow one only after the first tab', async () => {
  const { alice, bob, carol, withBob, withCarol, ofBob, ofCarol } = await trio();
  const { hangs, release } = hangNext(alice);
  await alice.messenger.send(withBob, { type: 'text', text: 'slow' });
  await hangs;
  // Opened only now, because any tab may send what waits.
  const second = await user({ account: alice.account, browser: alice.browser, isStarted: false });
  await second.messenger.send(withBob, { type: 'text', text: 'from the second tab' });
  await second.messenger.send(withCarol, { type: 'text', text: 'quick' });
  await fetched(carol, ofCarol, 'quick');
  await bob.messenger.sync();
  expect((await textsOf(bob, ofBob)).slice(2)).toEqual(['slow']);
  release();
  await fetched(bob, ofBob, 'from the second tab');
  await settle(alice, second, bob, carol);
  expect((await textsOf(bob, ofBob)).slice(2)).toEqual(['slow', 'from the second tab']);
  expect((await textsOf(carol, ofCarol)).slice(2)).toEqual(['quick']);
});

test('HUB-2 what waits in several conversations is sent once and in order after a reload', async () => {
  const { alice, bob, carol, withBob, withCarol, ofBob, ofCarol } = await trio();
  alice.network.isOffline = true;
  for (const text of ['one', 'two', 'three'])
    for (const id of [withBob, withCarol]) await alice.messenger.send(id, { type: 'text', text });
  await alice.restart();
  alice.network.isOffline = false;
  // The answer to the first message is lost as well.
  const { losesAnswer } = alice.network;
  let isLost = false;
  alice.network.losesAnswer = (path) => {
    const isFirst = path === '/messages/send' && !isLost;
    isLost ||= isFirst;
    return isFirst;
  };
  await settle(alice);
  alice.network.losesAnswer = losesAnswer;
  await alice.restart();
  await settle(alice, bob, carol);
  expect((await textsOf(bob, ofBob)).slice(2)).toEqual(['one', 'two', 'three']);
  expect((await textsOf(carol, ofCarol)).slice(2)).toEqual(['one', 'two', 'three']);
});

test('HUB-2 a room whose commit hangs delays no other conversation, in this tab or another', async () => {
  const { alice, bob, carol, withCarol, ofCarol } = await trio();
  const second = await user({ account: alice.account, browser: alice.browser, isStarted: false });
  const room = await alice.messenger.createRoom('Island', [bob.account.address]);
  await settle(alice, bob);
  const { hangs, release } = hangNext(alice, '/messages/commit');
  const added = alice.messenger.addMembers(room, [carol.account.address]);
  await hangs;
  await alice.messenger.send(withCarol, { type: 'text', text: 'quick' });
  await fetched(carol, ofCarol, 'quick');
  await second.messenger.send(withCarol, { type: 'text', text: 'from the second tab' });
  await fetched(carol, ofCarol, 'from the second tab');
  await say(carol, ofCarol, 'received');
  await carol.messenger.sync();
  void alice.messenger.sync();
  await until(async () => (await textsOf(alice, withCarol)).includes('received'), 'what arrives');
  release();
  await added;
  await settle(alice, carol);
  expect(
    alice.messenger.getSnapshot().conversations.find(({ id }) => id === room)?.participants,
  ).toHaveLength(3);
});
