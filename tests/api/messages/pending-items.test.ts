import type { Address } from 'viem';
import { membersOf } from '@/lib/messages/mls/group';
import { keysUnder } from '@/lib/messages/storage/store';
import {
  bindNewDevice,
  claimPackages,
  offerPackages,
  type Person,
  person,
  revocationBody,
  revoke,
} from '../../support/api-messages';
import { anything, contractPackages, contractPerson } from '../../support/contract-accounts';
import { directOf, roomOf } from '../../support/conversations';
import { type HostileGroup, speak, startHostileGroup } from '../../support/hostile-sender';
import { DEVICE_SITE } from '../../support/message-frames';
import { newAccount, newDevice, newKeyPackage } from '../../support/messaging';
import {
  accept,
  addPendingItems,
  conversationOf,
  messagesOf,
  messengerSuite,
  say,
  settle,
  stored,
  textsOf,
  type User,
} from '../../support/messenger';
import { commitIn, inviteToFork } from '../../support/room-forks';

const { user } = messengerSuite();

/** Bob, and the chain that confirms contract accounts. It can be read for some of them, or for all. */
async function bobWith(contacts: readonly Person[]) {
  const clock = { offset: 0 };
  const chain = { reads: (_: Address) => false };
  const bob = await user({
    now: () => Date.now() + clock.offset,
    contacts: contacts.map(({ account }) => account.address),
    verifyContract: async (_, { account }) => {
      if (!chain.reads(account)) throw new Error('the endpoint is down');
      return true;
    },
  });
  await settle(bob);
  const retry = async (reads: (account: Address) => boolean) => {
    chain.reads = reads;
    clock.offset += 3_600_000;
    await settle(bob);
  };
  return { bob, retry };
}

/** Adds Bob to a group. */
async function invite(bob: User, by: Person, group: HostileGroup): Promise<void> {
  await commitIn(by, group, { add: await claimPackages(by, bob.account.address) });
  await settle(bob);
}

const countPending = (bob: User, key?: string) =>
  stored(bob, (store) => store.count('pendingItems', key === undefined ? undefined : keysUnder(key)));

test('HUB-2 few items wait for a stranger’s welcome, and of an accepted room, those of its members as well', async () => {
  const [alice, stranger] = [await person(), await contractPerson()];
  const { bob } = await bobWith([]);
  const speakTo = async (group: HostileGroup, by: Person) => {
    for (let count = 0; count < 15; count += 1)
      await speak(by, group, { type: 'text', text: `text ${count}` });
    await settle(bob);
  };
  const room = await startHostileGroup(alice, { add: await claimPackages(alice, bob.account.address) });
  await settle(bob);
  await accept(bob, conversationOf(bob, 'room').id);
  await inviteToFork(alice, room, { bob, inviter: stranger, roles: roomOf(stranger.account) });
  await commitIn(alice, room, {});
  await speakTo(room, alice);
  // The welcome, the commit, and the messages.
  expect(await countPending(bob)).toBe(17);
  const unknown = await roomOfContract(stranger);
  await invite(bob, stranger, unknown);
  await speakTo(unknown, stranger);
  expect(await countPending(bob, unknown.groupId)).toBe(10);
});

/** A room of a contract account that Bob isn't in. */
const roomOfContract = async (alice: Person) => {
  const member = await newKeyPackage(await newDevice(newAccount(), { site: DEVICE_SITE }));
  return startHostileGroup(alice, { add: [member.publicPackage], trust: anything });
};

test('HUB-2 a stranger’s welcome that waits takes nothing from a contact’s welcome to the same room', async () => {
  const [alice, stranger] = [await contractPerson(), await contractPerson()];
  const { bob, retry } = await bobWith([alice]);
  const group = await roomOfContract(alice);
  await inviteToFork(alice, group, { bob, inviter: stranger, roles: roomOf(stranger.account) });
  await invite(bob, alice, group);
  const texts = Array.from({ length: 15 }, (_, index) => `text ${index}`);
  for (const text of texts) await speak(alice, group, { type: 'text', text });
  await settle(bob);
  await retry((account) => account === alice.account.address);
  expect(await textsOf(bob, conversationOf(bob, 'room').id)).toEqual(texts);
});

