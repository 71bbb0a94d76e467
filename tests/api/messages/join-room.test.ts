import { deliveryAccess } from '@/lib/messages/mls/group';
import type { Roles } from '@/lib/messages/protocol/roles';
import {
  bindNewDevice,
  claimPackages,
  inboxOf,
  offerPackages,
  type Person,
  person,
} from '../../support/api-messages';
import { tokenOf } from '../../support/api-sign-in';
import { directOf, roomOf } from '../../support/conversations';
import { type HostileGroup, speak, startHostileGroup } from '../../support/hostile-sender';
import { DEVICE_SITE } from '../../support/message-frames';
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
} from '../../support/messenger';
import { plain } from '../../support/pictures';
import { commitIn, inviteToFork, leavesOf } from '../../support/room-forks';

const { user } = messengerSuite();

/** A room of Mallory that Bob has accepted. */
async function acceptedRoom(mallory: Person, rolesFor: (bob: User) => Roles = () => roomOf(mallory.account)) {
  const bob = await user();
  await settle(bob);
  const add = await claimPackages(mallory, bob.account.address);
  const group = await startHostileGroup(mallory, { add, roles: rolesFor(bob) });
  await settle(bob);
  const { id } = conversationOf(bob, 'room');
  await accept(bob, id);
  return { bob, group, id };
}

/** A group of an account that Bob isn't in. */
async function groupWithoutBob(by: Person): Promise<HostileGroup> {
  const member = await newKeyPackage(await newDevice(newAccount(), { site: DEVICE_SITE }));
  return startHostileGroup(by, { add: [member.publicPackage] });
}

/** A room of Bob’s contact Alice that he isn’t in, and a stranger’s request for a fork of it. */
async function strangersRequest() {
  const [alice, mallory] = [await person(), await person()];
  const bob = await user({ contacts: [alice.account.address] });
  await settle(bob);
  const group = await groupWithoutBob(alice);
  await inviteToFork(alice, group, { bob, inviter: mallory, roles: roomOf(mallory.account) });
  return { alice, bob, group };
}

/** Removes Bob’s devices from a group, and adds them again. */
async function addAgain(bob: User, by: Person, group: HostileGroup): Promise<void> {
  await commitIn(by, group, { remove: leavesOf(group, bob.account.address) });
  await commitIn(by, group, { add: await claimPackages(by, bob.account.address) });
  await settle(bob);
}

/** Has Bob answer an invite link of an account for a group. */
async function askForRoom(bob: User, inviter: Person, { groupId: room }: HostileGroup): Promise<void> {
  await offerPackages(inviter, [await newKeyPackage(inviter.device)]);
  const invite = { v: 2, inviter: inviter.account.address, name: 'Room', room, secret: 'ab'.repeat(16) };
  await bob.messenger.joinByInvite(Buffer.from(JSON.stringify(invite)).toString('base64url'));
}

const accountsOf = (bob: User) => conversationOf(bob, 'room').participants.map(({ account }) => account);

/** Asserts that Bob’s device can follow the room and send in it. */
async function expectCurrent(bob: User, id: string) {
  await say(bob, id, 'here');
  await settle(bob);
  expect((await messagesOf(bob, id)).at(-1)?.state).toEqual({ kind: 'sent' });
}

test.each([
  ['whose access hash isn’t the one of its commit', { isStored: false }],
  ['of a later epoch than the one of its commit', { epoch: 2n ** 32n }],
])('HUB-3 a welcome to a fork of a room %s is refused', async (_, fork) => {
  const alice = await person();
  const { bob, group, id } = await acceptedRoom(alice);
  const before = await stored(bob, (store) => store.readAll('groups'));
  await inviteToFork(alice, group, { bob, inviter: alice, roles: roomOf(alice.account), ...fork });
  expect(bob.messenger.getSnapshot().refusedItems).toBe(1);
  expect(await stored(bob, (store) => store.readAll('groups'))).toEqual(before);
  await addAgain(bob, alice, group);
  await expectCurrent(bob, id);
});

test('HUB-3 a device that has followed its room joins no fork of it', async () => {
  const alice = await person();
  const { bob, group, id } = await acceptedRoom(alice);
  const fork = { bob, inviter: alice, roles: roomOf(alice.account), isFollowing: true };
  await inviteToFork(alice, group, fork);
  await commitIn(alice, group, {});
  await speak(alice, group, { type: 'text', text: 'hello' });
  await settle(bob);
  expect(await textsOf(bob, id)).toEqual(['hello']);
  await expectCurrent(bob, id);
});

