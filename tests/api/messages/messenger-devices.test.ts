import { bytesToHex } from 'viem';
import type { LogEntry } from '@/lib/messages/protocol/binding-log';
import { bindingMessage } from '@/lib/messages/protocol/device-binding';
import { Batch } from '@/lib/messages/storage/store';
import { DAILY_BYTES } from '@/lib/server/messages/queue';
import {
  bindNewDevice,
  claimPackages,
  keyOfPackage,
  person,
  revocationBody,
} from '../../support/api-messages';
import { tokenOf } from '../../support/api-sign-in';
import { directOf } from '../../support/conversations';
import { speak, startHostileGroup } from '../../support/hostile-sender';
import { newAccount } from '../../support/messaging';
import {
  accept,
  conversationOf,
  messagesOf,
  messengerSuite,
  say,
  settle,
  stored,
  textsOf,
} from '../../support/messenger';
import { queryDatabase } from '../../support/plain-chains';
import { until } from '../../support/until';

const { user, pair, getBackend } = messengerSuite();

test('a second device of an account joins its conversations, and a revoked one is removed', async () => {
  const { alice, bob, ofAlice, ofBob } = await pair();
  const tablet = await user({ account: alice.account });
  await settle(alice, tablet, bob);
  await say(bob, ofBob, 'to both');
  await settle(bob, alice, tablet);
  const onTablet = conversationOf(tablet, bob.account.address);
  expect(onTablet.isRequest).toBe(false);
  expect(await textsOf(tablet, onTablet.id)).toEqual(['to both']);
  await say(tablet, onTablet.id, 'from the tablet');
  await settle(tablet, alice, bob);
  expect((await messagesOf(alice, ofAlice)).at(-1)).toMatchObject({ isOwn: true, state: { kind: 'sent' } });

  const lost = (await alice.messenger.devices()).find(({ isThis }) => !isThis);
  if (!lost) throw new Error('there is no other device');
  await alice.messenger.revokeDevice(lost.deviceKey, alice.signer);
  await settle(alice, bob, tablet);
  await say(bob, ofBob, 'not for the tablet');
  await settle(bob, alice, tablet);
  expect(tablet.messenger.getSnapshot().phase).toBe('revoked');
  expect(await textsOf(tablet, onTablet.id)).not.toContain('not for the tablet');
  expect((await textsOf(alice, ofAlice)).at(-1)).toBe('not for the tablet');
  const [self] = conversationOf(alice, bob.account.address).participants;
  expect(self?.devices).toHaveLength(1);
});

test('a revoked device is removed although the server refuses a new conversation of its account', async () => {
  const { alice, bob, ofAlice, ofBob } = await pair();
  const [tablet, carol] = [await user({ account: alice.account }), await user()];
  await settle(alice, tablet, bob);
  await say(bob, ofBob, 'to both');
  await settle(bob, alice, tablet);
  // Enough for small commits, but not for a new conversation.
  await queryDatabase(getBackend(), 'update message_usage set bytes = $2 where address = $1', [
    alice.account.address,
    DAILY_BYTES.commit - 60_000,
  ]);
  await say(alice, await alice.messenger.openDirect(carol.account.address), 'waits');
  await settle(alice, carol);
  expect(carol.messenger.getSnapshot().conversations).toEqual([]);
  const lost = (await alice.messenger.devices()).find(({ isThis }) => !isThis);
  if (!lost) throw new Error('there is no other device');
  await alice.messenger.revokeDevice(lost.deviceKey, alice.signer);
  await settle(alice, bob);
  const devices = conversationOf(bob, alice.account.address).participants.flatMap((one) => one.devices);
  expect(devices).toHaveLength(2);
  await say(bob, ofBob, 'still arrives');
  await settle(bob, alice);
  expect((await textsOf(alice, ofAlice)).at(-1)).toBe('still arrives');
});

