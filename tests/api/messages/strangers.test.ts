import { keccak256 } from 'viem';
import { membersOf } from '@/lib/messages/mls/group';
import { randomId } from '@/lib/messages/protocol/content';
import {
  claimPackages,
  keyOfPackage,
  type Person,
  person,
  revocationBody,
  revoke,
  send,
  startGroup,
} from '../../support/api-messages';
import { directOf, roomOf } from '../../support/conversations';
import { type HostileGroup, joinHostileGroup, speak, startHostileGroup } from '../../support/hostile-sender';
import { base64, DEVICE_SITE, frame, messageBody } from '../../support/message-frames';
import { newAccount, newDevice, newKeyPackage } from '../../support/messaging';
import {
  accept,
  conversationOf,
  decline,
  messagesOf,
  messengerSuite,
  say,
  settle,
  stored,
  textsOf,
  type User,
  type UserOptions,
} from '../../support/messenger';
import { queryDatabase } from '../../support/plain-chains';
import { closeGroup, commitIn, leavesOf } from '../../support/room-forks';

const { user, getBackend } = messengerSuite();

/** Bob, who is invited to a room by somebody unknown. Messages in it can come after others that weren't sent. */
async function invited(options: UserOptions = {}) {
  const bob = await user(options);
  await settle(bob);
  const mallory = await person();
  const add = await claimPackages(mallory, bob.account.address);
  const group = await startHostileGroup(mallory, { add });
  const sayToBob = (text: string, skipped?: number) => speak(mallory, group, { type: 'text', text }, skipped);
  return { bob, mallory, group, sayToBob };
}
type Invited = Awaited<ReturnType<typeof invited>>;

test('HUB-1 items of a conversation that the device isn’t in are dropped', async () => {
  const bob = await user();
  await bob.messenger.sync();
  const mallory = await person();
  const group = await startGroup(mallory);
  const to = (await claimPackages(mallory, bob.account.address)).map(keyOfPackage);
  for (let count = 0; count < 5; count += 1) {
    const content = base64(frame('application', { groupId: group.groupId, epoch: 1, length: 60_000 }));
    await send(mallory, messageBody(mallory, group, 1, to, { content }));
  }
  await settle(bob);
  expect(await stored(bob, (store) => store.count('pendingItems'))).toBe(0);
  // All are acknowledged.
  expect((await stored(bob, (store) => store.readAll('processed'))).map(({ value }) => value)).toEqual(
    Array(5).fill(expect.objectContaining({ isAcknowledged: true })),
  );
});

test('HUB-1 a request for a room says that it is an invitation, and that the user joined once it is accepted', async () => {
  const { bob } = await invited();
  await settle(bob);
  const { id } = conversationOf(bob, 'room');
  const events = async () =>
    (await stored(bob, (store) => store.readItems(id, { before: 99, limit: 9 }))).map(({ item }) =>
      item.kind === 'notice' ? item.event.type : item.kind,
    );
  expect(await events()).toEqual(['invited']);
  await accept(bob, id);
  expect((await events()).toSorted()).toEqual(['invited', 'joined']);
});

test('HUB-1 a stranger’s request lets few items wait, and a conversation more', async () => {
  const { bob, group, sayToBob } = await invited();
  await sayToBob('hello');
  await settle(bob);
  // The header says that they are of a later epoch, whose commit the device has to wait for.
  const early = base64(frame('application', { groupId: group.groupId, epoch: 9 }));
  bob.network.tamper = <T>(path: string, answer: T): T => {
    if (path !== '/messages/inbox') return answer;
    const { items } = answer as { items: { kind: string; content: string }[] };
    for (const item of items) item.content = early;
    return answer;
  };
  const sendMore = async () => {
    for (let count = 0; count < 15; count += 1) await sayToBob('later');
    await settle(bob);
  };
  await sendMore();
  expect(await stored(bob, (store) => store.count('pendingItems'))).toBe(10);
  await accept(bob, conversationOf(bob, 'room').id);
  await sendMore();
  expect(await stored(bob, (store) => store.count('pendingItems'))).toBe(25);
});

