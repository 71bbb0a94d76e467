import { randomId } from '@/lib/messages/protocol/content';
import { claimPackages, offerPackages, person } from '../../support/api-messages';
import { anything, contractPackages, contractPerson } from '../../support/contract-accounts';
import { directOf, roomOf } from '../../support/conversations';
import { speak, startHostileGroup } from '../../support/hostile-sender';
import { newKeyPackage } from '../../support/messaging';
import {
  accept,
  addPendingItems,
  conversationOf,
  messengerSuite,
  say,
  settle,
  stored,
  textsOf,
  type User,
} from '../../support/messenger';
import { commitIn } from '../../support/room-forks';
import { until } from '../../support/until';

const { user } = messengerSuite();
test('HUB-2 a stranger’s welcome with slow contract accounts costs six seconds in five minutes, until all are verified', async () => {
  const clock = { offset: 0 };
  let verified = 0;
  const verifyContract = async () => {
    clock.offset += 1_200;
    verified += 1;
    return true;
  };
  const bob = await user({ now: () => Date.now() + clock.offset, verifyContract });
  const mallory = await person();
  const packages = await contractPackages(15);
  await startHostileGroup(mallory, {
    add: [
      ...(await claimPackages(mallory, bob.account.address)),
      ...packages.map(({ publicPackage }) => publicPackage),
    ],
    trust: anything,
  });
  await settle(bob);
  expect(verified).toBe(5);
  expect(bob.messenger.getSnapshot()).toMatchObject({ conversations: [], isOnline: true });
  clock.offset += 60_000;
  await settle(bob);
  expect(verified).toBe(5);
  clock.offset += 300_000;
  await settle(bob);
  expect(verified).toBe(10);
  clock.offset += 900_000;
  await settle(bob);
  expect(verified).toBe(15);
  expect(conversationOf(bob, 'room').participants).toHaveLength(17);
});

/** Has a contract account write to Bob for the first time. */
async function writeTo(
  bob: User,
  contract: Awaited<ReturnType<typeof contractPerson>>,
  texts: string[],
  groupId = randomId(),
) {
  const group = await startHostileGroup(contract, {
    groupId,
    roles: directOf(contract.account, bob.account),
    add: await claimPackages(contract, bob.account.address),
    trust: anything,
  });
  for (const text of texts) await speak(contract, group, { type: 'text', text });
  return group;
}

test('HUB-2 a contact with a contract account gets through while strangers’ contract accounts wait', async () => {
  const clock = { offset: 0 };
  const alice = await contractPerson();
  const bob = await user({
    now: () => Date.now() + clock.offset,
    contacts: [alice.account.address],
    verifyContract: async (_, { account }) => {
      if (account !== alice.account.address) clock.offset += 5_000;
      return true;
    },
  });
  for (let count = 0; count < 3; count += 1) {
    const mallory = await person();
    const packages = await contractPackages(3);
    const add = [
      ...(await claimPackages(mallory, bob.account.address)),
      ...packages.map(({ publicPackage }) => publicPackage),
    ];
    await startHostileGroup(mallory, { add, trust: anything });
  }
  await settle(bob);
  expect(await stored(bob, (store) => store.count('pendingItems'))).toBe(3);
  await writeTo(bob, alice, ['hello']);
  await settle(bob);
  expect(await textsOf(bob, conversationOf(bob, alice.account.address).id)).toEqual(['hello']);
});

/** Bob, his contact Alice with a contract account, and her chain, which can't be read until the test says so. */
async function unreadableChain() {
  const clock = { offset: 0 };
  const chain = { isReadable: false };
  const alice = await contractPerson();
  const bob = await user({
    now: () => Date.now() + clock.offset,
    contacts: [alice.account.address],
    verifyContract: async () => {
      if (!chain.isReadable) throw new Error('the endpoint is down');
      return true;
    },
  });
  await settle(bob);
  return { clock, chain, alice, bob };
}

test.each([0, 2_000])(
  'HUB-2 nothing of a contact is lost until its chain can be read, also if %i other items wait',
  async (others) => {
    const { clock, chain, alice, bob } = await unreadableChain();
    await addPendingItems(bob, others, { kind: 'message' });
    const texts = Array.from({ length: 15 }, (_, index) => `text ${index}`);
    await writeTo(bob, alice, texts);
    await bob.messenger.sync();
    expect(bob.messenger.getSnapshot().conversations).toEqual([]);
    chain.isReadable = true;
    clock.offset += 3_600_000;
    await settle(bob);
    clock.offset += 3_600_000;
    await settle(bob);
    expect(await textsOf(bob, conversationOf(bob, alice.account.address).id)).toEqual(texts);
  },
);