type Inbox = { items: { id: number; kind: string; start: object | null }[]; isComplete: boolean };

test('HUB-3 a welcome without the epoch and access hash of its commit is refused', async () => {
  const [alice, bob] = [await person(), await user()];
  await settle(bob);
  bob.network.tamper = <T>(path: string, answer: T): T =>
    path === '/messages/inbox'
      ? { ...answer, items: (answer as Inbox).items.map((item) => ({ ...item, start: null })) }
      : answer;
  await startHostileGroup(alice, { add: await claimPackages(alice, bob.account.address) });
  await settle(bob);
  expect(bob.messenger.getSnapshot()).toMatchObject({ conversations: [], refusedItems: 1 });
});

test('HUB-3 a welcome of an account that can’t remove this one makes a room a request, and its history stays', async () => {
  const [alice, mallory] = [await person(), await person()];
  const { bob, group, id } = await acceptedRoom(alice);
  await speak(alice, group, { type: 'text', text: 'before' });
  await settle(bob);
  bob.network.isOffline = true;
  await say(bob, id, 'for the members');
  await inviteToFork(alice, group, { bob, inviter: mallory, roles: roomOf(mallory.account) });
  bob.network.isOffline = false;
  bob.network.sent.length = 0;
  await settle(bob);
  expect(conversationOf(bob, 'room')).toMatchObject({
    isRequest: true,
    invitedBy: mallory.account.address,
  });
  const ofMallory = `"to":["${mallory.deviceKey}"]`;
  expect(bob.network.sent.filter((body) => body.includes(ofMallory))).toEqual([]);
  expect((await messagesOf(bob, id)).at(-1)?.state).toEqual({ kind: 'failed', reason: 'notMember' });
  await expect(bob.messenger.send(id, { type: 'text', text: 'hello' })).rejects.toThrow('notMember');
  expect((await messagesOf(bob, id)).map(({ isOwn }) => isOwn)).toEqual([false, true]);
  // Alice’s device adds Bob’s again, for which no request is needed.
  await addAgain(bob, alice, group);
  expect(conversationOf(bob, 'room').isRequest).toBe(false);
  expect(accountsOf(bob)).toEqual([bob.account.address, alice.account.address]);
  await expectCurrent(bob, id);
});

test('HUB-3 an account that is being added to a room isn’t added to a group that the user hasn’t accepted', async () => {
  const [alice, mallory, carol] = [await person(), await person(), await person()];
  await offerPackages(carol, [await newKeyPackage(carol.device), await newKeyPackage(carol.device)]);
  const { bob, group, id } = await acceptedRoom(alice, ({ account }) => roomOf(alice.account, [account]));
  bob.network.isOffline = true;
  const roles = roomOf(mallory.account, [bob.account]);
  await inviteToFork(alice, group, { bob, inviter: mallory, roles });
  bob.network.isOffline = false;
  await expect(bob.messenger.addMembers(id, [carol.account.address])).rejects.toThrow('notMember');
  expect(conversationOf(bob, 'room').isRequest).toBe(true);
  expect((await inboxOf(carol)).items).toEqual([]);
});

test('HUB-3 a request is accepted or declined only if the page shows its inviter', async () => {
  const [alice, mallory] = [await person(), await person()];
  const bob = await user();
  await settle(bob);
  const group = await startHostileGroup(alice, { add: await claimPackages(alice, bob.account.address) });
  await settle(bob);
  const { id } = conversationOf(bob, 'room');
  await inviteToFork(alice, group, { bob, inviter: mallory, roles: roomOf(mallory.account) });
  expect(conversationOf(bob, 'room').invitedBy).toBe(mallory.account.address);
  await expect(bob.messenger.acceptRequest(id, alice.account.address)).rejects.toThrow('notMember');
  await expect(bob.messenger.declineRequest(id, alice.account.address)).rejects.toThrow('notMember');
  expect(conversationOf(bob, 'room').isRequest).toBe(true);
  await accept(bob, id);
  expect(accountsOf(bob)).toEqual([bob.account.address, mallory.account.address]);
  await expect(bob.messenger.declineRequest(id, mallory.account.address)).rejects.toThrow('notMember');
});