test.each([
  ['which also waits', contractPerson],
  ['which could be joined at once', person],
])('HUB-2 what waits behind a contact’s welcome is not lost by a stranger’s, %s', async (_, create) => {
  const [alice, stranger] = [await contractPerson(), await create()];
  const { bob, retry } = await bobWith([alice]);
  const group = await roomOfContract(alice);
  await invite(bob, alice, group);
  const texts = ['one', 'two', 'three'];
  for (const text of texts) await speak(alice, group, { type: 'text', text });
  await settle(bob);
  await inviteToFork(alice, group, { bob, inviter: stranger, roles: roomOf(stranger.account) });
  await retry(() => true);
  expect(await textsOf(bob, conversationOf(bob, 'room').id)).toEqual(texts);
});

test('HUB-2 a contact’s welcome doesn’t wait behind another one that can’t be verified', async () => {
  const alice = await person();
  const { bob } = await bobWith([alice]);
  const contract = await contractPackages(1);
  const group = await startHostileGroup(alice, {
    add: [
      ...(await claimPackages(alice, bob.account.address)),
      ...contract.map(({ publicPackage }) => publicPackage),
    ],
    trust: anything,
  });
  await settle(bob);
  expect(bob.messenger.getSnapshot().conversations).toEqual([]);
  const others = membersOf(group.conversation).filter(({ account }) => account !== alice.account.address);
  await commitIn(alice, group, { remove: others.map(({ leafIndex }) => leafIndex) });
  await invite(bob, alice, group);
  await speak(alice, group, { type: 'text', text: 'hello' });
  await settle(bob);
  expect(await textsOf(bob, conversationOf(bob, 'room').id)).toEqual(['hello']);
});

test('HUB-2 few welcomes of a stranger’s revoked device wait', async () => {
  const mallory = await person();
  const { bob } = await bobWith([]);
  const stolen = await bindNewDevice(mallory.account, mallory.token);
  await revoke(mallory, await revocationBody({ account: mallory.account, deviceKey: stolen.deviceKey }));
  for (let count = 0; count < 4; count += 1) {
    const others = (await contractPackages(1)).map(({ publicPackage }) => publicPackage);
    const add = [...(await claimPackages(mallory, bob.account.address)), ...others];
    await startHostileGroup(mallory, { add, speaker: stolen.device, trust: anything });
  }
  await settle(bob);
  expect(await countPending(bob)).toBe(2);
});

test('HUB-2 of one account, 200 welcomes are held, in all groups together', async () => {
  const alice = await contractPerson();
  const { bob } = await bobWith([alice]);
  const by = alice.account.address;
  for (const groupId of ['aa', 'bb'])
    await addPendingItems(bob, 100, { kind: 'welcome', by, groupId, key: `${groupId}:trusted` });
  await startHostileGroup(alice, { add: await claimPackages(alice, bob.account.address), trust: anything });
  await bob.messenger.sync();
  // The others are empty, and are dropped once they are tried again.
  expect(await countPending(bob)).toBe(0);
});

test.each(['a room', 'a conversation of two'])(
  'HUB-2 a stranger’s welcome that waits doesn’t hold up messages in %s',
  async (what) => {
    const [alice, stranger] = [await person(), await contractPerson()];
    const { bob } = await bobWith([]);
    const add = await claimPackages(alice, bob.account.address);
    const roles = what === 'a room' ? roomOf(alice.account) : directOf(alice.account, bob.account);
    const group = await startHostileGroup(alice, { add, roles });
    await speak(alice, group, { type: 'text', text: 'hi' });
    await settle(bob);
    const { id } = conversationOf(bob, what === 'a room' ? 'room' : alice.account.address);
    await accept(bob, id);
    await offerPackages(alice, [await newKeyPackage(alice.device), await newKeyPackage(alice.device)]);
    await inviteToFork(alice, group, { bob, inviter: stranger, roles: roomOf(stranger.account) });
    await say(bob, id, 'hello');
    await settle(bob);
    // In a conversation of two, the device starts a new group.
    const state = (await messagesOf(bob, id)).at(-1)?.state.kind;
    expect(state).toBe(what === 'a room' ? 'failed' : 'sent');
  },
);