test('HUB-1 before a request is accepted, nobody can see that it arrived', async () => {
  const bob = await user();
  const tablet = await user({ account: bob.account });
  await settle(bob, tablet, bob);
  const mallory = await person();
  const [ofBob] = (await claimPackages(mallory, bob.account.address)).filter(
    (one) => keyOfPackage(one) === bob.messenger.getSnapshot().deviceKey,
  );
  if (!ofBob) throw new Error('the device has no key package');
  const group = await startHostileGroup(mallory, { add: [ofBob] });
  await speak(mallory, group, { type: 'text', text: 'hello' });
  bob.network.sent.length = 0;
  await settle(bob);
  const { id, isRequest } = conversationOf(bob, 'room');
  expect(isRequest).toBe(true);
  const visible = () =>
    bob.network.sent.filter((body) => body.includes('nextAccessHash') || body.includes('messageId'));
  expect(visible()).toEqual([]);
  await accept(bob, id);
  await settle(bob, tablet);
  // Only now the room gets this account's other device.
  expect(visible()).not.toEqual([]);
  expect(conversationOf(tablet, 'room').participants).toHaveLength(2);
});

test('HUB-1 a request makes the device read no log of a member but the one who sent it', async () => {
  const bob = await user();
  await settle(bob);
  const mallory = await person();
  const others = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const device = await newDevice(newAccount(), { site: DEVICE_SITE });
      return (await newKeyPackage(device)).publicPackage;
    }),
  );
  const add = [...(await claimPackages(mallory, bob.account.address)), ...others];
  await startHostileGroup(mallory, { add });
  bob.network.sent.length = 0;
  await bob.messenger.sync();
  expect(conversationOf(bob, 'room').isRequest).toBe(true);
  // The own log is read as always.
  const accounts = bob.network.sent.flatMap((body) => JSON.parse(body).address ?? []);
  expect(new Set(accounts)).toEqual(new Set([bob.account.address, mallory.account.address]));
});

test('HUB-1 a request stores and reads no logs, whatever is said in it, and causes nothing later', async () => {
  const clock = { offset: 0 };
  const bob = await user({ now: () => Date.now() + clock.offset });
  await settle(bob);
  const before = await stored(bob, (store) => store.count('identities'));
  const mallory = await person();
  const speakers = await Promise.all(
    Array.from({ length: 5 }, async () =>
      newKeyPackage(await newDevice(newAccount(), { site: DEVICE_SITE })),
    ),
  );
  const own = await claimPackages(mallory, bob.account.address);
  const add = [...own, ...speakers.map(({ publicPackage }) => publicPackage)];
  const group = await startHostileGroup(mallory, { add });
  const accounts = membersOf(group.conversation).map(({ account }) => account);
  const heads = accounts.map((account) => ({ account, length: 9, hash: keccak256(account) }));
  await speak(mallory, group, { type: 'heads', heads });
  for (const speaker of speakers) {
    const as = await joinHostileGroup(group, speaker);
    await speak(mallory, as, { type: 'text', text: 'from an account without a device' });
  }
  await speak(mallory, group, { type: 'text', text: 'from Mallory' });
  bob.network.sent.length = 0;
  await settle(bob);
  const logs = () =>
    bob.network.sent
      .flatMap((body) => JSON.parse(body).address ?? [])
      .filter((address) => address !== bob.account.address);
  expect(await textsOf(bob, conversationOf(bob, 'room').id)).toEqual(['from Mallory']);
  expect(new Set(logs())).toEqual(new Set([mallory.account.address]));
  expect(await stored(bob, (store) => store.count('identities'))).toBe(before);
  // Later items read Mallory's log again, because she may have revoked her device.
  clock.offset += 600_001;
  await bob.messenger.refresh();
  bob.network.sent.length = 0;
  await speak(mallory, group, { type: 'text', text: 'again' });
  await settle(bob);
  expect(logs()).toEqual([mallory.account.address]);
  expect(await stored(bob, (store) => store.count('identities'))).toBe(before);
});

