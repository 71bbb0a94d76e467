/** @jest-environment node */
import { cacheIdentity } from '@/lib/messages/members/identity';
import 'fake-indexeddb/auto';
import type { Address, Hex } from 'viem';
import { applyContent } from '@/lib/messages/core/apply-content';
import { directConversation, requireConversation, roomConversation } from '@/lib/messages/core/conversations';
import { groupIdOf, putChange, putGroup } from '@/lib/messages/members/groups';
import { withMissed } from '@/lib/messages/members/lagging-devices';
import { type Conversation, changeConversation, membersOf } from '@/lib/messages/mls/group';
import { receive } from '@/lib/messages/mls/receive';
import { randomId } from '@/lib/messages/protocol/content';
import type { Member } from '@/lib/messages/protocol/roles';
import { openRequests } from '@/lib/messages/send/open-requests';
import { sendTyping } from '@/lib/messages/send/outbox';
import { asCommit, changed, conversationOf, directOf, roomOf } from '../../../support/conversations';
import { keyOf, newAccount, newDevice, newKeyPackage, SITE } from '../../../support/messaging';
import { offlineEngine } from '../../../support/offline-engine';

/** Devices of an account, as its log lists them. The proofs of the revocations aren't valid. */
const identityOf = (
  account: Address,
  { active = [], revoked = [] }: { active?: readonly Hex[]; revoked?: readonly string[] },
) => ({
  account,
  head: { length: 2, hash: '0x00' as Hex },
  hashes: [],
  reported: [],
  ignored: [],
  active,
  revoked: revoked.map((deviceKey) => ({
    deviceKey: deviceKey as Hex,
    chainId: 1,
    site: SITE,
    at: 1,
    signature: '0x00' as Hex,
  })),
  problem: null,
  hasNewDevices: false,
  readAt: Date.now(),
});
const keysOf = (members: readonly Member[], account: Address) =>
  members.filter((one) => one.account === account).map(({ deviceKey }) => deviceKey);

const SECRET = '5e'.repeat(16);

/** Carol's messenger in a room of Alice, its owner, Carol, an admin with a valid link, and Bob, a member. */
async function roomOfThree() {
  const [alice, carol, bob] = [newAccount(), newAccount(), newAccount()];
  const aliceDevice = await newDevice(alice);
  const [ofAlice, ofCarol] = await conversationOf(
    aliceDevice,
    [await newDevice(carol), await newDevice(bob)],
    roomOf(alice, [carol]),
  );
  const engine = await offlineEngine(carol.address);
  const groupId = groupIdOf(ofCarol);
  const id = await engine.write(async (batch) => {
    const room = await roomConversation(engine, batch, groupId);
    const link = { invite: SECRET, inviteEnds: Date.now() + 1_000_000 };
    const { id } = await putGroup(engine, batch, {
      conversation: { ...room, ...link, isHidden: false },
      group: ofCarol,
    });
    return id;
  });
  let [theirs, own]: [Conversation, Conversation] = [ofAlice, ofCarol];
  const stored = async () => requireConversation(engine, id);
  const groupOf = async () => {
    const group = await engine.store.read('groups', groupId);
    if (!group) throw new Error('no group');
    return group;
  };
  return {
    engine,
    bob: bob.address,
    id,
    stored,
    groupOf,
    /** Bob's message in the room, or in the conversation with Carol. */
    hear: (body: { type: 'leave' } | { type: 'join'; secret: string }) =>
      engine.write(async (batch) => {
        const conversation =
          body.type === 'leave'
            ? await requireConversation(engine, id, batch)
            : await directConversation(engine, batch, bob.address);
        const content = { id: randomId(), at: Date.now(), body };
        await applyContent(engine, batch, {
          conversation,
          group: null,
          by: bob.address,
          content,
          state: { kind: 'received' },
        });
      }),
    /** Alice's commit arrives. */
    commit: async (change: (of: Conversation) => Parameters<typeof changeConversation>[2]) => {
      const { commit, conversation } = await changeConversation(aliceDevice, theirs, change(theirs));
      theirs = conversation;
      const after = changed(await receive(own, asCommit(commit))).conversation;
      own = after;
      const before = await groupOf();
      await engine.write(async (batch) => {
        const conversation = await requireConversation(engine, id, batch);
        await putChange(engine, batch, {
          conversation,
          before,
          after,
          by: alice.address,
          isOwnCommit: false,
        });
      });
    },
  };
}
const leavesOf = (of: Conversation, account: string) =>
  membersOf(of).flatMap((one) => (one.account === account ? [one.leafIndex] : []));

