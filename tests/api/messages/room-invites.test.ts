import {
  accept,
  conversationOf,
  messengerSuite,
  say,
  settle,
  textsOf,
  type User,
} from '../../support/messenger';

const { user } = messengerSuite();

test('HUB-1 an invite code adds whoever uses it, until it is withdrawn', async () => {
  const [alice, bob, carol, dave] = [await user(), await user(), await user(), await user()];
  const id = await alice.messenger.createRoom('Open', []);
  // The server doesn't have the room yet.
  await expect(alice.messenger.inviteCode(id)).rejects.toMatchObject({ reason: 'notAllowed' });
  await alice.messenger.addMembers(id, [dave.account.address]);
  const code = await alice.messenger.inviteCode(id);
  expect(bob.messenger.readInvite(code)).toMatchObject({ inviter: alice.account.address, name: 'Open' });
  expect(bob.messenger.readInvite(`${code}x!`)).toBeNull();
  await bob.messenger.joinByInvite(code);
  const invitation = { inviter: alice.account.address, room: 'Open' };
  await bob.messenger.sync();
  expect(bob.messenger.getSnapshot().invitations).toEqual([{ ...invitation, hasEnded: false }]);
  await settle(alice, bob);
  expect(conversationOf(bob, 'room')).toMatchObject({ name: 'Open', isRequest: false });
  expect(bob.messenger.getSnapshot().invitations).toEqual([]);
  await alice.messenger.withdrawInvite(id);
  await carol.messenger.joinByInvite(code);
  await settle(carol, alice, carol);
  expect(carol.messenger.getSnapshot()).toMatchObject({
    conversations: [],
    invitations: [{ ...invitation, hasEnded: true }],
  });
  expect(alice.messenger.getSnapshot().conversations).toHaveLength(1);
  await carol.messenger.dismissInvitation(alice.account.address);
  await settle(carol);
  expect(carol.messenger.getSnapshot().invitations).toEqual([]);
});

test('HUB-1 who asks by a code that was replaced is told so, and who makes one up gets no answer', async () => {
  const [alice, bob, mallory, dave] = [await user(), await user(), await user(), await user()];
  const id = await alice.messenger.createRoom('Open', [dave.account.address]);
  const earlier = await alice.messenger.inviteCode(id);
  expect(await alice.messenger.inviteCode(id)).toBe(earlier);
  await alice.messenger.withdrawInvite(id);
  const code = await alice.messenger.inviteCode(id);
  await bob.messenger.joinByInvite(earlier);
  const made = {
    inviter: alice.account.address,
    name: 'Open',
    room: '5e'.repeat(16),
    secret: '0a'.repeat(16),
  };
  await mallory.messenger.joinByInvite(Buffer.from(JSON.stringify({ v: 2, ...made })).toString('base64url'));
  await settle(bob, mallory, alice, bob, mallory);
  expect(bob.messenger.getSnapshot().invitations).toMatchObject([{ hasEnded: true }]);
  expect(mallory.messenger.getSnapshot().invitations).toMatchObject([{ hasEnded: false }]);
  expect(conversationOf(alice, 'room').participants).toHaveLength(2);
  await bob.messenger.joinByInvite(code);
  await settle(bob, alice, bob);
  expect(conversationOf(bob, 'room')).toMatchObject({ name: 'Open', participants: [{}, {}, {}] });
});

const WEEK_MS = 7 * 86_400_000;
const peopleIn = (one: User) => conversationOf(one, 'room').participants.length;
/** Bob owns a room, Alice is an admin, and Carol has joined by Bob's link. */
async function roomWithCarol() {
  const clock = { offset: 0 };
  const now = () => Date.now() + clock.offset;
  const [alice, bob, carol] = [await user(), await user({ now }), await user()];
  const id = await bob.messenger.createRoom('Room', [alice.account.address]);
  await bob.messenger.setRole(id, alice.account.address, 'admin');
  const code = await bob.messenger.inviteCode(id);
  await carol.messenger.joinByInvite(code);
  await settle(carol, bob, carol, alice);
  expect(peopleIn(bob)).toBe(3);
  return { alice, bob, carol, id, code, clock };
}

test.each(['the owner', 'an admin'])('HUB-2 whom %s removed doesn’t come back by a link', async (who) => {
  const { alice, bob, carol, id, code } = await roomWithCarol();
  expect(conversationOf(bob, 'room').inviteEnds).not.toBeNull();
  await accept(alice, conversationOf(alice, 'room').id);
  const remover = who === 'the owner' ? bob : alice;
  await remover.messenger.removeMember(conversationOf(remover, 'room').id, carol.account.address);
  await settle(bob, carol, alice);
  expect(peopleIn(bob)).toBe(2);
  expect(conversationOf(bob, 'room').inviteEnds).toBeNull();
  // The same link, also with another account, and a new link of the room.
  const other = await user();
  await other.messenger.joinByInvite(code);
  await carol.messenger.joinByInvite(code);
  await carol.messenger.joinByInvite(await bob.messenger.inviteCode(id));
  await settle(carol, other, bob, alice);
  expect(peopleIn(bob)).toBe(2);
  // Somebody adds the account again.
  await bob.messenger.addMembers(id, [carol.account.address]);
  await settle(carol, bob);
  expect(peopleIn(bob)).toBe(3);
});