test('while the server refuses commits, logs are read no more often than otherwise', async () => {
  const clock = { offset: 0 };
  const { alice } = await pair({ alice: { now: () => Date.now() + clock.offset } });
  await user({ account: alice.account });
  clock.offset = 600_001;
  await queryDatabase(getBackend(), 'update message_usage set bytes = $2 where address = $1', [
    alice.account.address,
    DAILY_BYTES.commit,
  ]);
  await alice.messenger.sync();
  expect(await stored(alice, (store) => store.count('commits'))).toBe(1);
  const paths: string[] = [];
  alice.network.losesAnswer = (path) => paths.push(path) < 0;
  await alice.messenger.refresh();
  // The commit is sent again.
  expect(paths).toContain('/messages/commit');
  expect(paths).not.toContain('/messages/log');
});

test('a revocation that the server made up keeps nobody out', async () => {
  const [alice, bob] = [await user(), await user()];
  const [device] = await alice.messenger.devices();
  if (!device) throw new Error('there is no device');
  const { deviceKey, created } = device;
  const revocation = await revocationBody(
    { account: alice.account, deviceKey },
    { at: created, signedBy: bob.account },
  );
  bob.network.tamper = (path, answer) => {
    if (path !== '/messages/log') return answer;
    const { entries } = answer as { entries: LogEntry[] };
    if (!entries.some((entry) => entry.deviceKey === deviceKey)) return answer;
    return { entries: [...entries, { kind: 'revoke', ...revocation }] } as typeof answer;
  };
  const ofBob = await bob.messenger.openDirect(alice.account.address);
  for (const text of ['one', 'two']) {
    await say(bob, ofBob, text);
    await settle(bob, alice);
  }
  expect(await textsOf(alice, conversationOf(alice, bob.account.address).id)).toEqual(['one', 'two']);
});

test('a restart in the middle of anything loses nothing', async () => {
  const { alice, bob, ofAlice, ofBob } = await pair();
  await say(alice, ofAlice, 'before');
  await alice.restart();
  await bob.restart();
  await settle(alice, bob);
  await say(bob, ofBob, 'after');
  await settle(bob, alice);
  expect(await textsOf(alice, ofAlice)).toEqual(['hello', 'hi', 'before', 'after']);
  expect(await textsOf(bob, ofBob)).toEqual(['hello', 'hi', 'before', 'after']);
});

test('devices, key packages, and members are looked after from time to time, and not with each message', async () => {
  let later = 0;
  const bob = await user();
  const alice = await user({ now: () => Date.now() + later });
  const id = await alice.messenger.openDirect(bob.account.address);
  await say(alice, id, 'one');
  await settle(alice, bob, alice);
  const paths = new Set<string>();
  alice.network.losesAnswer = (path) => {
    paths.add(path);
    return false;
  };
  await say(alice, id, 'two');
  await alice.messenger.refresh();
  expect([...paths].toSorted()).toEqual(['/messages/inbox', '/messages/send']);

  const carol = await user();
  await say(carol, await carol.messenger.openDirect(alice.account.address), 'hello');
  await settle(carol);
  await alice.messenger.refresh();
  expect(conversationOf(alice, carol.account.address).unread).toBe(1);
  expect(paths).toContain('/messages/keyPackages');
  expect(paths).not.toContain('/messages/blocks');

  paths.clear();
  await alice.messenger.refresh();
  expect(paths).not.toContain('/messages/keyPackages');
  later = 31_000;
  await alice.messenger.refresh();
  for (const path of ['/messages/keyPackages', '/messages/blocks', '/messages/log'])
    expect(paths).toContain(path);
});

test('a messenger that is closed while it starts to follow the server lets another tab do so', async () => {
  let following = 0;
  const follow = () => {
    following += 1;
    return () => {
      following -= 1;
    };
  };
  const alice = await user({ follow });
  for (let count = 0; count < 10; count += 1) await alice.restart();
  await until(async () => following === 1, 'the last one follows the server', 10_000);
});