test('HUB-3 an admin who was removed can’t add a device to a fork of the room without a request', async () => {
  const [alice, mallory, trudy] = [await person(), await person(), await person()];
  const bob = await user();
  await settle(bob);
  const others = await Promise.all([mallory, trudy].map(({ device }) => newKeyPackage(device)));
  const roles = roomOf(alice.account, [mallory.account]);
  const group = await startHostileGroup(alice, {
    add: [
      ...(await claimPackages(alice, bob.account.address)),
      ...others.map(({ publicPackage }) => publicPackage),
    ],
    roles,
  });
  await settle(bob);
  await accept(bob, conversationOf(bob, 'room').id);
  await commitIn(alice, group, { remove: leavesOf(group, mallory.account.address) });
  await settle(bob);
  // Trudy is still a member, so she can send a commit.
  const ofTrudy = { ...group, access: await deliveryAccess(group.conversation) };
  await inviteToFork(trudy, ofTrudy, { bob, inviter: mallory, roles });
  expect(conversationOf(bob, 'room').isRequest).toBe(true);
});

test.each(['is queued', 'is being fetched'])(
  'HUB-3 declining a request doesn’t leave the room to which another account’s welcome %s',
  async (how) => {
    const { alice, bob, group } = await strangersRequest();
    const { id, invitedBy } = conversationOf(bob, 'room');
    await commitIn(alice, group, { add: await claimPackages(alice, bob.account.address) });
    const syncing = how === 'is queued' ? null : bob.messenger.sync();
    await expect(bob.messenger.declineRequest(id, invitedBy)).rejects.toThrow('notMember');
    await syncing;
    await settle(bob);
    expect(conversationOf(bob, 'room')).toMatchObject({ isRequest: false, ownRole: 'member' });
    await expectCurrent(bob, id);
  },
);

test('HUB-3 an image that waits for its upload is not sent to a group that replaces its room', async () => {
  const [alice, mallory] = [await person(), await person()];
  const { bob, group, id } = await acceptedRoom(alice);
  let finish = () => {};
  bob.network.uploading = new Promise((resolve) => {
    finish = resolve;
  });
  const bytes = new Uint8Array(await plain(60, 40).webp().toBuffer());
  await bob.messenger.sendImage(id, { bytes, mediaType: 'image/webp', width: 60, height: 40 });
  await inviteToFork(alice, group, { bob, inviter: mallory, roles: roomOf(mallory.account) });
  const failed = { kind: 'failed', reason: 'notMember' };
  expect((await messagesOf(bob, id)).at(-1)?.state).toEqual(failed);
  await accept(bob, id);
  finish();
  await settle(bob);
  expect((await messagesOf(bob, id)).at(-1)?.state).toEqual(failed);
});

test('HUB-5 a blocked account’s welcome that another account sends makes no request', async () => {
  const [mallory, trudy] = [await person(), await person()];
  const bob = await user();
  await settle(bob);
  await bob.messenger.setBlocked(mallory.account.address, true);
  const group = await groupWithoutBob(trudy);
  for (const roles of [roomOf(mallory.account), directOf(mallory.account, bob.account)])
    await inviteToFork(trudy, group, { bob, inviter: mallory, roles });
  expect(bob.messenger.getSnapshot()).toMatchObject({ conversations: [], refusedItems: 2 });
});

test('HUB-5 a blocked account adds nobody to a room, even by another account', async () => {
  const [mallory, trudy] = [await person(), await person()];
  const bob = await user();
  await settle(bob);
  const roles = directOf(mallory.account, bob.account);
  const add = await claimPackages(mallory, bob.account.address);
  await speak(mallory, await startHostileGroup(mallory, { add, roles }), { type: 'text', text: 'hi' });
  await settle(bob);
  await accept(bob, conversationOf(bob, mallory.account.address).id);
  await bob.messenger.setBlocked(mallory.account.address, true);
  await startHostileGroup(trudy, {
    add: await claimPackages(trudy, bob.account.address),
    speaker: mallory.device,
    roles: roomOf(mallory.account),
  });
  await settle(bob);
  expect(bob.messenger.getSnapshot().conversations.map(({ kind }) => kind)).toEqual(['direct']);
});

