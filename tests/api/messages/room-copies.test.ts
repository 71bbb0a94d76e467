import { membersOf } from '@/lib/wallet/messages/conversation';
import type { Member, Roles } from '@/lib/wallet/messages/roles';
import type { StoredGroup } from '@/lib/wallet/messages/store/records';
import { tokenOf } from '../../support/api-login';
import { bindNewDevice, claimPackages, type Person, person } from '../../support/api-messages';
import { directOf, roomOf } from '../../support/conversations';
import { type HostileGroup, speak, startHostileGroup } from '../../support/hostile-sender';
import { DEVICE_SITE } from '../../support/message-frames';
import { newAccount, newDevice, newKeyPackage } from '../../support/messaging';
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
import { commitIn, groupWithoutBob, sendCopy } from '../../support/room-copies';

const { user } = messengerSuite();

/** Latest epoch that a device joins. */
const LATEST = 2n ** 32n;

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

const accountsOf = (bob: User) => conversationOf(bob, 'room').participants.map(({ account }) => account);

test.each([
  ['an admin, to the owner', 'admin', LATEST],
  ['the owner, to a member, of an earlier epoch', 'owner', 1n],
])('HUB-3 a welcome of %s waits beside the room that the device is in', async (_, role, epoch) => {
  const mallory = await person();
  const rolesFor = ({ account }: Pick<User, 'account'>) =>
    role === 'owner' ? roomOf(mallory.account) : roomOf(account, [mallory.account]);
  const { bob, group, id } = await acceptedRoom(mallory, rolesFor);
  await sendCopy(mallory, group, { bob, inviter: mallory, roles: rolesFor(bob), epoch });
  expect(conversationOf(bob, 'room')).toMatchObject({
    isRequest: false,
    copies: [mallory.account.address],
  });
  await say(bob, id, 'still in the room');
  await settle(bob);
  expect((await messagesOf(bob, id)).at(-1)?.state).toEqual({ kind: 'sent' });
  await bob.messenger.dismissCopy(id, mallory.account.address);
  await settle(bob);
  expect(conversationOf(bob, 'room').copies).toEqual([]);
});

test('HUB-3 a stolen device that was revoked offers no copy of a room that the device is in', async () => {
  const mallory = await person();
  const { bob, group } = await acceptedRoom(mallory);
  const stolen = await bindNewDevice(bob.account, await tokenOf(bob.account));
  const copy = { bob, inviter: stolen, roles: roomOf(mallory.account), epoch: 1n };
  await sendCopy(mallory, group, copy);
  expect(conversationOf(bob, 'room').copies).toEqual([bob.account.address]);
  await bob.messenger.dismissCopy(conversationOf(bob, 'room').id, bob.account.address);
  await bob.messenger.revokeDevice(stolen.deviceKey, bob.signer);
  await sendCopy(mallory, group, copy);
  expect(conversationOf(bob, 'room').copies).toEqual([]);
});

test.each(['pending', 'declined'])(
  'HUB-3 a member’s %s request for a copy of a room keeps nobody from the room itself',
  async (how) => {
    const [alice, mallory] = [await person(), await person()];
    const bob = await user({ contacts: [alice.account.address] });
    await settle(bob);
    const group = await groupWithoutBob(mallory);
    await sendCopy(mallory, group, { bob, inviter: mallory, roles: roomOf(mallory.account), epoch: LATEST });
    expect(conversationOf(bob, 'room').isRequest).toBe(true);
    if (how === 'declined') await bob.messenger.declineRequest(conversationOf(bob, 'room').id);
    await sendCopy(mallory, group, { bob, inviter: alice, roles: roomOf(alice.account), epoch: 9n });
    expect(accountsOf(bob)).toEqual([bob.account.address, alice.account.address]);
    expect(conversationOf(bob, 'room').isRequest).toBe(how === 'declined');
  },
);

