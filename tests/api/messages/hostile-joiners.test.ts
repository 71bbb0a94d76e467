import type { OwnKeyPackage } from '@/lib/messages/mls/device';
import { readInvite } from '@/lib/messages/send/rooms';
import { claimPackages, offerPackages, type Person, person } from '../../support/api-messages';
import { alteredPackage } from '../../support/hostile-member';
import { askToJoin, startHostileGroup } from '../../support/hostile-sender';
import { newKeyPackage } from '../../support/messaging';
import {
  accept,
  conversationOf,
  messagesOf,
  messengerSuite,
  say,
  settle,
  textsOf,
  type User,
  type UserOptions,
} from '../../support/messenger';
import { closeGroup } from '../../support/room-forks';

const { user } = messengerSuite();
/** Bob's room with Alice, to which he has a link. */
async function room(options: UserOptions = {}) {
  const [alice, bob] = [await user(), await user(options)];
  const id = await bob.messenger.createRoom('Room', [alice.account.address]);
  const code = await bob.messenger.inviteCode(id);
  await settle(bob, alice);
  return { alice, bob, id, code };
}
/** Offers a key package that everyone gets. */
async function offerLastResort(by: Person, lastResort: OwnKeyPackage): Promise<void> {
  expect(await offerPackages(by, [], lastResort)).toMatchObject({ code: 200 });
}
/** Has a stranger ask to join by the link, after it has offered a bad key package. */
async function badJoiner(bob: User, code: string, badPackage: (by: Person) => Promise<OwnKeyPackage>) {
  const mallory = await person();
  await offerLastResort(mallory, await badPackage(mallory));
  await askToJoin(mallory, bob.account.address, readInvite(code)?.secret ?? '');
  return mallory;
}
const lastState = async (one: User, id: string) => (await messagesOf(one, id)).at(-1)?.state.kind;

/** A key package whose binding has a signature that only a contract account could have made. */
const unsigned = ({ device }: Person) =>
  newKeyPackage({ ...device, binding: { ...device.binding, signature: `0x${'11'.repeat(64)}1b` } });
const unreadable = async (): Promise<boolean> => {
  throw new Error('the endpoint is down');
};

test.each([
  // As `Config.getClient` of wagmi does for a chain that isn't listed.
  [
    'throws at once',
    () => {
      throw new Error('the chain is not listed');
    },
  ],
  ['can’t be read', unreadable],
])('HUB-2 somebody who asks to join, and whose chain %s, stops nobody', async (_, verifyContract) => {
  const { alice, bob, id, code } = await room({ verifyContract });
  const direct = await bob.messenger.openDirect(alice.account.address);
  await badJoiner(bob, code, unsigned);
  await settle(bob);
  await bob.restart();
  await say(bob, id, 'in the room');
  await say(bob, direct, 'to Alice');
  await settle(bob, alice);
  expect(bob.messenger.getSnapshot()).toMatchObject({ phase: 'ready', isOnline: true });
  expect(await textsOf(alice, conversationOf(alice, 'room').id)).toEqual(['in the room']);
  expect(await textsOf(alice, conversationOf(alice, bob.account.address).id)).toEqual(['to Alice']);
});

test('HUB-2 a message to somebody whose chain can’t be read waits, and the others are sent', async () => {
  const bob = await user({ verifyContract: unreadable });
  const alice = await user();
  const mallory = await person();
  await offerLastResort(mallory, await unsigned(mallory));
  const toMallory = await bob.messenger.openDirect(mallory.account.address);
  const toAlice = await bob.messenger.openDirect(alice.account.address);
  await say(bob, toMallory, 'to a stranger');
  await say(bob, toAlice, 'to Alice');
  await settle(bob, alice);
  expect(bob.messenger.getSnapshot()).toMatchObject({ phase: 'ready', isOnline: true });
  expect(await lastState(bob, toMallory)).toBe('waiting');
  expect(await lastState(bob, toAlice)).toBe('sent');
});

test('HUB-2 somebody with a key that nobody can encrypt to is not added, and stops nothing', async () => {
  const { alice, bob, id, code } = await room();
  const zeros = { leaf: { hpkePublicKey: new Uint8Array(32) } };
  await badJoiner(bob, code, async ({ device }) =>
    alteredPackage(device, await newKeyPackage(device), zeros),
  );
  const carol = await user();
  await carol.messenger.joinByInvite(code);
  await settle(bob, carol);
  await say(bob, id, 'hello room');
  await settle(bob, alice, carol);
  for (const one of [alice, carol])
    expect(await textsOf(one, conversationOf(one, 'room').id)).toEqual(['hello room']);
  expect(conversationOf(bob, 'room').participants).toHaveLength(3);
});

test('HUB-2 who asks to join in vain is asked for again only after a while', async () => {
  const clock = { offset: 0 };
  const { bob, id, code } = await room({ now: () => Date.now() + clock.offset });
  const mallory = await badJoiner(bob, code, unsigned);
  const claims = () =>
    bob.network.sent.filter((body) => body.includes(`"address":"${mallory.account.address}"`));
  await settle(bob);
  const first = claims().length;
  expect(first).toBeGreaterThan(0);
  await say(bob, id, 'hello');
  await settle(bob);
  expect(claims()).toHaveLength(first);
  clock.offset += 3_600_001;
  await settle(bob);
  expect(claims().length).toBeGreaterThan(first);
});

test('HUB-2 a room that can’t be changed keeps an account’s new browser out of no other conversation', async () => {
  const clock = { offset: 0 };
  const bob = await user({ now: () => Date.now() + clock.offset });
  // Conversations are maintained in the order of their IDs, which are random. One in the second half soon has one before it.
  const openLate = async (): Promise<{ alice: User; direct: string }> => {
    const alice = await user();
    const direct = await bob.messenger.openDirect(alice.account.address);
    return direct < '8' ? openLate() : { alice, direct };
  };
  const { alice, direct } = await openLate();
  await say(bob, direct, 'hello');
  await settle(bob, alice);
  let first = direct;
  while (first >= direct) {
    const mallory = await person();
    const add = await claimPackages(mallory, bob.account.address);
    await closeGroup(mallory, await startHostileGroup(mallory, { add }));
    await settle(bob);
    first = bob.messenger.getSnapshot().conversations.find(({ isRequest }) => isRequest)?.id ?? direct;
    await accept(bob, first);
  }
  await settle(bob);
  const tablet = await user({ account: bob.account });
  clock.offset += 600_001;
  await bob.messenger.refresh();
  await say(bob, direct, 'to both of my browsers');
  await settle(bob, tablet);
  expect(await textsOf(tablet, conversationOf(tablet, alice.account.address).id)).toEqual([
    'to both of my browsers',
  ]);
});
