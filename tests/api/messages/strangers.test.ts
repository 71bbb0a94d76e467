import { claimPackages, keyOfPackage, person, send, startGroup } from '../../support/api-messages';
import { speak, startHostileGroup } from '../../support/hostile-sender';
import { base64, DEVICE_SITE, frame, messageBody } from '../../support/message-frames';
import { newAccount, newDevice, newKeyPackage } from '../../support/messaging';
import { conversationOf, messengerSuite, settle, stored, textsOf } from '../../support/messenger';
import { queryDatabase } from '../../support/plain-chains';

const { user, getBackend } = messengerSuite();

/** Bob, who is invited to a room by somebody unknown. Messages in it can come after others that weren't sent. */
async function invited() {
  const bob = await user();
  await settle(bob);
  const mallory = await person();
  const add = await claimPackages(mallory, bob.account.address);
  const group = await startHostileGroup(mallory, { add });
  const sayToBob = (text: string, skipped?: number) => speak(mallory, group, { type: 'text', text }, skipped);
  return { bob, group, sayToBob };
}

test('HUB-1 items of a conversation that the device isn’t in are dropped', async () => {
  const bob = await user();
  await bob.messenger.sync();
  const mallory = await person();
  const group = await startGroup(mallory);
  const to = (await claimPackages(mallory, bob.account.address)).map(keyOfPackage);
  for (let count = 0; count < 5; count += 1) {
    const content = base64(frame('application', { groupId: group.groupId, epoch: 1, length: 60_000 }));
    await send(mallory, messageBody(mallory, group, 1, to, { content }));
  }
  await settle(bob);
  expect(await stored(bob, (store) => store.count('held'))).toBe(0);
  expect(await stored(bob, (store) => store.count('processed'))).toBe(0);
});

test('HUB-1 a stranger’s request lets few items wait, and a conversation more', async () => {
  const { bob, group, sayToBob } = await invited();
  await sayToBob('hello');
  await settle(bob);
  // The header says that they are of a later epoch, whose commit the device has to wait for.
  const early = base64(frame('application', { groupId: group.groupId, epoch: 9 }));
  bob.network.tamper = <T>(path: string, answer: T): T => {
    if (path !== '/messages/inbox') return answer;
    const { items } = answer as { items: { kind: string; content: string }[] };
    for (const item of items) item.content = early;
    return answer;
  };
  const sendMore = async () => {
    for (let count = 0; count < 15; count += 1) await sayToBob('later');
    await settle(bob);
  };
  await sendMore();
  expect(await stored(bob, (store) => store.count('held'))).toBe(10);
  await bob.messenger.acceptRequest(conversationOf(bob, 'room').id);
  await sendMore();
  expect(await stored(bob, (store) => store.count('held'))).toBe(25);
});

test('HUB-1 before a request is accepted, nobody can see that it arrived', async () => {
  const bob = await user();
  const tablet = await user({ account: bob.account });
  await settle(bob, tablet, bob);
  const mallory = await person();
  const [ofBob] = (await claimPackages(mallory, bob.account.address)).filter(
    (one) => keyOfPackage(one) === bob.messenger.getSnapshot().deviceKey,
  );
  if (!ofBob) throw new Error('the device has no key package');
  const group = await startHostileGroup(mallory, { add: [ofBob] });
  await speak(mallory, group, { type: 'text', text: 'hello' });
  bob.network.sent.length = 0;
  await settle(bob);
  const { id, isRequest } = conversationOf(bob, 'room');
  expect(isRequest).toBe(true);
  const visible = () =>
    bob.network.sent.filter((body) => body.includes('nextAccessHash') || body.includes('messageId'));
  expect(visible()).toEqual([]);
  await bob.messenger.acceptRequest(id);
  await settle(bob, tablet);
  // Only now the room gets this account's other device.
  expect(visible()).not.toEqual([]);
  expect(conversationOf(tablet, 'room').participants).toHaveLength(2);
});

test('HUB-1 a request makes the device read no log of a member but the one who sent it', async () => {
  const bob = await user();
  await settle(bob);
  const mallory = await person();
  const others = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const device = await newDevice(newAccount(), { site: DEVICE_SITE });
      return (await newKeyPackage(device)).publicPackage;
    }),
  );
  const add = [...(await claimPackages(mallory, bob.account.address)), ...others];
  await startHostileGroup(mallory, { add });
  bob.network.sent.length = 0;
  await bob.messenger.sync();
  expect(conversationOf(bob, 'room').isRequest).toBe(true);
  // The own log is read as always.
  const accounts = bob.network.sent.flatMap((body) => JSON.parse(body).address ?? []);
  expect(new Set(accounts)).toEqual(new Set([bob.account.address, mallory.account.address]));
});