test.each(['open', 'left'])(
  'HUB-3 a copy of a room that a contact made hides no later welcome of its owner: %s',
  async (how) => {
    const [alice, mallory] = [await person(), await person()];
    const bob = await user({ contacts: [alice, mallory].map(({ account }) => account.address) });
    await settle(bob);
    const group = await groupWithoutBob(mallory);
    const roles = roomOf(alice.account, [mallory.account]);
    await sendCopy(mallory, group, { bob, inviter: mallory, roles, epoch: LATEST });
    const { id, isRequest } = conversationOf(bob, 'room');
    expect(isRequest).toBe(false);
    if (how === 'left') await bob.messenger.leave(id);
    await sendCopy(mallory, group, { bob, inviter: alice, roles: roomOf(alice.account), epoch: 2n });
    if (how === 'left') {
      expect(conversationOf(bob, 'room').isRequest).toBe(true);
      expect(accountsOf(bob)).toEqual([bob.account.address, alice.account.address]);
      return;
    }
    expect(conversationOf(bob, 'room').copies).toEqual([alice.account.address]);
    await bob.messenger.openCopy(id, alice.account.address);
    await settle(bob);
    // The copy that was open waits, so the user can switch back.
    expect(conversationOf(bob, 'room')).toMatchObject({
      isRequest: false,
      copies: [mallory.account.address],
    });
    expect(accountsOf(bob)).toEqual([bob.account.address, alice.account.address]);
  },
);

/** The room of Alice, and a copy that Mallory made. Alice then adds Bob, whose copy of her room waits. */
async function copiedRoom(epoch: bigint, isContact: boolean) {
  const [alice, mallory] = [await person(), await person()];
  const bob = await user({ contacts: isContact ? [mallory.account.address] : [] });
  await settle(bob);
  const group = await groupWithoutBob(alice);
  const roles = roomOf(mallory.account);
  await sendCopy(alice, group, { bob, inviter: mallory, roles, epoch });
  await commitIn(alice, group, { add: await claimPackages(alice, bob.account.address) });
  await settle(bob);
  const { id } = conversationOf(bob, 'room');
  return { alice, mallory, bob, group, id };
}

/** Writes in a room before and after a commit. */
async function writeAcrossCommit(alice: Person, group: HostileGroup) {
  await speak(alice, group, { type: 'text', text: 'before' });
  await commitIn(alice, group, {});
  await speak(alice, group, { type: 'text', text: 'after' });
}

/** Asserts that Bob’s device can follow the room and send in it. */
async function expectCurrent(bob: User, id: string) {
  await say(bob, id, 'here');
  await settle(bob);
  expect((await messagesOf(bob, id)).at(-1)?.state).toEqual({ kind: 'sent' });
}

test.each([
  ['accepted, of an earlier epoch', 1n, true],
  ['accepted, of the same epoch', 3n, true],
  ['accepted, of a later epoch', LATEST, true],
  ['a request, of an earlier epoch', 1n, false],
])(
  'HUB-3 a waiting copy of a room can be used once the user switches to it, if the open one is %s',
  async (_, epoch, isContact) => {
    const { alice, bob, group, id } = await copiedRoom(epoch, isContact);
    expect(conversationOf(bob, 'room')).toMatchObject({
      copies: [alice.account.address],
      isRequest: !isContact,
    });
    // A stranger’s request lets only few items wait.
    for (let count = 0; count < 12; count += 1) await speak(alice, group, { type: 'heads', heads: [] });
    await settle(bob);
    await writeAcrossCommit(alice, group);
    await settle(bob);
    expect(await stored(bob, (store) => store.count('held'))).toBe(0);
    expect(await textsOf(bob, id)).toEqual([]);
    await bob.messenger.openCopy(id, alice.account.address);
    await settle(bob);
    expect(await textsOf(bob, id)).toEqual(['before', 'after']);
    await expectCurrent(bob, id);
  },
);

