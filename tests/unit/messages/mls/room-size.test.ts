/** @jest-environment node */
import { MAX_MESSAGE_BYTES } from '@/lib/api/schemas/messages';
import type { OwnKeyPackage } from '@/lib/messages/mls/device';
import {
  type Conversation,
  changeConversation,
  FullError,
  membersOf,
  startConversation,
} from '@/lib/messages/mls/group';
import { joinConversation } from '@/lib/messages/mls/join-group';
import { receive } from '@/lib/messages/mls/receive';
import { MAX_ACCOUNT_DEVICES } from '@/lib/messages/protocol/roles';
import { asCommit, changed, conversationOf, GROUP_ID, join, roomOf } from '../../../support/conversations';
import { hostileCommit } from '../../../support/hostile-member';
import { type Account, newAccount, newDevice, newKeyPackage, trust } from '../../../support/messaging';

const packages = (count: number, account?: Account): Promise<OwnKeyPackage[]> =>
  Promise.all(
    Array.from({ length: count }, async () => newKeyPackage(await newDevice(account ?? newAccount()))),
  );
const publicOf = (made: readonly OwnKeyPackage[]) => made.map(({ publicPackage }) => publicPackage);
/** A commit of a member that checks nothing before it sends. */
const unchecked = (conversation: Conversation, added: readonly OwnKeyPackage[]) =>
  hostileCommit(conversation, {
    proposals: publicOf(added).map((keyPackage) => ({ proposalType: 'add', add: { keyPackage } })),
  });

test('HUB-2 a member adds at most ten devices of its own, and can be removed with them', async () => {
  const [owner, member] = [newAccount(), newAccount()];
  const [ownerDevice, memberDevice] = [await newDevice(owner), await newDevice(member)];
  const [atOwner, atMember] = await conversationOf(ownerDevice, [memberDevice], roomOf(owner));
  const more = await packages(MAX_ACCOUNT_DEVICES, member);
  await expect(changeConversation(memberDevice, atMember, { add: publicOf(more) })).rejects.toThrow('roles');
  expect(await receive(atOwner, asCommit(await unchecked(atMember, more)))).toEqual({
    kind: 'refused',
    reason: 'notAllowed',
  });
  const fitting = await changeConversation(memberDevice, atMember, { add: publicOf(more.slice(1)) });
  const after = changed(await receive(atOwner, asCommit(fitting.commit))).conversation;
  const remove = membersOf(after)
    .filter(({ account }) => account === member.address)
    .map(({ leafIndex }) => leafIndex);
  expect(remove).toHaveLength(MAX_ACCOUNT_DEVICES);
  const { conversation } = await changeConversation(ownerDevice, after, { remove });
  expect(membersOf(conversation)).toHaveLength(1);
});

test('HUB-2 what adds devices fits in a call as long as a room isn’t full, and nobody overfills it', async () => {
  const owner = newAccount();
  const [ownerDevice, adminDevice] = [await newDevice(owner), await newDevice(owner)];
  const first = await newKeyPackage(ownerDevice);
  const started = await startConversation(first, { groupId: GROUP_ID, roles: roomOf(owner), trust });
  const admin = await newKeyPackage(adminDevice);
  const add = publicOf([admin, ...(await packages(98))]);
  const { commit, welcome, conversation } = await changeConversation(ownerDevice, started, { add });
  expect(commit.length).toBeLessThan(MAX_MESSAGE_BYTES);
  expect(welcome?.length).toBeLessThan(MAX_MESSAGE_BYTES);
  const atAdmin = await join(welcome, admin);
  if (atAdmin.kind !== 'joined') throw new Error(atAdmin.reason);
  // One account at a time until the room is full.
  const others = await packages(28);
  await expect(changeConversation(ownerDevice, conversation, { add: publicOf(others) })).rejects.toThrow(
    FullError,
  );
  const overfull = await unchecked(atAdmin.conversation, others);
  expect(await receive(conversation, asCommit(overfull))).toEqual({ kind: 'refused', reason: 'invalid' });
});

test('HUB-2 long signatures of a few devices don’t make a room too large for others', async () => {
  const owner = newAccount();
  const ownerDevice = await newDevice(owner);
  const first = await newKeyPackage(ownerDevice);
  // Contract accounts have signatures of any length.
  const anything = { isBound: async () => true, isRevoked: async () => true, isProven: async () => true };
  const options = { groupId: GROUP_ID, roles: roomOf(owner), trust: anything };
  const started = await startConversation(first, options);
  const long = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const device = await newDevice(newAccount());
      return newKeyPackage({
        ...device,
        binding: { ...device.binding, signature: `0x${'11'.repeat(7_500)}` },
      });
    }),
  );
  await expect(changeConversation(ownerDevice, started, { add: publicOf(long) })).rejects.toThrow(FullError);
  const { commit, welcome } = await changeConversation(ownerDevice, started, {
    add: publicOf(long.slice(5)),
  });
  expect(commit.length).toBeLessThan(MAX_MESSAGE_BYTES);
  expect(welcome?.length).toBeLessThan(MAX_MESSAGE_BYTES);
});

test('HUB-2 an account takes a part of a room at most, however long its signatures are', async () => {
  const [owner, member] = [newAccount(), newAccount()];
  const anything = { isBound: async () => true, isRevoked: async () => true, isProven: async () => true };
  const withLong = async (bytes: number) => {
    const device = await newDevice(member);
    return { ...device, binding: { ...device.binding, signature: `0x${'11'.repeat(bytes)}` as const } };
  };
  const [first, ...more] = await Promise.all([2_500, 2_500, 2_500, 2_500].map(withLong));
  if (!first) throw new Error('there is no device');
  const [ownerDevice, own] = [await newDevice(owner), await newKeyPackage(first)];
  const options = { groupId: GROUP_ID, roles: roomOf(owner), trust: anything };
  const started = await startConversation(await newKeyPackage(ownerDevice), options);
  const { welcome, conversation } = await changeConversation(ownerDevice, started, {
    add: publicOf([own]),
  });
  const atMember = await joinConversation(welcome ?? new Uint8Array(), {
    groupId: GROUP_ID,
    packages: [own],
    trust: anything,
  });
  if (atMember.kind !== 'joined') throw new Error(atMember.reason);
  const others = await Promise.all(more.map(newKeyPackage));
  await expect(changeConversation(first, atMember.conversation, { add: publicOf(others) })).rejects.toThrow(
    FullError,
  );
  const tooLong = await unchecked(atMember.conversation, others);
  expect(await receive(conversation, asCommit(tooLong))).toEqual({ kind: 'refused', reason: 'invalid' });
  const fitting = await unchecked(atMember.conversation, others.slice(1));
  changed(await receive(conversation, asCommit(fitting)));
});