test('HUB-2 who left comes back by the link, and only by its own wish without being asked', async () => {
  const { alice, bob, carol, id, code } = await roomWithCarol();
  await carol.messenger.leave(conversationOf(carol, 'room').id);
  await settle(carol, bob, alice);
  expect(peopleIn(bob)).toBe(2);
  await carol.messenger.joinByInvite(code);
  await settle(carol, bob, carol, alice);
  expect(conversationOf(carol, 'room')).toMatchObject({ ownRole: 'member', isRequest: false });
  await carol.messenger.leave(conversationOf(carol, 'room').id);
  await settle(carol, bob, alice);
  await bob.messenger.addMembers(id, [carol.account.address]);
  await settle(bob, carol);
  expect(conversationOf(carol, 'room')).toMatchObject({ isRequest: true, invitedBy: bob.account.address });
});

test('HUB-2 a link ends after a week, and so do requests that it caused', async () => {
  const { bob, alice, code, clock } = await roomWithCarol();
  clock.offset = WEEK_MS + 1;
  const dave = await user();
  await dave.messenger.joinByInvite(code);
  await settle(dave, bob, alice);
  expect(peopleIn(bob)).toBe(3);
  expect(conversationOf(bob, 'room').inviteEnds).toBeNull();
});

test('HUB-2 a link in an account’s name makes the account no acquaintance', async () => {
  const { bob, carol, code } = await roomWithCarol();
  // Everything else that the inviter starts is a request.
  const second = await bob.messenger.createRoom('Second', [carol.account.address]);
  await settle(bob, carol);
  const rooms = carol.messenger.getSnapshot().conversations.filter(({ kind }) => kind === 'room');
  expect(rooms.map(({ name, isRequest }) => [name, isRequest]).toSorted()).toEqual([
    ['Room', false],
    ['Second', true],
  ]);
  await say(bob, second, 'hello');
  await say(bob, await bob.messenger.openDirect(carol.account.address), 'to Carol');
  await settle(bob, carol);
  const direct = conversationOf(carol, bob.account.address);
  expect(await textsOf(carol, direct.id)).toEqual(['to Carol']);
  expect(direct.isRequest).toBe(true);
  expect(carol.messenger.readInvite(code)).toMatchObject({ inviter: bob.account.address });
});

test('HUB-2 who opens the conversation with an inviter has no request', async () => {
  const { bob, carol } = await roomWithCarol();
  await carol.messenger.openDirect(bob.account.address);
  await settle(carol);
  expect(conversationOf(carol, bob.account.address).isRequest).toBe(false);
});

const ownRoleOf = (one: User) => conversationOf(one, 'room').ownRole;

/** Alice owns a room, and Carol is an admin. Both have a link to it. */
async function roomOfTwoAdmins() {
  const [alice, bob, carol] = [await user(), await user(), await user()];
  const id = await alice.messenger.createRoom('Room', [carol.account.address]);
  await alice.messenger.setRole(id, carol.account.address, 'admin');
  await settle(alice, carol);
  await accept(carol, conversationOf(carol, 'room').id);
  await settle(carol, alice);
  const ofAlice = await alice.messenger.inviteCode(id);
  const ofCarol = await carol.messenger.inviteCode(conversationOf(carol, 'room').id);
  return { alice, bob, carol, id, ofAlice, ofCarol };
}

test('HUB-2 who leaves and comes back by a link while the owner is offline stays in the room', async () => {
  const { alice, bob, ofAlice } = await roomOfTwoAdmins();
  await bob.messenger.joinByInvite(ofAlice);
  await settle(alice, bob);
  alice.network.isOffline = true;
  await bob.messenger.leave(conversationOf(bob, 'room').id);
  await bob.messenger.joinByInvite(ofAlice);
  alice.network.isOffline = false;
  await settle(alice, bob, alice, bob);
  expect(ownRoleOf(bob)).toBe('member');
});

test('HUB-2 an admin who was offline removes nobody who has left and come back', async () => {
  const { alice, bob, carol, id, ofAlice } = await roomOfTwoAdmins();
  await bob.messenger.joinByInvite(ofAlice);
  await settle(alice, bob, carol);
  carol.network.isOffline = true;
  await bob.messenger.leave(conversationOf(bob, 'room').id);
  await settle(alice, bob);
  await alice.messenger.addMembers(id, [bob.account.address]);
  await settle(alice, bob);
  await accept(bob, conversationOf(bob, 'room').id);
  await settle(bob, alice);
  expect(ownRoleOf(bob)).toBe('member');
  carol.network.isOffline = false;
  await settle(carol, alice, bob);
  expect(ownRoleOf(bob)).toBe('member');
});