test('HUB-3 a new waiting copy marks the room as unread', async () => {
  const { bob, id } = await copiedRoom(LATEST, true);
  expect(conversationOf(bob, 'room').unread).toBe(1);
  await bob.messenger.markRead(id);
  await settle(bob);
  expect(conversationOf(bob, 'room').unread).toBe(0);
});

test('HUB-3 a waiting copy of a room ends when its members remove the account', async () => {
  const { alice, bob, group } = await copiedRoom(LATEST, true);
  const own = membersOf(group.conversation).filter(({ account }) => account === bob.account.address);
  await commitIn(alice, group, { remove: own.map(({ leafIndex }) => leafIndex) });
  await settle(bob);
  expect(conversationOf(bob, 'room').copies).toEqual([]);
  expect(await stored(bob, (store) => store.count('groups'))).toBe(1);
});

test('HUB-3 after a user switches to a wrong copy of a room, the other one can still be used', async () => {
  const alice = await person();
  const { bob, group, id } = await acceptedRoom(alice);
  const mallory = await person();
  const member = await newKeyPackage(await newDevice(newAccount(), { site: DEVICE_SITE }));
  await sendCopy(alice, group, { bob, inviter: mallory, roles: roomOf(mallory.account), epoch: 2n });
  await bob.messenger.openCopy(id, mallory.account.address);
  await settle(bob);
  expect(accountsOf(bob)).toEqual([bob.account.address, mallory.account.address]);
  expect(conversationOf(bob, 'room').copies).toEqual([alice.account.address]);
  await writeAcrossCommit(alice, group);
  await commitIn(alice, group, { add: [member.publicPackage] });
  await settle(bob);
  await bob.messenger.openCopy(id, alice.account.address);
  await settle(bob);
  expect(await textsOf(bob, id)).toEqual(['before', 'after']);
  expect(accountsOf(bob)).toHaveLength(3);
  await expectCurrent(bob, id);
});

test('HUB-3 what was encrypted for a copy of a room isn’t sent to another one', async () => {
  const alice = await person();
  const { bob, group, id } = await acceptedRoom(alice);
  const mallory = await person();
  await sendCopy(alice, group, { bob, inviter: mallory, roles: roomOf(mallory.account), epoch: 2n });
  // Before its first message, the device sends the heads of the logs that it has read.
  await expectCurrent(bob, id);
  bob.network.losesAnswer = (path) => path === '/messages/send';
  await say(bob, id, 'for the members');
  await settle(bob);
  const encrypted = () =>
    stored(bob, async (store) =>
      (await store.readAll('outbox')).map(({ value }) => value.encrypted !== null),
    );
  expect(await encrypted()).toEqual([true]);
  bob.network.isOffline = true;
  await bob.messenger.openCopy(id, mallory.account.address);
  expect(await encrypted()).toEqual([false]);
});

test('HUB-3 a user who leaves the open copy of a room is asked about the other one, which has kept up', async () => {
  const { alice, bob, group, id } = await copiedRoom(3n, true);
  await writeAcrossCommit(alice, group);
  await bob.messenger.leave(id);
  await settle(bob);
  expect(conversationOf(bob, 'room')).toMatchObject({
    isRequest: true,
    invitedBy: alice.account.address,
    copies: [],
  });
  await speak(alice, group, { type: 'text', text: 'later' });
  await settle(bob);
  await accept(bob, id);
  await settle(bob);
  expect((await textsOf(bob, id)).toSorted()).toEqual(['after', 'before', 'later']);
  await expectCurrent(bob, id);
});

