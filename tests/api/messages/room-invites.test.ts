import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { type Backend, startBackend } from '../../support/api-backend';
import { conversationOf, newUser, say, settle, textsOf, type User } from '../../support/messenger';

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend({
    env: { RATE_LIMITS: 'nonce=9000/60,login=9000/60,write=9000/60,message=9000/60,read=9000/60' },
  });
}, 500_000);
afterAll(() => backend.stop());

const open: User[] = [];
afterEach(() => {
  for (const { messenger } of open.splice(0)) messenger.close();
});
async function user(options: Parameters<typeof newUser>[1] = {}): Promise<User> {
  const made = await newUser(privateKeyToAccount(generatePrivateKey()), options);
  open.push(made);
  return made;
}
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