test('HUB-3 a displaced request for a room that the user has not left leaves it to the owner to add the user again', async () => {
  const [alice, mallory] = [await person(), await person()];
  const { bob, group, id } = await acceptedRoom(alice);
  await speak(alice, group, { type: 'text', text: 'before' });
  await settle(bob);
  await inviteToFork(alice, group, { bob, inviter: mallory, roles: roomOf(mallory.account) });
  for (let count = 0; count < 5; count += 1) {
    await startHostileGroup(mallory, { add: await claimPackages(mallory, bob.account.address) });
    await settle(bob);
  }
  const room = () => bob.messenger.getSnapshot().conversations.find((one) => one.id === id);
  expect(room()).toMatchObject({ isRequest: false, ownRole: null });
  await addAgain(bob, alice, group);
  expect(room()).toMatchObject({ isRequest: false, ownRole: 'member' });
  expect(await textsOf(bob, id)).toEqual(['before']);
});

test('HUB-3 a member’s conversations of two don’t delete the group of a room', async () => {
  const [alice, mallory] = [await person(), await person()];
  const bob = await user({ contacts: [alice.account.address] });
  await settle(bob);
  const group = await groupWithoutBob(alice);
  const roles = directOf(mallory.account, bob.account);
  await inviteToFork(alice, group, { bob, inviter: mallory, roles });
  const start = async (options: Partial<Parameters<typeof startHostileGroup>[1]> = {}) => {
    const add = await claimPackages(mallory, bob.account.address);
    return startHostileGroup(mallory, { add, ...options });
  };
  // Mallory’s oldest request, which is displaced by the room’s.
  await speak(mallory, await start({ roles }), { type: 'text', text: 'hi' });
  await settle(bob);
  for (let count = 0; count < 4; count += 1) {
    await start();
    await settle(bob);
  }
  await inviteToFork(alice, group, { bob, inviter: mallory, roles: roomOf(mallory.account) });
  await commitIn(alice, group, { add: await claimPackages(alice, bob.account.address) });
  for (let count = 0; count < 3; count += 1) {
    await start({ roles });
    await settle(bob);
  }
  await speak(alice, group, { type: 'text', text: 'two' });
  await settle(bob);
  const rooms = bob.messenger
    .getSnapshot()
    .conversations.filter(({ kind, isRequest }) => kind === 'room' && !isRequest);
  expect(rooms).toHaveLength(1);
  expect(await textsOf(bob, rooms[0]?.id ?? '')).toEqual(['two']);
});

test('HUB-3 a message isn’t sent to a group that the user accepts while it is being sent', async () => {
  const [alice, mallory] = [await person(), await person()];
  const { bob, group, id } = await acceptedRoom(alice);
  bob.network.isOffline = true;
  await inviteToFork(alice, group, { bob, inviter: mallory, roles: roomOf(mallory.account) });
  // The inbox is first empty, so the device learns from the answer to the message that the epoch has ended.
  let isEmpty = true;
  bob.network.tamper = <T>(path: string, answer: T): T => {
    if (path !== '/messages/inbox' || !isEmpty) return answer;
    isEmpty = false;
    return { items: [], isComplete: true } as T;
  };
  let accepting: Promise<void> | undefined;
  bob.network.losesAnswer = (path) => {
    if (path === '/messages/acknowledge')
      accepting ??= bob.messenger.acceptRequest(id, mallory.account.address);
    return false;
  };
  await say(bob, id, 'for the members');
  bob.network.isOffline = false;
  await settle(bob);
  await accepting;
  expect((await messagesOf(bob, id)).at(-1)?.state).toEqual({ kind: 'failed', reason: 'notMember' });
});

test('HUB-3 after declining a request without a group, the answer to an earlier request to join it is a request', async () => {
  const [alice, mallory] = [await person(), await person()];
  const bob = await user();
  await settle(bob);
  const group = await groupWithoutBob(alice);
  await askForRoom(bob, mallory, group);
  await commitIn(alice, group, { add: await claimPackages(alice, bob.account.address) });
  await settle(bob);
  await commitIn(alice, group, { remove: leavesOf(group, bob.account.address) });
  await settle(bob);
  await decline(bob, conversationOf(bob, 'room').id);
  const roles = roomOf(alice.account, [mallory.account]);
  await inviteToFork(alice, group, { bob, inviter: mallory, roles });
  expect(conversationOf(bob, 'room').isRequest).toBe(true);
});