test('HUB-3 a stranger who displaces a request doesn’t delete the waiting copies of the room', async () => {
  const { alice, mallory, bob, group } = await copiedRoom(LATEST, false);
  const inviteToRoom = async () =>
    startHostileGroup(mallory, { add: await claimPackages(mallory, bob.account.address) });
  // A room counts for the inviter of its waiting copy, so those without one would be displaced first.
  for (let count = 0; count < 4; count += 1) {
    const room = await inviteToRoom();
    await settle(bob);
    const inviter = await person();
    await sendCopy(mallory, room, { bob, inviter, roles: roomOf(inviter.account), epoch: 2n });
  }
  await inviteToRoom();
  await settle(bob);
  const shown = () =>
    bob.messenger.getSnapshot().conversations.find(({ copies }) => copies.includes(alice.account.address));
  expect(shown()).toBeUndefined();
  await writeAcrossCommit(alice, group);
  await settle(bob);
  const id = shown()?.id ?? '';
  await bob.messenger.openCopy(id, alice.account.address);
  await settle(bob);
  expect(await textsOf(bob, id)).toEqual(['before', 'after']);
  await expectCurrent(bob, id);
});

test('HUB-3 of two strangers’ copies of a room, the second one waits, and is a request once the first one is declined', async () => {
  const [alice, mallory] = [await person(), await person()];
  const bob = await user();
  await settle(bob);
  const group = await groupWithoutBob(mallory);
  await sendCopy(mallory, group, { bob, inviter: mallory, roles: roomOf(mallory.account), epoch: LATEST });
  await sendCopy(mallory, group, { bob, inviter: alice, roles: roomOf(alice.account), epoch: 2n });
  const { id, invitedBy, copies } = conversationOf(bob, 'room');
  expect([invitedBy, copies]).toEqual([mallory.account.address, [alice.account.address]]);
  await bob.messenger.declineRequest(id);
  await settle(bob);
  expect(conversationOf(bob, 'room')).toMatchObject({
    isRequest: true,
    invitedBy: alice.account.address,
    copies: [],
  });
  await accept(bob, id);
  expect(accountsOf(bob)).toEqual([bob.account.address, alice.account.address]);
});

test('HUB-3 a conversation of two with the ID of a room hides no welcome to the room', async () => {
  const [alice, mallory] = [await person(), await person()];
  const bob = await user({ contacts: [alice, mallory].map(({ account }) => account.address) });
  await settle(bob);
  const group = await groupWithoutBob(mallory);
  const roles = directOf(mallory.account, bob.account);
  await sendCopy(mallory, group, { bob, inviter: mallory, roles, epoch: 1n });
  expect(await stored(bob, (store) => store.count('groups'))).toBe(1);
  await sendCopy(mallory, group, { bob, inviter: alice, roles: roomOf(alice.account), epoch: 2n });
  const { id, copies } = conversationOf(bob, 'room');
  expect(copies).toEqual([alice.account.address]);
  await bob.messenger.openCopy(id, alice.account.address);
  await settle(bob);
  expect(accountsOf(bob)).toEqual([bob.account.address, alice.account.address]);
});

test('HUB-3 a declined room whose ID a conversation of two uses is not opened, and the conversation stays', async () => {
  const [alice, mallory] = [await person(), await person()];
  const bob = await user({ contacts: [mallory.account.address] });
  await settle(bob);
  const group = await groupWithoutBob(mallory);
  const roles = directOf(mallory.account, bob.account);
  await sendCopy(mallory, group, { bob, inviter: mallory, roles, epoch: 1n });
  await sendCopy(mallory, group, { bob, inviter: alice, roles: roomOf(alice.account), epoch: 2n });
  const { id, isRequest } = conversationOf(bob, 'room');
  expect(isRequest).toBe(true);
  await bob.messenger.declineRequest(id);
  await settle(bob);
  expect(bob.messenger.getSnapshot().conversations.map(({ kind }) => kind)).not.toContain('room');
  const groups = await stored(bob, (store) => store.readAll('groups'));
  expect(groups.map(({ value }) => [value.roles.kind, value.state !== null])).toEqual([['direct', true]]);
});

