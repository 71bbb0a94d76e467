import { keccak256 } from 'viem';
import { deliveryAccess } from '@/lib/messages/mls/group';
import { WAITING_LIMITS } from '@/lib/server/messages/queue';
import { claimPackages, commit, offerPackages, person } from '../../support/api-messages';
import { directOf } from '../../support/conversations';
import { speak, startHostileGroup } from '../../support/hostile-sender';
import { base64, frame } from '../../support/message-frames';
import { newKeyPackage } from '../../support/messaging';
import {
  accept,
  conversationOf,
  messagesOf,
  messengerSuite,
  say,
  settle,
  stored,
  textsOf,
  type User,
} from '../../support/messenger';
import { queryDatabase } from '../../support/plain-chains';

const { user, pair, getBackend } = messengerSuite();

test('HUB-2 a conversation that is deleted while its message is sent takes no other message with it', async () => {
  const [alice, bob, carol] = [await user(), await user(), await user()];
  const ofBob = await alice.messenger.openDirect(bob.account.address);
  await say(alice, ofBob, 'hello');
  await settle(alice, bob);
  const ofCarol = await alice.messenger.openDirect(carol.account.address);
  let isDeleted = false;
  alice.network.tamper = <T>(path: string, answer: T): T => {
    if (path !== '/messages/send' || isDeleted) return answer;
    isDeleted = true;
    const slow = async () => {
      await alice.messenger.deleteConversation(ofBob);
      await say(alice, ofCarol, 'hello Carol');
      return answer;
    };
    // The caller awaits the answer, so it may be a promise.
    return slow() as unknown as T;
  };
  await say(alice, ofBob, 'a message whose answer is slow');
  await settle(alice, carol, alice);
  expect((await messagesOf(alice, ofCarol)).map(({ state }) => state.kind)).toEqual(['sent']);
  expect(await textsOf(carol, conversationOf(carol, alice.account.address).id)).toEqual(['hello Carol']);
});

const keyOfUser = ({ messenger }: User): string => messenger.getSnapshot().deviceKey ?? '';

/**
 * Lets as much wait for a device as the server allows, in total or of one conversation. Returns a function that deletes
 * it.
 */
async function fill(
  one: User,
  {
    groupId = 'full',
    content = new Uint8Array(),
    count = WAITING_LIMITS.commit.overall,
  }: { groupId?: string; content?: Uint8Array; count?: number } = {},
): Promise<() => Promise<unknown>> {
  await queryDatabase(
    getBackend(),
    `with stored as (insert into message_contents (content) values ($2) returning id)
      insert into message_queue (device_key, kind, group_id, sender, content_id)
      select $1, 'message', $3, '0x1', stored.id from stored, generate_series(1, $4::int)`,
    [keyOfUser(one), Buffer.from(content), groupId, count],
  );
  return () => queryDatabase(getBackend(), "delete from message_queue where group_id = 'full'");
}

test('HUB-2 a message that no device of the other account gets isn’t shown as sent, and arrives once when it is sent again', async () => {
  const { alice, bob, ofAlice, ofBob } = await pair();
  const makeRoom = await fill(bob);
  await say(alice, ofAlice, 'are you there?');
  await settle(alice);
  const last = async () => (await messagesOf(alice, ofAlice)).at(-1);
  const failed = await last();
  expect(failed?.state).toEqual({ kind: 'failed', reason: 'notDelivered' });
  await makeRoom();
  if (failed) await alice.messenger.retry(ofAlice, failed.reference);
  await settle(alice, bob);
  expect((await last())?.state).toEqual({ kind: 'sent' });
  expect(await textsOf(bob, ofBob)).toEqual(['hello', 'hi', 'are you there?']);
});

test('HUB-2 two accounts go on after the only device of one has missed a change', async () => {
  const { alice, bob, ofAlice, ofBob } = await pair();
  const makeRoom = await fill(bob);
  const tablet = await user({ account: alice.account });
  await settle(tablet, alice);
  await alice.messenger.refresh();
  await makeRoom();
  await say(bob, ofBob, 'from the one who missed it');
  await settle(bob, alice, tablet);
  expect((await messagesOf(bob, ofBob)).map(({ state }) => state.kind)).not.toContain('failed');
  await say(alice, ofAlice, 'and back');
  await settle(alice, bob);
  for (const [one, id] of [
    [alice, ofAlice],
    [bob, ofBob],
  ] as const)
    expect(await textsOf(one, id)).toEqual(['hello', 'hi', 'from the one who missed it', 'and back']);
});

test('HUB-2 after a device has missed a change, the account’s other devices also use the new group', async () => {
  const { alice, bob, ofBob } = await pair();
  const makeRoom = await fill(bob);
  const [tablet, laptop] = [await user({ account: alice.account }), await user({ account: alice.account })];
  await settle(tablet, laptop, alice);
  await alice.messenger.refresh();
  await settle(tablet, laptop);
  await makeRoom();
  // The new group is smaller, so the tablet would prefer the old one.
  bob.network.tamper = <T>(path: string, answer: T): T => {
    if (path !== '/messages/keyPackages/claim') return answer;
    const { packages } = answer as { packages: { deviceKey: string }[] };
    return { packages: packages.filter(({ deviceKey }) => deviceKey !== keyOfUser(laptop)) } as T;
  };
  await say(bob, ofBob, 'in a new group');
  await settle(bob, tablet);
  const ofTablet = conversationOf(tablet, bob.account.address).id;
  await say(tablet, ofTablet, 'from the tablet');
  await settle(tablet, bob);
  expect(await textsOf(bob, ofBob)).toEqual(['hello', 'hi', 'in a new group', 'from the tablet']);
});