test.each([
  [
    'whose only other device is revoked',
    async ({ mallory }: Invited) => revoke(mallory, await revocationBody(mallory)),
  ],
  [
    'whose members lie about a log',
    async ({ bob, group, mallory }: Invited) => {
      await accept(bob, conversationOf(bob, 'room').id);
      const head = { length: 9, hash: keccak256('0x') };
      const heads = [{ account: bob.account.address, ...head }];
      await speak(mallory, group, { type: 'heads', heads });
    },
  ],
])('HUB-3 a room %s can be left', async (_, prepare) => {
  const room = await invited();
  const { bob, sayToBob } = room;
  await sayToBob('hello');
  await settle(bob);
  await prepare(room);
  await settle(bob);
  const { id, isRequest } = conversationOf(bob, 'room');
  if (isRequest) await decline(bob, id);
  else await bob.messenger.leave(id);
  await settle(bob);
  expect(bob.messenger.getSnapshot().conversations).toHaveLength(isRequest ? 0 : 1);
  const groups = await stored(bob, (store) => store.readAll('groups'));
  expect(groups.map(({ value }) => value.state)).toEqual([null]);
});

test.each(['a request', 'an accepted room'])(
  'HUB-3 whoever was made the owner of a room that nobody can change can leave it: %s',
  async (what) => {
    const bob = await user();
    await settle(bob);
    const mallory = await person();
    const roles = roomOf(bob.account, [mallory.account]);
    const add = await claimPackages(mallory, bob.account.address);
    const group = await startHostileGroup(mallory, { add, roles });
    await closeGroup(mallory, group);
    await settle(bob);
    const { id, ownRole } = conversationOf(bob, 'room');
    expect(ownRole).toBe('owner');
    if (what === 'a request') {
      bob.network.sent.length = 0;
      await decline(bob, id);
      await settle(bob);
      expect(bob.messenger.getSnapshot().conversations).toEqual([]);
      expect(bob.network.sent.filter((body) => body.includes('nextAccessHash'))).toEqual([]);
      return;
    }
    await accept(bob, id);
    await bob.messenger.leave(id);
    await settle(bob);
    expect(conversationOf(bob, 'room').ownRole).toBeNull();
    const items = await stored(bob, (store) => store.readItems(id, { before: 99, limit: 1 }));
    expect(items).toMatchObject([{ item: { kind: 'notice', event: { type: 'leftAsOwner' } } }]);
  },
);

/** Has a stranger open rooms with Bob, and write their number in each. Returns the rooms. */
async function openRooms(bob: User, mallory: Person, count: number): Promise<HostileGroup[]> {
  const rooms: HostileGroup[] = [];
  for (let index = 0; index < count; index += 1) {
    const add = await claimPackages(mallory, bob.account.address);
    const group = await startHostileGroup(mallory, { add });
    await speak(mallory, group, { type: 'text', text: `room ${index}` });
    rooms.push(group);
    await bob.messenger.sync();
  }
  return rooms;
}
const textsOfAll = async (bob: User) => {
  const { conversations } = bob.messenger.getSnapshot();
  const texts = await Promise.all(conversations.map(async ({ id }) => (await textsOf(bob, id)).join()));
  return texts.toSorted();
};

test('HUB-1 a stranger has at most five requests, the oldest makes room, and comes back with its next message', async () => {
  const bob = await user();
  await settle(bob);
  const mallory = await person();
  const [first] = await openRooms(bob, mallory, 7);
  expect(await textsOfAll(bob)).toEqual(['room 2', 'room 3', 'room 4', 'room 5', 'room 6']);
  expect(await stored(bob, (store) => store.readAll('messages'))).toHaveLength(10);
  if (!first) throw new Error('no room was opened');
  await speak(mallory, first, { type: 'text', text: 'room 0 again' });
  await settle(bob);
  expect(await textsOfAll(bob)).toEqual(['room 0 again', 'room 3', 'room 4', 'room 5', 'room 6']);
});