test('HUB-3 a request for a room opens the copy of the account that the page names, however many wait', async () => {
  const [alice, mallory] = [await person(), await person()];
  const bob = await user({ contacts: [mallory.account.address] });
  await settle(bob);
  const group = await groupWithoutBob(mallory);
  const copy = { bob, inviter: mallory, epoch: 1n };
  await sendCopy(mallory, group, { ...copy, roles: directOf(mallory.account, bob.account) });
  await sendCopy(mallory, group, { bob, inviter: alice, roles: roomOf(alice.account), epoch: 2n });
  await sendCopy(mallory, group, { ...copy, roles: roomOf(mallory.account, [alice.account]) });
  const { id, isRequest, invitedBy } = conversationOf(bob, 'room');
  expect([isRequest, invitedBy]).toEqual([true, alice.account.address]);
  await accept(bob, id);
  await settle(bob);
  expect(accountsOf(bob)).toEqual([bob.account.address, alice.account.address]);
  expect(conversationOf(bob, 'room').copies).toEqual([mallory.account.address]);
});

test('HUB-3 if the open copy removes the account, the request is for the waiting copy', async () => {
  const [alice, mallory] = [await person(), await person()];
  const bob = await user();
  await settle(bob);
  const add = await claimPackages(alice, bob.account.address);
  const group = await startHostileGroup(alice, { add });
  await settle(bob);
  await sendCopy(alice, group, { bob, inviter: mallory, roles: roomOf(mallory.account), epoch: LATEST });
  const { id, invitedBy } = conversationOf(bob, 'room');
  expect(invitedBy).toBe(alice.account.address);
  const own = membersOf(group.conversation).filter(({ account }) => account === bob.account.address);
  await commitIn(alice, group, { remove: own.map(({ leafIndex }) => leafIndex) });
  await settle(bob);
  expect(conversationOf(bob, 'room').invitedBy).toBe(mallory.account.address);
  // The page may still have shown Alice’s name.
  await expect(bob.messenger.acceptRequest(id, alice.account.address)).rejects.toThrow('notMember');
  await accept(bob, id);
  expect(accountsOf(bob)).toEqual([bob.account.address, mallory.account.address]);
});

test.each(['a request', 'a waiting copy'])(
  'HUB-3 a welcome to a room that the device has already joined doesn’t return it to an earlier epoch: %s',
  async (what) => {
    const [alice, mallory] = [await person(), await person()];
    const bob = await user();
    await settle(bob);
    const group = await groupWithoutBob(mallory);
    if (what === 'a waiting copy')
      await sendCopy(mallory, group, { bob, inviter: mallory, roles: roomOf(mallory.account), epoch: 1n });
    const copy = { bob, inviter: alice, roles: roomOf(alice.account) };
    const joined: (StoredGroup | undefined)[] = [];
    // Anyone who was added by the same commit can send Alice’s welcome again.
    for (const epoch of [9n, 9n, 5n, 12n]) {
      await sendCopy(mallory, group, { ...copy, epoch });
      const groups = await stored(bob, (store) => store.readAll('groups'));
      const isOfAlice = ({ account }: Member) => account === alice.account.address;
      joined.push(groups.map(({ value }) => value).find(({ members }) => members.some(isOfAlice)));
    }
    expect(joined.map((one) => one?.epoch)).toEqual([9, 9, 9, 12]);
    expect(joined[1]).toEqual(joined[0]);
  },
);

test('HUB-3 strangers’ copies of a room don’t displace those of contacts', async () => {
  const [alice, mallory] = [await person(), await person()];
  const bob = await user({ contacts: [alice.account.address] });
  await settle(bob);
  const group = await groupWithoutBob(mallory);
  // Bob is the owner of the first copy, so nobody else may replace it.
  await sendCopy(mallory, group, {
    bob,
    inviter: mallory,
    roles: roomOf(bob.account, [mallory.account]),
    epoch: LATEST,
  });
  await accept(bob, conversationOf(bob, 'room').id);
  await sendCopy(mallory, group, { bob, inviter: alice, roles: roomOf(alice.account), epoch: 2n });
  const strangers: string[] = [];
  for (let count = 0; count < 5; count += 1) {
    const stranger = await person();
    strangers.push(stranger.account.address);
    await sendCopy(mallory, group, { bob, inviter: stranger, roles: roomOf(stranger.account), epoch: 2n });
  }
  const { copies } = conversationOf(bob, 'room');
  expect(copies).toEqual([alice.account.address, ...strangers.slice(0, 4)]);
});