test('HUB-2 a contact’s welcome and later commits wait although its group has as many held messages as it may', async () => {
  const { clock, chain, alice, bob } = await unreadableChain();
  const groupId = randomId();
  await addPendingItems(bob, 500, { kind: 'message', groupId });
  const group = await writeTo(bob, alice, ['dropped'], groupId);
  await commitIn(alice, group, {});
  await bob.messenger.sync();
  chain.isReadable = true;
  clock.offset += 3_600_000;
  await settle(bob);
  await speak(alice, group, { type: 'text', text: 'hello' });
  await settle(bob);
  expect(await textsOf(bob, conversationOf(bob, alice.account.address).id)).toEqual(['hello']);
});

test.each([
  ['two of four welcomes of a stranger', 'a stranger', 0, 2],
  ['all welcomes of a contact', 'a contact', 0, 4],
  ['two more welcomes of a contact with 198 others', 'a contact', 198, 2],
])('HUB-2 %s wait for a chain', async (_, who, others, most) => {
  const verifyContract = async (): Promise<boolean> => {
    throw new Error('the endpoint is down');
  };
  const mallory = await person();
  const by = mallory.account.address;
  const bob = await user({ verifyContract, contacts: who === 'a contact' ? [by] : [] });
  await settle(bob);
  await addPendingItems(bob, others, { kind: 'welcome', by });
  const packages = await contractPackages(1);
  for (let count = 0; count < 4; count += 1) {
    const add = [
      ...(await claimPackages(mallory, bob.account.address)),
      ...packages.map(({ publicPackage }) => publicPackage),
    ];
    await startHostileGroup(mallory, { add, trust: anything });
  }
  await settle(bob);
  const held = await stored(bob, (store) => store.readAll('pendingItems'));
  expect(held.filter(({ value }) => value.content.length > 0)).toHaveLength(most);
});

/** A room of Alice with a contract account that no longer confirms its device. Alice can verify contracts. */
async function roomWithContract(ownerIsContract: boolean, now = Date.now) {
  const chain = { confirms: true };
  const alice = await user({ now, verifyContract: async () => chain.confirms });
  const contract = await person();
  const binding = { ...contract.device.binding, signature: `0x${'11'.repeat(64)}1b` } as const;
  const device = { ...contract.device, binding };
  await offerPackages(contract, [], await newKeyPackage(device));
  if (!ownerIsContract) {
    const id = await alice.messenger.createRoom('Room', [contract.account.address]);
    chain.confirms = false;
    return { alice, contract, id };
  }
  const roles = roomOf(contract.account, [alice.account]);
  const add = await claimPackages(contract, alice.account.address);
  await startHostileGroup(contract, { speaker: device, roles, add });
  await settle(alice);
  const { id } = conversationOf(alice, 'room');
  await accept(alice, id);
  chain.confirms = false;
  return { alice, contract, id };
}

test('HUB-2 a contract account whose signers have changed does not keep others from joining a room', async () => {
  const { alice, contract, id } = await roomWithContract(false);
  const carol = await user();
  await alice.messenger.addMembers(id, [carol.account.address]);
  await settle(alice, carol);
  await say(alice, id, 'welcome');
  await settle(alice, carol);
  expect(await textsOf(carol, conversationOf(carol, 'room').id)).toEqual(['welcome']);
  const accounts = conversationOf(alice, 'room').participants.map(({ account }) => account);
  expect(accounts).not.toContain(contract.account.address);
});

test('HUB-2 whoever can’t remove such an account learns that nobody can be added', async () => {
  const clock = { offset: 0 };
  const { alice, id } = await roomWithContract(true, () => Date.now() + clock.offset);
  const carol = await user();
  // The device has verified the signature when it joined.
  clock.offset += 3_600_001;
  await expect(alice.messenger.addMembers(id, [carol.account.address])).rejects.toMatchObject({
    reason: 'unconfirmed',
  });
});

test('HUB-2 an account’s new browser joins a room with a contract account whose signers have changed', async () => {
  const clock = { offset: 0 };
  const { alice, contract } = await roomWithContract(true, () => Date.now() + clock.offset);
  const tablet = await user({ account: alice.account });
  clock.offset += 600_001;
  await alice.messenger.refresh();
  // The messenger's own regular check may have started just before, and may still be sending.
  await until(async () => {
    await settle(alice, tablet);
    return tablet.messenger.getSnapshot().conversations.some(({ kind }) => kind === 'room');
  }, 'the new browser joins');
  const accounts = conversationOf(tablet, 'room').participants.map(({ account }) => account);
  expect(accounts).toEqual([alice.account.address, contract.account.address]);
});