test.each(['is offline', 'adds the account later'])(
  'HUB-2 who has used the links of two admins and left isn’t back by the other link: the other admin %s',
  async (how) => {
    const { alice, bob, carol, ofAlice, ofCarol } = await roomOfTwoAdmins();
    carol.network.isOffline = how === 'is offline';
    await bob.messenger.joinByInvite(ofCarol);
    await bob.messenger.joinByInvite(ofAlice);
    await settle(bob, alice, bob, carol);
    expect(ownRoleOf(bob)).toBe('member');
    await bob.messenger.leave(conversationOf(bob, 'room').id);
    await settle(bob, alice);
    carol.network.isOffline = false;
    await settle(carol, bob, carol, bob);
    expect(ownRoleOf(bob)).toBeNull();
    await carol.messenger.addMembers(conversationOf(carol, 'room').id, [bob.account.address]);
    await settle(carol, bob);
    expect(conversationOf(bob, 'room')).toMatchObject({ isRequest: true, ownRole: 'member' });
  },
);

const isIn = (one: User, other: User) =>
  conversationOf(one, 'room').participants.some(({ account }) => account === other.account.address);

test('HUB-2 who opens a link while in the room, and leaves later, stays out', async () => {
  const { alice, bob, ofAlice } = await roomOfTwoAdmins();
  await bob.messenger.joinByInvite(ofAlice);
  await settle(alice, bob);
  await bob.messenger.joinByInvite(ofAlice);
  await settle(alice, bob);
  await bob.messenger.leave(conversationOf(bob, 'room').id);
  await settle(alice, bob, alice, bob);
  expect(isIn(alice, bob)).toBe(false);
});

test('HUB-2 who leaves and opens the link again comes back, although a member commits before the removal', async () => {
  const { alice, bob, carol, ofAlice } = await roomOfTwoAdmins();
  await alice.messenger.setRole(conversationOf(alice, 'room').id, carol.account.address, 'member');
  await bob.messenger.joinByInvite(ofAlice);
  await settle(alice, bob, carol);
  alice.network.isOffline = true;
  await bob.messenger.leave(conversationOf(bob, 'room').id);
  await bob.messenger.joinByInvite(ofAlice);
  const laptop = await user({ account: carol.account });
  await settle(laptop, carol, laptop, carol);
  alice.network.isOffline = false;
  await settle(alice, bob, alice, bob, carol);
  expect(isIn(alice, bob)).toBe(true);
});

test.each(['before', 'after'])(
  'HUB-2 who has left comes back %s an admin accepts the room, and stays',
  async (when) => {
    const [alice, bob, carol] = [await user(), await user(), await user()];
    const id = await alice.messenger.createRoom('Room', [bob.account.address, carol.account.address]);
    await alice.messenger.setRole(id, bob.account.address, 'admin');
    await settle(alice, bob, carol);
    await accept(carol, conversationOf(carol, 'room').id);
    await carol.messenger.leave(conversationOf(carol, 'room').id);
    await settle(carol, alice, bob);
    const acceptAsBob = async () => {
      await accept(bob, conversationOf(bob, 'room').id);
      await settle(bob, alice, carol, bob);
    };
    if (when === 'after') await acceptAsBob();
    await alice.messenger.addMembers(id, [carol.account.address]);
    await settle(alice, carol, bob);
    if (when === 'before') await acceptAsBob();
    await settle(bob, alice, carol);
    expect(ownRoleOf(carol)).toBe('member');
  },
);

test('HUB-2 who has left on one device isn’t back by a link that another one has used', async () => {
  const { alice, bob: phone, carol, ofAlice, ofCarol } = await roomOfTwoAdmins();
  const laptop = await user({ account: phone.account });
  await settle(phone, laptop);
  for (const code of [ofCarol, ofAlice]) {
    carol.network.isOffline = code === ofCarol;
    await laptop.messenger.joinByInvite(code);
    await settle(laptop, alice, laptop, phone);
  }
  await accept(phone, conversationOf(phone, 'room').id);
  await phone.messenger.leave(conversationOf(phone, 'room').id);
  await settle(phone, laptop, alice);
  carol.network.isOffline = false;
  await settle(carol, laptop, carol);
  await carol.messenger.addMembers(conversationOf(carol, 'room').id, [phone.account.address]);
  await settle(carol, laptop);
  expect(conversationOf(laptop, 'room').isRequest).toBe(true);
});

test('HUB-2 who has lost the only device comes back with a new one by the link', async () => {
  const { alice, bob, ofAlice } = await roomOfTwoAdmins();
  await bob.messenger.joinByInvite(ofAlice);
  await settle(alice, bob);
  const { deviceKey } = bob.messenger.getSnapshot();
  if (deviceKey) await bob.messenger.revokeDevice(deviceKey, bob.signer);
  await bob.messenger.startDevice(bob.signer);
  await bob.messenger.joinByInvite(ofAlice);
  await settle(alice, bob, alice, bob);
  expect(isIn(alice, bob)).toBe(true);
  expect(ownRoleOf(bob)).toBe('member');
});