test('HUB-3 a stranger’s copy of a room stays, and is replaced only by a later one, however many others are sent', async () => {
  const { alice, bob, group, id } = await copiedRoom(LATEST, true);
  const others: string[] = [];
  for (let count = 0; count < 4; count += 1) {
    const one = await person();
    others.push(one.account.address);
    await sendCopy(alice, group, { bob, inviter: one, roles: roomOf(one.account), epoch: 2n });
  }
  expect(conversationOf(bob, 'room').copies).toEqual([alice.account.address, ...others.slice(0, 3)]);
  await writeAcrossCommit(alice, group);
  await settle(bob);
  // Alice adds the device again.
  await sendCopy(alice, group, { bob, inviter: alice, roles: roomOf(alice.account), epoch: 1_000n });
  expect(conversationOf(bob, 'room').copies).toEqual([...others.slice(0, 3), alice.account.address]);
  await bob.messenger.openCopy(id, alice.account.address);
  await settle(bob);
  expect(accountsOf(bob)).toEqual([bob.account.address, alice.account.address]);
});

test('HUB-3 after a user switches to a wrong copy of a room, nobody can displace the one that the user had accepted', async () => {
  const mallory = await person();
  const { bob, group, id } = await acceptedRoom(mallory);
  const { address } = mallory.account;
  const puppets = [await person(), await person(), await person(), await person(), await person()];
  const inviter = await person();
  const roles = roomOf(
    mallory.account,
    [inviter, ...puppets].map(({ account }) => account),
  );
  const copy = { bob, roles };
  await sendCopy(mallory, group, { ...copy, inviter, epoch: 2n ** 31n });
  await bob.messenger.openCopy(id, inviter.account.address);
  await settle(bob);
  expect(conversationOf(bob, 'room').copies).toEqual([address]);
  for (const one of puppets) await sendCopy(mallory, group, { ...copy, inviter: one, epoch: 2n });
  const waiting = [address, ...puppets.slice(0, 4).map(({ account }) => account.address)];
  expect(conversationOf(bob, 'room').copies).toEqual(waiting);
  // The inviter of the accepted copy owns the wrong one, so it can replace that one only.
  await sendCopy(mallory, group, { ...copy, inviter: mallory, epoch: LATEST });
  expect(conversationOf(bob, 'room').copies).toEqual(waiting);
  await bob.messenger.openCopy(id, address);
  await settle(bob);
  await writeAcrossCommit(mallory, group);
  await settle(bob);
  expect(await textsOf(bob, id)).toEqual(['before', 'after']);
  await expectCurrent(bob, id);
});

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
    const copied = { bob: present, inviter: stranger, roles: roomOf(mallory.account, [stranger.account]) };
    await sendCopy(mallory, group, { ...copied, epoch: LATEST });
    expect(conversationOf(present, 'room').isRequest).toBe(true);
    await sendCopy(mallory, group, {
      bob: present,
      inviter: mallory,
      roles: roomOf(mallory.account),
      epoch: 9n,
    });
    const { isRequest, copies } = conversationOf(present, 'room');
    // An imported room has no roles, so even its owner’s welcome waits for the user.
    if (what === 'the import of a backup') expect(copies).toEqual([mallory.account.address]);
    else expect([isRequest, copies]).toEqual([false, [stranger.account.address]]);
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

