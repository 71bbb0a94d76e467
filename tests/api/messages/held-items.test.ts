import type { Address } from 'viem';
import { newMessageId } from '@/lib/wallet/messages/content';
import { deliveryAccess } from '@/lib/wallet/messages/conversation';
import { heldOf } from '@/lib/wallet/messages/messenger/held';
import { Batch } from '@/lib/wallet/messages/store/store';
import { claimPackages, type Person, person, send } from '../../support/api-messages';
import { anything, contractPackages, contractPerson } from '../../support/contract-accounts';
import { roomOf } from '../../support/conversations';
import { type HostileGroup, speak, startHostileGroup } from '../../support/hostile-sender';
import { base64, DEVICE_SITE, frame } from '../../support/message-frames';
import { newAccount, newDevice, newKeyPackage } from '../../support/messaging';
import {
  accept,
  conversationOf,
  messengerSuite,
  settle,
  stored,
  textsOf,
  type User,
} from '../../support/messenger';
import { commitIn, sendCopy } from '../../support/room-copies';

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

const countHeld = (bob: User, key?: string) =>
  stored(bob, (store) => store.count('held', key === undefined ? undefined : heldOf(key)));

test('HUB-2 in an accepted room, few items that no group can read wait for a stranger’s welcome, and none for the room', async () => {
  const [mallory, stranger] = [await person(), await contractPerson()];
  const { bob } = await bobWith([]);
  const add = await claimPackages(mallory, bob.account.address);
  const group = await startHostileGroup(mallory, { add });
  await settle(bob);
  const { id } = conversationOf(bob, 'room');
  await accept(bob, id);
  await sendCopy(mallory, group, { bob, inviter: stranger, roles: roomOf(stranger.account), epoch: 1n });
  expect(await countHeld(bob)).toBe(1);
  const { groupId, conversation, to } = group;
  const epoch = Number(conversation.state.groupContext.epoch);
  const content = base64(frame('application', { groupId, epoch }));
  const access = await deliveryAccess(conversation);
  for (let count = 0; count < 15; count += 1) {
    const message = {
      deviceKey: mallory.deviceKey,
      groupId,
      epoch,
      access,
      messageId: newMessageId(),
      content,
      to,
    };
    expect((await send(mallory, message)).code).toBe(200);
  }
  await settle(bob);
  expect(await countHeld(bob)).toBe(10);
  expect(await countHeld(bob, groupId)).toBe(0);
  await commitIn(mallory, group, {});
  await speak(mallory, group, { type: 'text', text: 'after the commit' });
  await settle(bob);
  expect(await textsOf(bob, id)).toEqual(['after the commit']);
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
  await sendCopy(alice, group, { bob, inviter: stranger, roles: roomOf(stranger.account), epoch: 1n });
  await invite(bob, alice, group);
  const texts = Array.from({ length: 15 }, (_, index) => `text ${index}`);
  for (const text of texts) await speak(alice, group, { type: 'text', text });
  await settle(bob);
  await retry((account) => account === alice.account.address);
  expect(await textsOf(bob, conversationOf(bob, 'room').id)).toEqual(texts);
});

test('HUB-3 what waited for a welcome then waits for the copy of the room that the welcome made', async () => {
  const [alice, mallory] = [await contractPerson(), await person()];
  const { bob, retry } = await bobWith([alice, mallory]);
  const group = await roomOfContract(alice);
  await sendCopy(alice, group, { bob, inviter: mallory, roles: roomOf(mallory.account), epoch: 2n ** 32n });
  const { id } = conversationOf(bob, 'room');
  await invite(bob, alice, group);
  await speak(alice, group, { type: 'text', text: 'before' });
  await commitIn(alice, group, {
    add: (await contractPackages(1)).map(({ publicPackage }) => publicPackage),
  });
  await speak(alice, group, { type: 'text', text: 'after' });
  await settle(bob);
  await retry((account) => account === alice.account.address);
  expect(conversationOf(bob, 'room').copies).toEqual([alice.account.address]);
  await retry(() => true);
  await bob.messenger.openCopy(id, alice.account.address);
  await settle(bob);
  expect(await textsOf(bob, id)).toEqual(['before', 'after']);
});

test('HUB-3 a commit that is also held for a waiting copy of a room is not applied before earlier messages', async () => {
  const [mallory, stranger] = [await person(), await person()];
  const { bob, retry } = await bobWith([mallory]);
  const group = await startHostileGroup(mallory, {
    add: await claimPackages(mallory, bob.account.address),
    trust: anything,
    // Sorts after the random key of the copy.
    groupId: 'f'.repeat(32),
  });
  await settle(bob);
  const { id, isRequest } = conversationOf(bob, 'room');
  expect(isRequest).toBe(false);
  await sendCopy(mallory, group, { bob, inviter: stranger, roles: roomOf(stranger.account), epoch: 1n });
  expect(conversationOf(bob, 'room').copies).toEqual([stranger.account.address]);
  await speak(mallory, group, { type: 'text', text: 'before' });
  type Inbox = { items: { id: number; kind: string; content: string }[] };
  let messages: Inbox['items'] = [];
  bob.network.tamper = <T>(path: string, answer: T): T => {
    if (path !== '/messages/inbox') return answer;
    const { items } = answer as Inbox;
    messages = items.filter(({ kind }) => kind === 'message');
    return { ...answer, items: items.filter(({ kind }) => kind !== 'message') };
  };
  await commitIn(mallory, group, {
    add: (await contractPackages(1)).map(({ publicPackage }) => publicPackage),
  });
  await settle(bob);
  expect(await countHeld(bob)).toBe(2);
  // The message has waited for the room alone, like one before which too many were missing.
  const { groupId } = group;
  await stored(bob, async (store) => {
    const batch = new Batch();
    for (const { id: item, content } of messages)
      batch.put('held', [groupId, item], {
        kind: 'message',
        groupId,
        content: new Uint8Array(Buffer.from(content, 'base64')),
        at: Date.now(),
      });
    await store.commit(batch);
  });
  await retry(() => true);
  expect(await textsOf(bob, id)).toEqual(['before']);
});