test('HUB-1 a stranger has at most five requests, and the oldest makes room', async () => {
  const bob = await user();
  await settle(bob);
  const mallory = await person();
  const groups: string[] = [];
  for (let count = 0; count < 7; count += 1) {
    const add = await claimPackages(mallory, bob.account.address);
    const group = await startHostileGroup(mallory, { add });
    await speak(mallory, group, { type: 'text', text: `room ${count}` });
    groups.push(group.groupId);
    await bob.messenger.sync();
  }
  const { conversations } = bob.messenger.getSnapshot();
  const texts = await Promise.all(conversations.map(async ({ id }) => (await textsOf(bob, id)).join()));
  expect(texts.toSorted()).toEqual(['room 2', 'room 3', 'room 4', 'room 5', 'room 6']);
  expect(await stored(bob, (store) => store.read('groups', groups[0] ?? ''))).toBeUndefined();
  expect(await stored(bob, (store) => store.count('groups'))).toBe(5);
});

test('HUB-1 a request stores a limited amount of text, and a conversation all', async () => {
  const { bob, sayToBob } = await invited();
  const sendLong = async (count: number) => {
    for (let sent = 0; sent < count; sent += 1) await sayToBob('x'.repeat(4_000));
    await settle(bob);
  };
  await sendLong(10);
  const { id } = conversationOf(bob, 'room');
  expect(await textsOf(bob, id)).toHaveLength(7);
  await bob.messenger.acceptRequest(id);
  await sendLong(3);
  expect(await textsOf(bob, id)).toHaveLength(10);
});

test('HUB-1 the device stores at most 100 key packages, however many others take', async () => {
  const clock = { offset: 0 };
  const bob = await user({ now: () => Date.now() + clock.offset });
  await settle(bob);
  const take = async (claims: number) => {
    const { token } = await person();
    const contents: string[] = [];
    for (let count = 0; count < claims; count += 1)
      for (const one of await claimPackages({ token }, bob.account.address))
        contents.push(base64(one.initKey));
    return new Set(contents).size;
  };
  // Five that serve once, and the last resort.
  expect(await take(8)).toBe(6);
  for (let round = 0; round < 8; round += 1) {
    await queryDatabase(getBackend(), 'delete from message_key_packages where not is_last_resort');
    clock.offset += 600_001;
    await bob.messenger.refresh();
  }
  const kept = await stored(bob, (store) => store.readAll('keyPackages'));
  expect(kept.filter(({ value }) => !value.isLastResort)).toHaveLength(100);
  for (let count = 0; count < 5; count += 1) await take(5);
  // All that may be taken in an hour are taken.
  expect(await take(2)).toBe(1);
});

test('HUB-1 a stranger’s message after many missing ones is refused, and one of a conversation arrives', async () => {
  const { bob, sayToBob } = await invited();
  const sendAfter = async (text: string, skipped: number) => {
    await sayToBob(text, skipped);
    await settle(bob);
  };
  await sendAfter('after 20', 20);
  const { id } = conversationOf(bob, 'room');
  await sendAfter('after 21', 21);
  expect(await textsOf(bob, id)).toEqual(['after 20']);
  await bob.messenger.acceptRequest(id);
  await sendAfter('after 400', 400);
  expect(await textsOf(bob, id)).toEqual(['after 20', 'after 400']);
});

test('HUB-1 a member can’t keep a device busy with missing messages in one fetch', async () => {
  const { bob, sayToBob } = await invited();
  await sayToBob('hello');
  await settle(bob);
  const { id } = conversationOf(bob, 'room');
  await bob.messenger.acceptRequest(id);
  await settle(bob);
  // All of them then arrive in one fetch.
  bob.network.isOffline = true;
  for (let count = 0; count < 5; count += 1) await sayToBob(`after ${count}`, 950);
  bob.network.isOffline = false;
  await bob.messenger.sync();
  // 200 more are allowed after four times 950, so the last one is refused.
  expect(await textsOf(bob, id)).toEqual(['hello', 'after 0', 'after 1', 'after 2', 'after 3']);
  expect(bob.messenger.getSnapshot().refusedItems).toBe(1);
});