test('HUB-6 the import of a backup neither leaves nor accepts a room that the device is in', async () => {
  const mallory = await person();
  const { bob, group, id } = await acceptedRoom(mallory);
  await bob.messenger.leave(id);
  const file = await bob.messenger.exportHistory('correct horse');
  await sendCopy(mallory, group, { bob, inviter: mallory, roles: roomOf(mallory.account), epoch: 9n });
  await accept(bob, id);
  await bob.messenger.deleteConversation(id);
  await bob.messenger.importHistory(file, 'correct horse');
  await settle(bob);
  expect(conversationOf(bob, 'room')).toMatchObject({ isRequest: false, ownRole: 'member' });
});

test.each([
  ['another device of the account', 'own', 'joins'],
  ['a former admin, who is the owner now', 'admin', 'joins'],
  ['a former member, who is the owner now', 'member', 'waits'],
])('HUB-3 a device that missed that the owner changed is added again by %s', async (_, who, how) => {
  const [mallory, alice] = [await person(), await person()];
  const admins = who === 'admin' ? [alice.account] : [];
  const { bob, group, id } = await acceptedRoom(mallory, () => roomOf(mallory.account, admins));
  const tablet = await bindNewDevice(bob.account, await tokenOf(bob.account));
  const inviter = who === 'own' ? tablet : alice;
  await sendCopy(mallory, group, {
    bob,
    inviter,
    roles: roomOf(alice.account, [bob.account]),
    epoch: 20_001n,
  });
  const { address } = who === 'own' ? bob.account : alice.account;
  expect(conversationOf(bob, 'room').copies).toEqual(how === 'joins' ? [] : [address]);
  if (how === 'waits') await bob.messenger.openCopy(id, address);
  await settle(bob);
  const { isRequest, ownRole, copies } = conversationOf(bob, 'room');
  expect([isRequest, ownRole]).toEqual([false, 'admin']);
  expect(copies).toEqual(how === 'joins' ? [] : [mallory.account.address]);
});

test('HUB-3 only who may invite brings a removed account back to its room without a request', async () => {
  const [alice, mallory] = [await person(), await person()];
  const bob = await user({ contacts: [alice.account.address, mallory.account.address] });
  await settle(bob);
  const add = await claimPackages(alice, bob.account.address);
  const group = await startHostileGroup(alice, { add });
  await settle(bob);
  expect(conversationOf(bob, 'room').isRequest).toBe(false);
  const own = membersOf(group.conversation).filter(({ account }) => account === bob.account.address);
  await commitIn(alice, group, { remove: own.map(({ leafIndex }) => leafIndex) });
  await settle(bob);
  expect(conversationOf(bob, 'room').ownRole).toBeNull();
  const roles = roomOf(alice.account, [mallory.account]);
  await sendCopy(alice, group, { bob, inviter: mallory, roles, epoch: 2n ** 31n });
  await settle(bob);
  expect(conversationOf(bob, 'room').isRequest).toBe(true);
  await sendCopy(alice, group, { bob, inviter: alice, roles: roomOf(alice.account), epoch: 9n });
  await settle(bob);
  expect(conversationOf(bob, 'room')).toMatchObject({ isRequest: false, ownRole: 'member' });
});

test.each(['declined', 'displaced'])(
  'HUB-4 payments in a %s request for a room with a history are recorded',
  async (how) => {
    const mallory = await person();
    const { bob, group, id } = await acceptedRoom(mallory);
    await bob.messenger.leave(id);
    const own = membersOf(group.conversation).filter(({ account }) => account === bob.account.address);
    await commitIn(mallory, group, { remove: own.map(({ leafIndex }) => leafIndex) });
    await commitIn(mallory, group, { add: await claimPackages(mallory, bob.account.address) });
    await settle(bob);
    expect(conversationOf(bob, 'room').isRequest).toBe(true);
    const transfer = { type: 'transfer', chainId: 1, txHash: `0x${'ef'.repeat(32)}` } as const;
    await speak(mallory, group, transfer);
    await settle(bob);
    expect(await stored(bob, (store) => store.count('transfers'))).toBe(0);
    if (how === 'declined') await bob.messenger.declineRequest(id);
    else
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