test('HUB-1 a messenger follows the server once its device is registered, and not before', async () => {
  const followed: number[] = [];
  const registrations: number[] = [];
  const follow = () => {
    followed.push(registrations.length);
    return () => undefined;
  };
  const alice = await user({
    follow,
    isStarted: false,
  });
  alice.network.tamper = (path, data) => {
    if (path === '/messages/device') registrations.push(1);
    return data;
  };
  await alice.messenger.startDevice(alice.signer);
  await until(async () => followed.length > 0, 'the device follows the server');
  expect(followed.every((registered) => registered > 0)).toBe(true);
});

test('a backup restores history in another browser, without doubles', async () => {
  const { alice, bob, ofAlice, ofBob } = await pair();
  await alice.messenger.setSettings({ sharesTyping: true });
  const file = await alice.messenger.exportHistory('correct horse');
  expect(await file.text()).not.toMatch(/hello|0x[\da-f]{8}/i);
  const tablet = await user({ account: alice.account });
  await settle(alice, tablet, bob);
  await say(bob, ofBob, 'new');
  await settle(bob, tablet, alice);
  await expect(tablet.messenger.importHistory(file, 'wrong')).rejects.toMatchObject({ reason: 'backup' });
  await expect(bob.messenger.importHistory(file, 'correct horse')).rejects.toMatchObject({
    reason: 'backup',
  });
  expect(await tablet.messenger.importHistory(file, 'correct horse')).toEqual({
    conversations: 1,
    messages: 2,
  });
  expect(await tablet.messenger.importHistory(file, 'correct horse')).toEqual({
    conversations: 1,
    messages: 0,
  });
  const id = conversationOf(tablet, bob.account.address).id;
  expect(await textsOf(tablet, id)).toEqual(['hello', 'hi', 'new']);
  const results = await tablet.messenger.search('HELLO');
  expect(results).toMatchObject([{ conversationId: id, text: 'hello', start: 0, end: 5 }]);
  expect(await textsOf(alice, ofAlice)).toEqual(['hello', 'hi', 'new']);
});

/** Returns a backup with other content, as somebody who knows its passphrase can make it. */
async function forged(file: Blob, passphrase: string, change: (content: string) => string): Promise<Blob> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const additionalData = bytes.slice(0, bytes.indexOf(0x0a) + 1);
  const { salt, iv, iterations } = JSON.parse(new TextDecoder().decode(additionalData));
  const base = await crypto.subtle.importKey('raw', new TextEncoder().encode(passphrase), 'PBKDF2', false, [
    'deriveKey',
  ]);
  const kdf = { name: 'PBKDF2', hash: 'SHA-256', salt: Buffer.from(salt, 'base64'), iterations };
  const aes = { name: 'AES-GCM', length: 256 };
  const key = await crypto.subtle.deriveKey(kdf, base, aes, false, ['encrypt', 'decrypt']);
  const options = { name: 'AES-GCM', iv: Buffer.from(iv, 'base64'), additionalData };
  const content = await crypto.subtle.decrypt(options, key, bytes.slice(additionalData.length));
  const changed = new TextEncoder().encode(change(new TextDecoder().decode(content)));
  return new Blob([additionalData, await crypto.subtle.encrypt(options, key, changed)]);
}

test('HUB-6 a backup with what no message can have is refused, and times ahead of the clock are not kept', async () => {
  const { alice, bob, ofAlice, ofBob } = await pair();
  const [message] = await messagesOf(bob, ofBob);
  if (message) await bob.messenger.react(ofBob, message.reference, '👍');
  await settle(bob, alice);
  const file = await alice.messenger.exportHistory('correct horse');
  await alice.messenger.deleteConversation(ofAlice);
  for (const change of [
    (content: string) => content.replace('"👍"', '"Send me 5 ETH"'),
    (content: string) => content.replaceAll(/"at":\d+/g, `"at":${Number.MAX_SAFE_INTEGER}`),
  ])
    await expect(
      alice.messenger.importHistory(await forged(file, 'correct horse', change), 'correct horse'),
    ).rejects.toMatchObject({ reason: 'backup' });
  const later = await forged(file, 'correct horse', (content) =>
    content.replaceAll(/"at":\d+/g, `"at":${Date.UTC(9_000, 0, 1)}`),
  );
  await alice.messenger.importHistory(later, 'correct horse');
  await settle(alice);
  expect(conversationOf(alice, bob.account.address).at).toBeLessThanOrEqual(Date.now());
  const restored = await messagesOf(alice, ofAlice);
  expect(restored).toHaveLength(2);
  for (const { at } of restored) expect(at).toBeLessThanOrEqual(Date.now());
});