test.each([
  ['displaced', 'once'],
  ['declined', 'once'],
  ['declined', 'again'],
])(
  'HUB-3 a room that was left keeps its history when a request for it is %s, if the account was added %s',
  async (how, times) => {
    const [alice, bob] = [await user(), await user()];
    await alice.messenger.createRoom('Room', [bob.account.address]);
    const id = conversationOf(alice, 'room').id;
    await say(alice, id, 'evidence');
    await settle(alice, bob);
    const ofBob = conversationOf(bob, 'room').id;
    await accept(bob, ofBob);
    await bob.messenger.leave(ofBob);
    await settle(bob, alice);
    await alice.messenger.addMembers(id, [bob.account.address]);
    await settle(alice, bob);
    expect(conversationOf(bob, 'room').isRequest).toBe(true);
    if (times === 'again') {
      await alice.messenger.removeMember(id, bob.account.address);
      await settle(alice, bob);
      await alice.messenger.addMembers(id, [bob.account.address]);
      await settle(alice, bob);
    }
    if (how === 'declined') await decline(bob, ofBob);
    else {
      for (let count = 0; count < 5; count += 1) {
        await alice.messenger.createRoom(`Room ${count}`, [bob.account.address]);
        await settle(alice, bob);
      }
    }
    await settle(bob);
    const room = bob.messenger.getSnapshot().conversations.find((one) => one.id === ofBob);
    expect(room).toMatchObject({ isRequest: false, ownRole: null });
    expect(await textsOf(bob, ofBob)).toEqual(['evidence']);
  },
);

test('HUB-1 requests for a left room that others displace share one limit of text', async () => {
  const { bob, group, mallory, sayToBob } = await invited();
  await sayToBob('hello');
  await settle(bob);
  const { id } = conversationOf(bob, 'room');
  await accept(bob, id);
  await bob.messenger.leave(id);
  const counts: number[] = [];
  for (let round = 0; round < 2; round += 1) {
    await commitIn(mallory, group, { remove: leavesOf(group, bob.account.address) });
    await commitIn(mallory, group, { add: await claimPackages(mallory, bob.account.address) });
    for (let count = 0; count < 9; count += 1) await sayToBob('x'.repeat(4_000));
    await settle(bob);
    counts.push((await textsOf(bob, id)).length);
    await openRooms(bob, mallory, 5);
  }
  expect(counts).toEqual([8, 8]);
});

test('HUB-1 a request stores a limited amount of text, and a conversation all', async () => {
  const { bob, sayToBob } = await invited();
  const sendLong = async (count: number) => {
    for (let sent = 0; sent < count; sent += 1) await sayToBob('x'.repeat(4_000));
    await settle(bob);
  };
  await sendLong(10);
  const { id } = conversationOf(bob, 'room');
  expect(await textsOf(bob, id)).toHaveLength(7);
  await accept(bob, id);
  await sendLong(3);
  expect(await textsOf(bob, id)).toHaveLength(10);
});

/** Texts of which the last ones don't fit in a request, and of which each takes up much of one. */
const LONG_TEXTS = Array.from({ length: 10 }, (_, index) => String(index).repeat(4_000));
/** Returns the first character of each text in a conversation. */
const startsOf = async (one: User, id: string) => (await textsOf(one, id)).map((text) => text[0]).join('');

test('HUB-1 a request that was full when it was declined is shown again with its next message', async () => {
  const bob = await user();
  const alice = await person();
  const group = await startHostileGroup(alice, {
    roles: directOf(alice.account, bob.account),
    add: await claimPackages(alice, bob.account.address),
  });
  for (const text of LONG_TEXTS) await speak(alice, group, { type: 'text', text });
  await settle(bob);
  const { id } = conversationOf(bob, alice.account.address);
  expect(await startsOf(bob, id)).toBe('0123456');
  await decline(bob, id);
  await speak(alice, group, { type: 'text', text: 'x'.repeat(4_000) });
  await settle(bob);
  expect(conversationOf(bob, alice.account.address).isRequest).toBe(true);
  expect(await startsOf(bob, id)).toBe('x');
});

test('HUB-3 after a full request for a room that was left, the next one has room again', async () => {
  const [alice, bob] = [await user(), await user()];
  const room = await alice.messenger.createRoom('Room', [bob.account.address]);
  await say(alice, room, 'hello');
  await settle(alice, bob);
  const { id } = conversationOf(bob, 'room');
  await accept(bob, id);
  await bob.messenger.leave(id);
  await settle(bob, alice);
  await alice.messenger.addMembers(room, [bob.account.address]);
  for (const text of LONG_TEXTS) await say(alice, room, text);
  await settle(alice, bob);
  await decline(bob, id);
  await settle(bob, alice);
  await alice.messenger.addMembers(room, [bob.account.address]);
  await say(alice, room, 'x'.repeat(4_000));
  await settle(alice, bob);
  expect(await startsOf(bob, id)).toBe('h0123456x');
});