test('HUB-3 after leaving a room, the answer to an earlier request to join it is a request', async () => {
  const [alice, mallory] = [await person(), await person()];
  const bob = await user({ contacts: [alice.account.address] });
  await settle(bob);
  const group = await groupWithoutBob(alice);
  await askForRoom(bob, mallory, group);
  // Another admin adds the account first.
  await commitIn(alice, group, { add: await claimPackages(alice, bob.account.address) });
  await settle(bob);
  await bob.messenger.leave(conversationOf(bob, 'room').id);
  const roles = roomOf(alice.account, [mallory.account]);
  await inviteToFork(alice, group, { bob, inviter: mallory, roles });
  expect(conversationOf(bob, 'room').isRequest).toBe(true);
});

test('HUB-3 a stolen device that was revoked invites to no room that the device is in', async () => {
  const mallory = await person();
  const { bob, group, id } = await acceptedRoom(mallory);
  const stolen = await bindNewDevice(bob.account, await tokenOf(bob.account));
  await bob.messenger.revokeDevice(stolen.deviceKey, bob.signer);
  await inviteToFork(mallory, group, { bob, inviter: stolen, roles: roomOf(mallory.account) });
  expect(bob.messenger.getSnapshot().refusedItems).toBe(1);
  expect(conversationOf(bob, 'room').isRequest).toBe(false);
  await addAgain(bob, mallory, group);
  await expectCurrent(bob, id);
});

test.each(['pending', 'declined'])(
  'HUB-3 a stranger’s %s request for a room keeps nobody from the room itself',
  async (how) => {
    const { alice, bob, group } = await strangersRequest();
    expect(conversationOf(bob, 'room').isRequest).toBe(true);
    if (how === 'declined') await decline(bob, conversationOf(bob, 'room').id);
    await commitIn(alice, group, { add: await claimPackages(alice, bob.account.address) });
    await settle(bob);
    expect(accountsOf(bob).slice(0, 2)).toEqual([bob.account.address, alice.account.address]);
    expect(conversationOf(bob, 'room').isRequest).toBe(how === 'declined');
  },
);

test('HUB-3 after the only group of a request has removed the account, declining it also declines later invitations', async () => {
  const alice = await person();
  const bob = await user({ contacts: [alice.account.address] });
  await settle(bob);
  const mallory = await person();
  const group = await groupWithoutBob(mallory);
  await commitIn(mallory, group, { add: await claimPackages(mallory, bob.account.address) });
  await settle(bob);
  await commitIn(mallory, group, { remove: leavesOf(group, bob.account.address) });
  await settle(bob);
  const { id } = conversationOf(bob, 'room');
  await decline(bob, id);
  await settle(bob);
  expect(bob.messenger.getSnapshot().conversations).toEqual([]);
  await inviteToFork(mallory, group, { bob, inviter: alice, roles: roomOf(alice.account) });
  expect(conversationOf(bob, 'room')).toMatchObject({ isRequest: true, invitedBy: alice.account.address });
});

test('HUB-3 a conversation of two with the ID of a room hides no welcome to the room', async () => {
  const [alice, mallory] = [await person(), await person()];
  const bob = await user({ contacts: [alice, mallory].map(({ account }) => account.address) });
  await settle(bob);
  const group = await groupWithoutBob(alice);
  const roles = directOf(mallory.account, bob.account);
  await inviteToFork(alice, group, { bob, inviter: mallory, roles });
  const groupIds = async () => (await stored(bob, (store) => store.readAll('groups'))).map(({ key }) => key);
  expect(await groupIds()).toEqual([group.groupId]);
  await commitIn(alice, group, { add: await claimPackages(alice, bob.account.address) });
  await settle(bob);
  const { id, isRequest } = conversationOf(bob, 'room');
  expect(isRequest).toBe(false);
  await expectCurrent(bob, id);
  // In a conversation of two, the next message starts a new group.
  await offerPackages(mallory, [await newKeyPackage(mallory.device)]);
  await say(bob, await bob.messenger.openDirect(mallory.account.address), 'hello');
  await settle(bob);
  expect(await groupIds()).toHaveLength(2);
});