test('HUB-2 who has lost the only device comes back by the link, even if another commit comes before the removal', async () => {
  const { engine, bob, hear, commit, stored, groupOf } = await roomOfThree();
  // Bob's new device asks before his revoked one is removed.
  await hear({ type: 'join', secret: SECRET });
  expect((await stored()).joining).toEqual([bob]);
  const dave = await newKeyPackage(await newDevice(newAccount()));
  await commit(() => ({ add: [dave.publicPackage] }));
  expect((await stored()).joining).toEqual([bob]);
  // The lost device was revoked.
  const { members } = await groupOf();
  cacheIdentity(engine, identityOf(bob, { revoked: keysOf(members, bob) }));
  await commit((of) => ({ remove: leavesOf(of, bob) }));
  expect(openRequests(engine, await stored()).joining).toEqual([bob]);
});

test('HUB-2 a regular member’s new device takes the room’s name from the account’s other device only', async () => {
  const [alice, carol, bob] = [newAccount(), newAccount(), newAccount()];
  const [, group] = await conversationOf(
    await newDevice(alice),
    [await newDevice(carol), await newDevice(bob)],
    roomOf(alice),
  );
  const engine = await offlineEngine(carol.address);
  const name = async (by: Address, text: string) => {
    await engine.write(async (batch) => {
      const conversation = await roomConversation(engine, batch, groupIdOf(group));
      const { id } = await putGroup(engine, batch, { conversation, group });
      const content = { id: randomId(), at: Date.now(), body: { type: 'name' as const, name: text } };
      const stored = (await engine.store.read('groups', groupIdOf(group), batch)) ?? null;
      await applyContent(engine, batch, {
        conversation: await requireConversation(engine, id, batch),
        group: stored,
        by,
        content,
        state: { kind: 'received' },
      });
    });
    return (await engine.store.readAll('conversations')).map(({ value }) => value.name);
  };
  expect(await name(bob.address, 'Forged')).toEqual(['']);
  expect(await name(carol.address, 'Island')).toEqual(['Island']);
});

test('HUB-2 typing never starts a group', async () => {
  const [carol, bob] = [newAccount(), newAccount()];
  const [device, phone, stolen] = [await newDevice(carol), await newDevice(bob), await newDevice(bob)];
  const [group] = await conversationOf(device, [phone, stolen], directOf(carol, bob));
  const engine = await offlineEngine(carol.address);
  cacheIdentity(engine, identityOf(bob.address, { active: [keyOf(phone)], revoked: [keyOf(stolen)] }));
  cacheIdentity(engine, identityOf(carol.address, { active: [keyOf(device)] }));
  const id = await engine.write(async (batch) => {
    batch.put('device', 'device', { ...device, isBound: true, isRevoked: false, lastResortAt: Date.now() });
    const conversation = await directConversation(engine, batch, bob.address);
    return (await putGroup(engine, batch, { conversation: { ...conversation, isHidden: false }, group })).id;
  });
  await engine.withConversation(id, () => sendTyping(engine, id)).catch(() => undefined);
  expect((await requireConversation(engine, id)).abandoned ?? []).toEqual([]);
});

test('HUB-2 the timeline says that an account left, although another one removed it', async () => {
  const { engine, id, bob, hear, commit } = await roomOfThree();
  await hear({ type: 'leave' });
  await commit((of) => ({ remove: leavesOf(of, bob) }));
  const items = await engine.store.readItems(id, { before: 99, limit: 1 });
  expect(items).toMatchObject([{ item: { kind: 'notice', by: bob, event: { type: 'left' } } }]);
});

test('HUB-3 whom the owner removes does not come back by an admin’s link', async () => {
  const { engine, bob, hear, commit, stored } = await roomOfThree();
  await hear({ type: 'join', secret: SECRET });
  await commit((of) => ({ remove: leavesOf(of, bob) }));
  await hear({ type: 'join', secret: SECRET });
  expect(await stored()).toMatchObject({ invite: null, removed: [bob] });
  expect(openRequests(engine, await stored()).joining).toEqual([]);
});

test('HUB-3 whom the owner removes does not come back by the link of an admin who missed its device', async () => {
  const { engine, bob, id, hear, commit, stored, groupOf } = await roomOfThree();
  await engine.write(async (batch) => {
    const group = await groupOf();
    const missed = keysOf(group.members, bob);
    batch.put('conversations', id, withMissed(engine, await stored(), { group, missed }));
  });
  await hear({ type: 'join', secret: SECRET });
  await commit((of) => ({ remove: leavesOf(of, bob) }));
  expect(openRequests(engine, await stored()).joining).toEqual([]);
  expect(await stored()).toMatchObject({ invite: null, removed: [bob] });
});