test('HUB-1 the device stores at most 100 key packages, however many others take', async () => {
  const clock = { offset: 0 };
  const bob = await user({ now: () => Date.now() + clock.offset });
  await settle(bob);
  const take = async (claims: number) => {
    const { token } = await person();
    const contents: string[] = [];
    for (let count = 0; count < claims; count += 1)
      for (const one of await claimPackages({ token }, bob.account.address))
        contents.push(base64(one.initKey));
    return new Set(contents).size;
  };
  // Five that serve once, and the last resort.
  expect(await take(8)).toBe(6);
  for (let round = 0; round < 8; round += 1) {
    await queryDatabase(getBackend(), 'delete from message_key_packages where not is_last_resort');
    clock.offset += 600_001;
    await bob.messenger.refresh();
  }
  const kept = await stored(bob, (store) => store.readAll('keyPackages'));
  expect(kept.filter(({ value }) => !value.isLastResort)).toHaveLength(100);
  for (let count = 0; count < 5; count += 1) await take(5);
  // All that may be taken in an hour are taken.
  expect(await take(2)).toBe(1);
});

test('HUB-1 a stranger’s message after many missing ones is refused, and one of a conversation arrives', async () => {
  const { bob, sayToBob } = await invited();
  const sendAfter = async (text: string, skipped: number) => {
    await sayToBob(text, skipped);
    await settle(bob);
  };
  await sendAfter('after 20', 20);
  const { id } = conversationOf(bob, 'room');
  await sendAfter('after 21', 21);
  expect(await textsOf(bob, id)).toEqual(['after 20']);
  await accept(bob, id);
  await sendAfter('after 400', 400);
  expect(await textsOf(bob, id)).toEqual(['after 20', 'after 400']);
});

test('HUB-1 messages after many missing ones don’t keep a device busy, and the last ones wait for the next fetch', async () => {
  const clock = { offset: 0 };
  const { bob, sayToBob } = await invited({ now: () => Date.now() + clock.offset });
  await sayToBob('hello');
  await settle(bob);
  const { id } = conversationOf(bob, 'room');
  await accept(bob, id);
  await settle(bob);
  // All of them then arrive in one fetch.
  bob.network.isOffline = true;
  for (let count = 0; count < 5; count += 1) await sayToBob(`after ${count}`, 950);
  bob.network.isOffline = false;
  await bob.messenger.sync();
  // 200 more are allowed after four times 950, so the last one waits.
  const first = ['hello', 'after 0', 'after 1', 'after 2', 'after 3'];
  expect(await textsOf(bob, id)).toEqual(first);
  clock.offset += 60_000;
  await bob.messenger.sync();
  expect(await textsOf(bob, id)).toEqual([...first, 'after 4']);
  expect(bob.messenger.getSnapshot().refusedItems).toBe(0);
});

test('HUB-1 what other members said in a request is shown once it is accepted, if their devices are in their logs', async () => {
  const bob = await user();
  await settle(bob);
  const [mallory, carol] = [await person(), await person()];
  const [ofCarol, ofNobody] = [
    await newKeyPackage(carol.device),
    await newKeyPackage(await newDevice(newAccount(), { site: DEVICE_SITE })),
  ];
  const add = [
    ...(await claimPackages(mallory, bob.account.address)),
    ofCarol.publicPackage,
    ofNobody.publicPackage,
  ];
  const group = await startHostileGroup(mallory, { add });
  await speak(mallory, group, { type: 'text', text: 'from the inviter' });
  const messageId = randomId();
  const asCarol = await joinHostileGroup(group, ofCarol);
  await speak(mallory, asCarol, { type: 'text', text: 'from Carol' }, 0, messageId);
  await speak(mallory, asCarol, { type: 'edit', to: messageId, text: 'from Carol, edited' });
  const asNobody = await joinHostileGroup(group, ofNobody);
  await speak(mallory, asNobody, { type: 'text', text: 'from nobody' });
  await settle(bob);
  const { id } = conversationOf(bob, 'room');
  expect(await textsOf(bob, id)).toEqual(['from the inviter']);
  expect(bob.messenger.getSnapshot().refusedItems).toBe(0);
  await accept(bob, id);
  await settle(bob);
  expect(await textsOf(bob, id)).toEqual(['from the inviter', 'from Carol, edited']);
});