test('HUB-3 a conversation of two doesn’t replace a room with its ID', async () => {
  const mallory = await person();
  const { bob, group, id } = await acceptedRoom(mallory);
  const roles = directOf(mallory.account, bob.account);
  await inviteToFork(mallory, group, { bob, inviter: mallory, roles });
  expect(bob.messenger.getSnapshot().conversations.map(({ kind }) => kind)).toEqual(['room']);
  await addAgain(bob, mallory, group);
  await expectCurrent(bob, id);
});

test.each(['a request', 'an accepted room', 'a left room'])(
  'HUB-3 a repeated welcome doesn’t return the device to an earlier epoch: %s',
  async (what) => {
    const [alice, bob] = [await person(), await user()];
    await settle(bob);
    const welcomes: Inbox['items'] = [];
    let repeated: Inbox['items'] = [];
    bob.network.tamper = <T>(path: string, answer: T): T => {
      if (path !== '/messages/inbox') return answer;
      const { items } = answer as Inbox;
      welcomes.push(...items.filter(({ kind }) => kind === 'welcome'));
      const all = [...items, ...repeated.splice(0)];
      return { ...answer, items: all };
    };
    const group = await startHostileGroup(alice, { add: await claimPackages(alice, bob.account.address) });
    await settle(bob);
    const { id } = conversationOf(bob, 'room');
    if (what !== 'a request') await accept(bob, id);
    await commitIn(alice, group, {});
    await settle(bob);
    if (what === 'a left room') await bob.messenger.leave(id);
    const before = await stored(bob, (store) => store.readAll('groups'));
    expect(before.map(({ value }) => value.epoch)).toEqual([2]);
    repeated = welcomes.map((item) => ({ ...item, id: item.id + 1_000 }));
    expect(repeated).toHaveLength(1);
    await settle(bob);
    expect(await stored(bob, (store) => store.readAll('groups'))).toEqual(before);
    expect(repeated).toEqual([]);
  },
);

test.each(['the import of a backup', 'a revocation of the device'])(
  'HUB-3 after %s, only who may remove the account adds it to its rooms without a request',
  async (what) => {
    const [mallory, stranger] = [await person(), await person()];
    const { bob, group } = await acceptedRoom(mallory);
    await speak(mallory, group, { type: 'text', text: 'hello' });
    await settle(bob);
    let present = bob;
    if (what === 'a revocation of the device') {
      const { deviceKey } = bob.messenger.getSnapshot();
      if (deviceKey) await bob.messenger.revokeDevice(deviceKey, bob.signer);
      await bob.messenger.startDevice(bob.signer);
    } else {
      const file = await bob.messenger.exportHistory('correct horse');
      await bob.messenger.close();
      present = await user({ account: bob.account });
      await present.messenger.importHistory(file, 'correct horse');
    }
    await settle(present);
    expect(await textsOf(present, conversationOf(present, 'room').id)).toEqual(['hello']);
    const roles = roomOf(mallory.account, [stranger.account]);
    await inviteToFork(mallory, group, { bob: present, inviter: stranger, roles });
    expect(conversationOf(present, 'room').isRequest).toBe(true);
    await addAgain(present, mallory, group);
    // An imported room has no roles, so even its owner’s welcome is a request.
    expect(conversationOf(present, 'room')).toMatchObject({
      isRequest: what === 'the import of a backup',
      ...(what === 'the import of a backup' ? { invitedBy: mallory.account.address } : {}),
    });
  },
);

test('HUB-6 a backup keeps which rooms were left', async () => {
  const { bob, id } = await acceptedRoom(await person());
  await bob.messenger.leave(id);
  const file = await bob.messenger.exportHistory('correct horse');
  const tablet = await user({ account: bob.account });
  await tablet.messenger.importHistory(file, 'correct horse');
  const rooms = await stored(tablet, (store) => store.readAll('conversations'));
  expect(rooms.map(({ value }) => value.hasLeft)).toEqual([true]);
});

test('HUB-6 the import of an earlier backup doesn’t undo leaving a room', async () => {
  const mallory = await person();
  const { bob, group, id } = await acceptedRoom(mallory);
  const file = await bob.messenger.exportHistory('correct horse');
  await bob.messenger.leave(id);
  await bob.messenger.deleteConversation(id);
  await bob.messenger.importHistory(file, 'correct horse');
  await addAgain(bob, mallory, group);
  expect(conversationOf(bob, 'room').isRequest).toBe(true);
});