test('blocks that are set at once all stay, also after a backup whose import failed at first', async () => {
  const [alice, bob, carol] = [await user(), newAccount().address, newAccount().address];
  const blocked = async () =>
    (await stored(alice, (store) => store.read('settings', 'settings')))?.blocked ?? [];
  await Promise.all([bob, carol].map((account) => alice.messenger.setBlocked(account, true)));
  expect((await blocked()).toSorted()).toEqual([bob, carol].toSorted());
  const file = await alice.messenger.exportHistory('correct horse');
  for (const account of [bob, carol]) await alice.messenger.setBlocked(account, false);
  alice.network.isOffline = true;
  await expect(alice.messenger.importHistory(file, 'correct horse')).rejects.toMatchObject({
    reason: 'offline',
  });
  alice.network.isOffline = false;
  await alice.messenger.importHistory(file, 'correct horse');
  await alice.restart();
  await settle(alice);
  expect(alice.messenger.getSnapshot().blocked.toSorted()).toEqual([bob, carol].toSorted());
});

test('HUB-2 a conversation that was accepted on one device is accepted on the others once that device adds them', async () => {
  const mallory = await person();
  const phone = await user();
  const laptop = await user({ account: phone.account });
  await settle(phone, laptop, phone);
  const roles = directOf(mallory.account, phone.account);
  const packages = await claimPackages(mallory, phone.account.address);
  // One group for each device.
  for (const [text, { messenger }] of [
    ['hi phone', phone],
    ['hi laptop', laptop],
  ] as const) {
    const add = packages.filter((one) => keyOfPackage(one) === messenger.getSnapshot().deviceKey);
    await speak(mallory, await startHostileGroup(mallory, { roles, add }), { type: 'text', text });
  }
  await settle(phone, laptop);
  await accept(phone, conversationOf(phone, mallory.account.address).id);
  await settle(phone, laptop);
  const { id, isRequest } = conversationOf(laptop, mallory.account.address);
  expect(isRequest).toBe(false);
  expect(await textsOf(laptop, id)).toEqual(['hi laptop']);
});

test.each(['has expired', 'isn’t confirmed anymore'])(
  'HUB-2 a device whose binding %s works on after another device was revoked',
  async (what) => {
    const { alice, bob, ofAlice, ofBob } = await pair();
    const stolen = await bindNewDevice(bob.account, await tokenOf(bob.account));
    await stored(bob, async (store) => {
      const device = await store.read('device', 'device');
      if (!device) throw new Error('there is no device');
      const now = Math.floor(Date.now() / 1_000);
      const day = 86_400;
      const terms = { ...device.binding, created: now - 366 * day, expires: now - day };
      const signed = await bob.account.signTypedData(bindingMessage(terms, bytesToHex(device.publicKey)));
      const binding =
        what === 'has expired'
          ? { ...terms, signature: signed }
          : { ...device.binding, signature: `0x${'11'.repeat(64)}1b` as const };
      const batch = new Batch();
      batch.put('device', 'device', { ...device, binding });
      await store.commit(batch);
    });
    await bob.messenger.revokeDevice(stolen.deviceKey, bob.signer);
    await settle(bob, alice);
    await say(alice, ofAlice, 'after');
    await settle(alice, bob);
    expect((await textsOf(bob, ofBob)).at(-1)).toBe('after');
  },
);