test('HUB-1 a request of an account that started over three times shows its latest message', async () => {
  const bob = await user();
  await settle(bob);
  const alice = await person();
  const roles = directOf(alice.account, bob.account);
  for (const text of ['first', 'second', 'third', 'fourth']) {
    const add = await claimPackages(alice, bob.account.address);
    await speak(alice, await startHostileGroup(alice, { roles, add }), { type: 'text', text });
    await settle(bob);
  }
  const { id, isRequest } = conversationOf(bob, alice.account.address);
  expect(isRequest).toBe(true);
  expect(await textsOf(bob, id)).toEqual(['first', 'second', 'third', 'fourth']);
  expect(await stored(bob, (store) => store.count('groups'))).toBe(3);
});

test('HUB-1 the edits of a request count toward its size', async () => {
  const { bob, mallory, group } = await invited();
  const id = randomId();
  await speak(mallory, group, { type: 'text', text: 'small' }, 0, id);
  for (let count = 0; count < 10; count += 1)
    await speak(mallory, group, { type: 'edit', to: id, text: `${count}${'x'.repeat(3_999)}` });
  await settle(bob);
  const [text] = await textsOf(bob, conversationOf(bob, 'room').id);
  expect(text?.at(0)).toBe('6');
});

test('HUB-4 a payment in two conversations is marked the second time, also if its messages have the same ID', async () => {
  const { bob, mallory, group } = await invited();
  const startDirect = async () => {
    const add = await claimPackages(mallory, bob.account.address);
    return startHostileGroup(mallory, { roles: directOf(mallory.account, bob.account), add });
  };
  const direct = await startDirect();
  const transfer = { type: 'transfer', chainId: 1, txHash: `0x${'ab'.repeat(32)}` } as const;
  const id = randomId();
  for (const one of [group, direct]) await speak(mallory, one, transfer, 0, id);
  await settle(bob);
  const ofDirect = conversationOf(bob, mallory.account.address).id;
  const ofRoom = conversationOf(bob, 'room').id;
  // Payments in requests aren't shown, so they aren't recorded either.
  expect(await stored(bob, (store) => store.count('transfers'))).toBe(0);
  for (const one of [ofRoom, ofDirect]) await accept(bob, one);
  expect(await messagesOf(bob, ofRoom)).toMatchObject([{ body: transfer }]);
  expect((await messagesOf(bob, ofRoom))[0]?.isRepeated).toBeUndefined();
  expect(await messagesOf(bob, ofDirect)).toMatchObject([{ body: transfer, isRepeated: true }]);
  // Also after the first message was deleted here.
  for (const one of [ofRoom, ofDirect]) await bob.messenger.deleteConversation(one);
  await speak(mallory, await startDirect(), transfer, 0, id);
  await settle(bob);
  await accept(bob, ofDirect);
  expect(await messagesOf(bob, ofDirect)).toMatchObject([{ isRepeated: true }]);
});

test('HUB-4 payments in requests leave no records, and count once the user replies', async () => {
  const { bob, mallory, group } = await invited();
  const transfer = { type: 'transfer', chainId: 1, txHash: `0x${'cd'.repeat(32)}` } as const;
  const from = mallory.account.address;
  const placeOf = () => bob.messenger.conversationOfTransfer({ ...transfer, from });
  await speak(mallory, group, transfer);
  await openRooms(bob, mallory, 5);
  const add = await claimPackages(mallory, bob.account.address);
  const direct = await startHostileGroup(mallory, { roles: directOf(mallory.account, bob.account), add });
  for (let count = 0; count < 2; count += 1) await speak(mallory, direct, transfer);
  await settle(bob);
  const { id } = conversationOf(bob, from);
  expect(await stored(bob, (store) => store.count('transfers'))).toBe(0);
  expect(await placeOf()).toBeNull();
  await say(bob, id, 'thanks');
  const repeated = (await messagesOf(bob, id)).map(({ isRepeated = false }) => isRepeated);
  expect(repeated).toEqual([false, true, false]);
  expect(await placeOf()).toBe(id);
});