test('HUB-6 the import of a backup neither leaves nor accepts a room that the device is in', async () => {
  const mallory = await person();
  const { bob, group, id } = await acceptedRoom(mallory);
  await bob.messenger.leave(id);
  const file = await bob.messenger.exportHistory('correct horse');
  await addAgain(bob, mallory, group);
  await accept(bob, id);
  await bob.messenger.deleteConversation(id);
  await bob.messenger.importHistory(file, 'correct horse');
  await settle(bob);
  expect(conversationOf(bob, 'room')).toMatchObject({ isRequest: false, ownRole: 'member' });
});

test.each([
  ['another device of the account', 'own', false],
  ['a former admin, who is the owner now', 'admin', false],
  ['a former member, who is the owner now', 'member', true],
])('HUB-3 a device that missed that the owner changed is added again by %s', async (_, who, isRequest) => {
  const [mallory, alice] = [await person(), await person()];
  const admins = who === 'admin' ? [alice.account] : [];
  const { bob, group, id } = await acceptedRoom(mallory, () => roomOf(mallory.account, admins));
  await commitIn(mallory, group, { add: [(await newKeyPackage(alice.device)).publicPackage] });
  await settle(bob);
  const tablet = await bindNewDevice(bob.account, await tokenOf(bob.account));
  const inviter = who === 'own' ? tablet : alice;
  await inviteToFork(mallory, group, { bob, inviter, roles: roomOf(alice.account, [bob.account]) });
  expect(conversationOf(bob, 'room')).toMatchObject({ isRequest, ownRole: 'admin' });
  if (!isRequest) return;
  await accept(bob, id);
  await settle(bob);
  expect(conversationOf(bob, 'room').isRequest).toBe(false);
});

test('HUB-3 only who may invite brings a removed account back to its room without a request', async () => {
  const [alice, mallory] = [await person(), await person()];
  const bob = await user({ contacts: [alice.account.address, mallory.account.address] });
  await settle(bob);
  const add = await claimPackages(alice, bob.account.address);
  const group = await startHostileGroup(alice, { add });
  await settle(bob);
  expect(conversationOf(bob, 'room').isRequest).toBe(false);
  await commitIn(alice, group, { remove: leavesOf(group, bob.account.address) });
  await settle(bob);
  expect(conversationOf(bob, 'room').ownRole).toBeNull();
  const roles = roomOf(alice.account, [mallory.account]);
  await inviteToFork(alice, group, { bob, inviter: mallory, roles });
  expect(conversationOf(bob, 'room').isRequest).toBe(true);
  await commitIn(alice, group, { add: await claimPackages(alice, bob.account.address) });
  await settle(bob);
  expect(conversationOf(bob, 'room')).toMatchObject({ isRequest: false, ownRole: 'member' });
});

test.each(['declined', 'displaced'])(
  'HUB-4 payments in a %s request for a room with a history are recorded',
  async (how) => {
    const mallory = await person();
    const { bob, group, id } = await acceptedRoom(mallory);
    await bob.messenger.leave(id);
    await commitIn(mallory, group, { remove: leavesOf(group, bob.account.address) });
    await commitIn(mallory, group, { add: await claimPackages(mallory, bob.account.address) });
    await settle(bob);
    expect(conversationOf(bob, 'room').isRequest).toBe(true);
    const transfer = { type: 'transfer', chainId: 1, txHash: `0x${'ef'.repeat(32)}` } as const;
    await speak(mallory, group, transfer);
    await settle(bob);
    expect(await stored(bob, (store) => store.count('transfers'))).toBe(0);
    if (how === 'declined') {
      await decline(bob, id);
      await settle(bob);
    } else
      for (let count = 0; count < 5; count += 1) {
        await startHostileGroup(mallory, { add: await claimPackages(mallory, bob.account.address) });
        await settle(bob);
      }
    const room = bob.messenger.getSnapshot().conversations.find((one) => one.id === id);
    expect(room).toMatchObject({ isRequest: false, ownRole: null });
    const from = mallory.account.address;
    expect(await bob.messenger.conversationOfTransfer({ ...transfer, from })).toBe(id);
  },
);