test('HUB-3 a member whose device has missed a change of a room is added again', async () => {
  const [alice, bob, carol] = [await user(), await user(), await user()];
  const room = await alice.messenger.createRoom('Room', [bob.account.address]);
  const code = await alice.messenger.inviteCode(room);
  await settle(alice, bob);
  const ofBob = conversationOf(bob, 'room').id;
  await accept(bob, ofBob);
  await settle(bob);
  const makeRoom = await fill(bob);
  await alice.messenger.addMembers(room, [carol.account.address]);
  await say(alice, room, 'welcome, Carol');
  await settle(alice, carol);
  await makeRoom();
  await settle(bob);
  expect(await textsOf(bob, ofBob)).toEqual([]);
  // A new page tries devices again that had no room.
  await alice.restart();
  await alice.messenger.refresh();
  await settle(alice, bob, alice, bob);
  await say(alice, room, 'welcome back, Bob');
  await settle(alice, bob);
  expect(await textsOf(bob, ofBob)).toEqual(['welcome back, Bob']);
  expect(conversationOf(bob, 'room').participants).toHaveLength(3);
  await say(bob, ofBob, 'thanks');
  await settle(bob, alice);
  expect(await textsOf(alice, room)).toEqual(['welcome, Carol', 'welcome back, Bob', 'thanks']);
  // Bob wasn't removed for good, so the link isn't replaced.
  expect(await alice.messenger.inviteCode(room)).toBe(code);
});

test('HUB-2 whoever was removed while an admin’s device missed it does not come back by the link of that device', async () => {
  const [alice, bob, carol] = [await user(), await user(), await user()];
  const room = await alice.messenger.createRoom('Room', [bob.account.address, carol.account.address]);
  await alice.messenger.setRole(room, bob.account.address, 'admin');
  await settle(alice, bob, carol);
  const ofBob = conversationOf(bob, 'room').id;
  await accept(bob, ofBob);
  const code = await bob.messenger.inviteCode(ofBob);
  const makeRoom = await fill(bob);
  await alice.messenger.removeMember(room, carol.account.address);
  await makeRoom();
  await alice.restart();
  await alice.messenger.refresh();
  await settle(alice, bob, alice, bob);
  expect(conversationOf(bob, 'room').participants).toHaveLength(2);
  await carol.messenger.joinByInvite(code);
  await carol.messenger.joinByInvite(await bob.messenger.inviteCode(ofBob));
  await settle(carol, bob, alice);
  expect(conversationOf(bob, 'room').participants).toHaveLength(2);
});

test('HUB-2 whoever is in a conversation can’t fill the queue of a device that is online, and the account can still write', async () => {
  const mallory = await person();
  await offerPackages(mallory, [], await newKeyPackage(mallory.device));
  const bob = await user({ contacts: [mallory.account.address] });
  const group = await startHostileGroup(mallory, {
    roles: directOf(mallory.account, bob.account),
    add: await claimPackages(mallory, bob.account.address),
  });
  await speak(mallory, group, { type: 'text', text: 'hello' });
  await settle(bob);
  const { groupId, conversation, to } = group;
  const junk = await commit(mallory, {
    deviceKey: mallory.deviceKey,
    groupId,
    epoch: 1,
    access: await deliveryAccess(conversation),
    nextAccessHash: keccak256('0x'),
    content: base64(frame('commit', { groupId, epoch: 1 })),
    to,
  });
  expect(junk.code).toBe(200);
  // Whoever knows the value can send in the next epoch, which the device can't reach.
  const content = frame('application', { groupId, epoch: 2 });
  await fill(bob, { groupId, content, count: WAITING_LIMITS.message.ofGroup });
  await bob.messenger.sync();
  const waiting = 'select 1 from message_queue where device_key = $1';
  expect(await queryDatabase(getBackend(), waiting, [keyOfUser(bob)])).toEqual([]);
  expect(await stored(bob, (store) => store.count('pendingItems'))).toBe(500);
  const { id } = conversationOf(bob, mallory.account.address);
  await say(bob, id, 'in a new group');
  await settle(bob);
  expect((await messagesOf(bob, id)).at(-1)?.state).toEqual({ kind: 'sent' });
});

test('HUB-2 a device that one conversation has too much for is still added to others', async () => {
  const [alice, bob] = [await user(), await user()];
  const tablet = await user({ account: bob.account });
  await settle(tablet, bob);
  const room = await bob.messenger.createRoom('Room', [alice.account.address]);
  await bob.messenger.sync();
  const [group] = await stored(bob, (store) => store.readAll('groups'));
  await fill(tablet, { groupId: group?.key ?? '', count: WAITING_LIMITS.commit.ofGroup });
  await bob.messenger.setRole(room, alice.account.address, 'admin');
  const direct = await bob.messenger.openDirect(alice.account.address);
  await say(bob, direct, 'hello');
  await bob.messenger.sync();
  const groups = await stored(bob, (store) => store.readAll('groups'));
  const other = groups.find(({ value }) => value.conversationId === direct);
  expect(other?.value.members.map(({ deviceKey }) => deviceKey)).toContain(keyOfUser(tablet));
  const { lagging } = (await stored(bob, (store) => store.read('conversations', room))) ?? {};
  expect(lagging?.map(({ deviceKey }) => deviceKey)).toEqual([keyOfUser(tablet)]);
});
