import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import type { LogEntry } from '@/lib/wallet/messages/binding-log';
import { revocationMessage } from '@/lib/wallet/messages/device-binding';
import { type Backend, startBackend } from '../../support/api-backend';
import { DEVICE_SITE } from '../../support/api-device';
import {
  type Browser,
  conversationOf,
  messagesOf,
  newBrowser,
  newUser,
  say,
  settle,
  textsOf,
  type User,
} from '../../support/messenger';
import { queryDatabase } from '../../support/plain-chains';
import { until } from '../../support/until';

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend({
    env: { RATE_LIMITS: 'nonce=9000/60,login=9000/60,write=9000/60,message=9000/60' },
  });
}, 500_000);
afterAll(() => backend.stop());

const open: User[] = [];
afterEach(() => {
  for (const { messenger } of open.splice(0)) messenger.close();
});
const newAccount = () => privateKeyToAccount(generatePrivateKey());
async function user(
  ...[account = newAccount(), options]: Partial<Parameters<typeof newUser>>
): Promise<User> {
  const made = await newUser(account, options);
  open.push(made);
  return made;
}
/** Two accounts in a conversation, in which each has said one thing. */
async function pair(): Promise<{ alice: User; bob: User; ofAlice: string; ofBob: string }> {
  const [alice, bob] = [await user(), await user()];
  const ofAlice = await alice.messenger.openDirect(bob.account.address);
  await say(alice, ofAlice, 'hello');
  await settle(alice, bob);
  const ofBob = conversationOf(bob, alice.account.address).id;
  await say(bob, ofBob, 'hi');
  await settle(bob, alice);
  return { alice, bob, ofAlice, ofBob };
}

test('a first message is a request for a stranger, and none once it is answered', async () => {
  const [alice, bob] = [await user(), await user()];
  const id = await alice.messenger.openDirect(bob.account.address);
  await say(alice, id, 'hello');
  expect((await messagesOf(alice, id)).map(({ state }) => state.kind)).toEqual(['waiting']);
  await settle(alice, bob);
  expect((await messagesOf(alice, id)).map(({ state }) => state.kind)).toEqual(['sent']);
  const request = conversationOf(bob, alice.account.address);
  expect(request).toMatchObject({ isRequest: true, unread: 1, invitedBy: alice.account.address });
  await bob.messenger.acceptRequest(request.id);
  await settle(bob);
  expect(conversationOf(bob, alice.account.address)).toMatchObject({ isRequest: false, unread: 1 });
  await say(bob, request.id, 'hi');
  await settle(bob, alice);
  expect(await textsOf(alice, id)).toEqual(['hello', 'hi']);
  expect(await textsOf(bob, request.id)).toEqual(['hello', 'hi']);
  expect(await alice.messenger.securityCode(id)).toEqual(await bob.messenger.securityCode(request.id));
  expect(conversationOf(alice, bob.account.address).isRequest).toBe(false);
});

test('an account without a device can not be reached, and the message can be sent again later', async () => {
  const [alice, bob] = [await user(), await user(newAccount(), { isStarted: false })];
  const id = await alice.messenger.openDirect(bob.account.address);
  await say(alice, id, 'are you there?');
  await settle(alice);
  const [message] = await messagesOf(alice, id);
  expect(message?.state).toEqual({ kind: 'failed', reason: 'notReachable' });
  await bob.messenger.startDevice(bob.signer);
  if (message) await alice.messenger.retry(id, message.reference);
  await settle(alice, bob);
  expect(await textsOf(bob, conversationOf(bob, alice.account.address).id)).toEqual(['are you there?']);
});

test('a list of messages follows while it is shown, and loads one older page at a time', async () => {
  const [alice, bob] = [await user(), await user()];
  const id = await alice.messenger.openDirect(bob.account.address);
  alice.network.isOffline = true;
  const write = (text: string) => alice.messenger.send(id, { type: 'text', text });
  for (let number = 1; number <= 120; number += 1) await write(String(number));
  const timeline = alice.messenger.timeline(id);
  const count = () => timeline.getSnapshot().items.length;
  // React's strict mode subscribes twice.
  timeline.subscribe(() => {})();
  const unsubscribe = timeline.subscribe(() => {});
  await Promise.all([timeline.loadOlder(), timeline.loadOlder()]);
  expect(count()).toBe(100);
  unsubscribe();
  await write('while nobody looks');
  expect(count()).toBe(100);
  timeline.subscribe(() => {});
  await timeline.loadTo(0);
  expect(count()).toBe(121);
});

test('reactions, edits, deletions, and read marks arrive', async () => {
  const { alice, bob, ofAlice, ofBob } = await pair();
  const [first] = await messagesOf(bob, ofBob);
  if (!first) throw new Error('nothing arrived');
  await bob.messenger.react(ofBob, first.reference, '👍');
  await alice.messenger.edit(ofAlice, first.reference, 'hello, Bob');
  await bob.messenger.setSettings({ sharesReadMarks: true });
  await settle(alice, bob);
  await bob.messenger.markRead(ofBob);
  await settle(bob, alice);
  expect((await messagesOf(alice, ofAlice))[0]).toMatchObject({
    body: { text: 'hello, Bob' },
    isEdited: true,
    reactions: [{ emoji: '👍', by: [bob.account.address] }],
    readBy: [bob.account.address],
  });
  await alice.messenger.deleteMessage(ofAlice, first.reference);
  await settle(alice, bob);
  expect((await messagesOf(bob, ofBob))[0]).toMatchObject({ body: null, reactions: [] });
});

test('if both start at once, both see one conversation with all messages', async () => {
  const [alice, bob] = [await user(), await user()];
  const ofAlice = await alice.messenger.openDirect(bob.account.address);
  const ofBob = await bob.messenger.openDirect(alice.account.address);
  await Promise.all([say(alice, ofAlice, 'from Alice'), say(bob, ofBob, 'from Bob')]);
  await Promise.all([alice.messenger.sync(), bob.messenger.sync()]);
  await settle(alice, bob);
  await say(alice, ofAlice, 'again');
  await settle(alice, bob);
  await say(bob, ofBob, 'and again');
  await settle(bob, alice);
  for (const [one, id] of [
    [alice, ofAlice],
    [bob, ofBob],
  ] as const) {
    expect((await textsOf(one, id)).toSorted()).toEqual(['again', 'and again', 'from Alice', 'from Bob']);
    expect(one.messenger.getSnapshot().conversations).toHaveLength(1);
    expect(conversationOf(one, one === alice ? bob.account.address : alice.account.address).isRequest).toBe(
      false,
    );
  }
  expect(await alice.messenger.securityCode(ofAlice)).toEqual(await bob.messenger.securityCode(ofBob));
});

test('members join a room, talk, get roles, and leave it', async () => {
  const [alice, bob, carol] = [await user(), await user(), await user()];
  const id = await alice.messenger.createRoom('Island', [bob.account.address]);
  await settle(alice, bob);
  const ofBob = conversationOf(bob, 'room');
  expect(ofBob).toMatchObject({ name: 'Island', isRequest: true, ownRole: 'member' });
  await bob.messenger.acceptRequest(ofBob.id);
  await say(bob, ofBob.id, 'before Carol');
  await settle(bob, alice);
  await expect(bob.messenger.addMembers(ofBob.id, [carol.account.address])).rejects.toMatchObject({
    reason: 'notAllowed',
  });
  await alice.messenger.addMembers(id, [carol.account.address]);
  await say(alice, id, 'welcome');
  await settle(alice, bob, carol);
  const ofCarol = conversationOf(carol, 'room');
  expect(ofCarol.name).toBe('Island');
  expect(await textsOf(carol, ofCarol.id)).toEqual(['welcome']);
  expect(await textsOf(bob, ofBob.id)).toEqual(['before Carol', 'welcome']);

  await alice.messenger.setRole(id, bob.account.address, 'admin');
  await settle(alice, bob, carol);
  expect(
    conversationOf(carol, 'room').participants.find(({ account }) => account === bob.account.address),
  ).toMatchObject({
    role: 'admin',
  });
  await carol.messenger.leave(ofCarol.id);
  await settle(carol, alice, bob);
  await say(alice, id, 'without Carol');
  await settle(alice, bob, carol);
  expect(await textsOf(carol, ofCarol.id)).toEqual(['welcome']);
  expect(conversationOf(alice, 'room').participants).toHaveLength(2);
  await bob.messenger.rename(ofBob.id, 'Palms');
  await settle(bob, alice);
  expect(conversationOf(alice, 'room').name).toBe('Palms');
  // An owner who leaves hands the room over.
  await alice.messenger.leave(id);
  await settle(alice, bob);
  await bob.messenger.sync();
  expect(conversationOf(bob, 'room')).toMatchObject({ ownRole: 'owner' });
  expect(conversationOf(bob, 'room').participants).toHaveLength(1);
});

test.each(['createRoom', 'addMembers'] as const)(
  'if the answer to %s is lost, those who were added still learn the name of the room',
  async (action) => {
    const [alice, bob] = [await user(), await user()];
    const lose = () => {
      alice.network.losesAnswer = (path) => path === '/messages/commit';
    };
    if (action === 'createRoom') {
      lose();
      await expect(alice.messenger.createRoom('Island', [bob.account.address])).rejects.toMatchObject({
        reason: 'offline',
      });
    } else {
      const id = await alice.messenger.createRoom('Island', []);
      lose();
      await expect(alice.messenger.addMembers(id, [bob.account.address])).rejects.toMatchObject({
        reason: 'offline',
      });
    }
    alice.network.losesAnswer = () => false;
    await alice.restart();
    await settle(alice, bob);
    expect(conversationOf(bob, 'room')).toMatchObject({ name: 'Island', participants: [{}, {}] });
  },
);

test('HUB-1 an invite code adds whoever uses it, until it is withdrawn', async () => {
  const [alice, bob, carol] = [await user(), await user(), await user()];
  const id = await alice.messenger.createRoom('Open', []);
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
  const [alice, bob, mallory] = [await user(), await user(), await user()];
  const id = await alice.messenger.createRoom('Open', []);
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
  expect(conversationOf(alice, 'room').participants).toHaveLength(1);
  await bob.messenger.joinByInvite(code);
  await settle(bob, alice, bob);
  expect(conversationOf(bob, 'room')).toMatchObject({ name: 'Open', participants: [{}, {}] });
});

test('after a long time offline, everything arrives in order, and what was written meanwhile is sent once', async () => {
  const { alice, bob, ofAlice, ofBob } = await pair();
  bob.network.isOffline = true;
  for (let number = 0; number < 130; number += 1) await say(alice, ofAlice, `number ${number}`);
  await settle(alice);
  await say(bob, ofBob, 'from the island');
  await say(bob, ofBob, 'still here');
  await bob.messenger.sync();
  expect(bob.messenger.getSnapshot().isOnline).toBe(false);
  expect((await messagesOf(bob, ofBob)).slice(-2).map(({ state }) => state.kind)).toEqual([
    'waiting',
    'waiting',
  ]);
  bob.network.isOffline = false;
  await settle(bob, alice);
  const expected = Array.from({ length: 130 }, (_, number) => `number ${number}`);
  expect((await textsOf(bob, ofBob)).filter((text) => text.startsWith('number'))).toEqual(expected);
  expect((await textsOf(alice, ofAlice)).slice(-2)).toEqual(['from the island', 'still here']);
  const rows = await queryDatabase(
    backend,
    'select 1 from message_queue join message_devices using (device_key) where address = any($1)',
    [[alice.account.address, bob.account.address]],
  );
  expect(rows).toEqual([]);
});

test.each(['/messages/send', '/messages/commit', '/messages/acknowledge', '/messages/inbox'] as const)(
  'if answers of %s are lost, nothing is lost or doubled',
  async (lost) => {
    const [alice, bob] = [await user(), await user()];
    for (const one of [alice, bob])
      one.network.losesAnswer = (path, count) => path === lost && count % 2 === 1;
    const id = await alice.messenger.openDirect(bob.account.address);
    for (const text of ['one', 'two', 'three']) {
      await say(alice, id, text);
      await settle(alice, bob, alice, bob);
    }
    await settle(alice, bob, alice, bob);
    const ofBob = conversationOf(bob, alice.account.address).id;
    expect(await textsOf(bob, ofBob)).toEqual(['one', 'two', 'three']);
    await say(bob, ofBob, 'four');
    await settle(bob, alice, bob, alice);
    expect(await textsOf(alice, id)).toEqual(['one', 'two', 'three', 'four']);
    expect(alice.messenger.getSnapshot().conversations).toHaveLength(1);
  },
);

test('a server that repeats, reverses, and forges items stops nothing', async () => {
  const { alice, bob, ofAlice, ofBob } = await pair();
  type Inbox = { items: { id: number; content: string }[]; isComplete: boolean };
  bob.network.tamper = (path, answer) => {
    if (path !== '/messages/inbox') return answer;
    const { items, ...rest } = answer as Inbox;
    const forged = items.map((item) => ({ ...item, id: item.id + 1_000_000, content: 'AAEAAg==' }));
    return { ...rest, items: [...forged, ...items.toReversed(), ...items] } as typeof answer;
  };
  await alice.messenger.renewDevice(alice.signer);
  for (const text of ['one', 'two', 'three']) await say(alice, ofAlice, text);
  await settle(alice);
  await bob.messenger.sync().catch(() => undefined);
  bob.network.tamper = (_, answer) => answer;
  await settle(bob);
  expect((await textsOf(bob, ofBob)).toSorted()).toEqual(['hello', 'hi', 'one', 'three', 'two']);
  expect(bob.messenger.getSnapshot().refusedItems).toBeGreaterThan(0);
});

test('a second device of an account joins its conversations, and a revoked one is removed', async () => {
  const { alice, bob, ofAlice, ofBob } = await pair();
  const tablet = await user(alice.account, { browser: newBrowser() });
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

test('a revocation that the server made up keeps nobody out', async () => {
  const [alice, bob] = [await user(), await user()];
  const [device] = await alice.messenger.devices();
  if (!device) throw new Error('there is no device');
  const terms = { deviceKey: device.deviceKey, chainId: 31337, site: DEVICE_SITE, at: device.created };
  const signature = await bob.account.signTypedData(revocationMessage(alice.account.address, terms));
  bob.network.tamper = (path, answer) => {
    if (path !== '/messages/log') return answer;
    const { entries } = answer as { entries: LogEntry[] };
    if (!entries.some(({ deviceKey }) => deviceKey === device.deviceKey)) return answer;
    return { entries: [...entries, { kind: 'revoke', ...terms, signature }] } as typeof answer;
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
  const alice = await user(newAccount(), { now: () => Date.now() + later });
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
  const alice = await user(newAccount(), { follow });
  for (let count = 0; count < 10; count += 1) await alice.restart();
  await until(async () => following === 1, 'the last one follows the server', 10_000);
});

test('a backup restores history in another browser, without doubles', async () => {
  const { alice, bob, ofAlice, ofBob } = await pair();
  await alice.messenger.setSettings({ sharesTyping: true });
  const file = await alice.messenger.exportHistory('correct horse');
  expect(await file.text()).not.toMatch(/hello|0x[\da-f]{8}/i);
  const tablet = await user(alice.account, { browser: newBrowser() });
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

test('HUB-2 a message of a sender whose clock is ahead has the time at which it was received', async () => {
  let ahead = 0;
  const [alice, bob] = [await user(newAccount(), { now: () => Date.now() + ahead }), await user()];
  const id = await alice.messenger.openDirect(bob.account.address);
  ahead = 2 * 24 * 60 * 60 * 1_000;
  await say(alice, id, 'from the day after tomorrow');
  await settle(alice, bob);
  const [received] = await messagesOf(bob, conversationOf(bob, alice.account.address).id);
  expect(received?.at).toBeLessThanOrEqual(Date.now());
});

test('HUB-4 a payment that its sender shows twice is marked the second time, in any conversation', async () => {
  const { alice, bob, ofAlice, ofBob } = await pair();
  const transfer = { type: 'transfer', chainId: 1, txHash: `0x${'ab'.repeat(32)}` } as const;
  // Somebody who only points to another one's payment takes nothing from its sender.
  await bob.messenger.send(ofBob, transfer);
  await settle(bob, alice);
  await alice.messenger.send(ofAlice, transfer);
  const room = await alice.messenger.createRoom('Harbor', [bob.account.address]);
  await alice.messenger.send(room, transfer);
  await settle(alice, bob);
  const ofRoom = conversationOf(bob, 'room').id;
  const repeated = async (id: string) =>
    (await messagesOf(bob, id)).map((message) => message.isRepeated ?? false);
  expect(await repeated(ofBob)).toEqual([false, false, false, false]);
  expect(await repeated(ofRoom)).toEqual([true]);
  await bob.messenger.deleteConversation(ofBob);
  await alice.messenger.send(ofAlice, transfer);
  await settle(alice, bob);
  expect(await repeated(ofBob)).toEqual([true]);
});

test('HUB-4 a payment leads to the conversation in which its sender wrote about it, until that is deleted', async () => {
  const { alice, bob, ofAlice, ofBob } = await pair();
  const mallory = await user();
  const txHash = `0x${'5e'.repeat(32)}` as const;
  const payment = { chainId: 31337, txHash, from: alice.account.address };
  const placeOf = ({ messenger }: User) => messenger.conversationOfTransfer(payment);
  expect(await placeOf(alice)).toBeNull();
  // Somebody else writes about the same transaction first.
  const ofMallory = await mallory.messenger.openDirect(bob.account.address);
  await mallory.messenger.send(ofMallory, { type: 'transfer', chainId: 31337, txHash });
  await settle(mallory, bob);
  expect(await placeOf(bob)).toBeNull();
  await alice.messenger.send(ofAlice, { type: 'transfer', chainId: 31337, txHash });
  expect(await placeOf(alice)).toBe(ofAlice);
  await settle(alice, bob);
  expect(await placeOf(bob)).toBe(ofBob);
  expect(await bob.messenger.conversationOfTransfer({ ...payment, chainId: 1 })).toBeNull();

  const file = await bob.messenger.exportHistory('correct horse');
  await bob.messenger.deleteConversation(ofBob);
  expect(await placeOf(bob)).toBeNull();
  await bob.messenger.importHistory(file, 'correct horse');
  expect(await placeOf(bob)).toBe(ofBob);
  const message = (await messagesOf(alice, ofAlice)).at(-1);
  if (message) await alice.messenger.deleteMessage(ofAlice, message.reference);
  await settle(alice, bob);
  expect([await placeOf(alice), await placeOf(bob)]).toEqual([null, null]);
});

test('a message that is stored while the conversation is deleted stays', async () => {
  const browser = newBrowser();
  const locks: Browser['locks'] = async (name, work) => {
    const result = await browser.locks(name, work);
    // Hears of its end only after everybody who waited for the lock.
    if (name.endsWith(':write')) await browser.locks(name, async () => undefined);
    return result;
  };
  const [alice, bob] = [await user(newAccount(), { browser: { ...browser, locks } }), await user()];
  const id = await alice.messenger.openDirect(bob.account.address);
  await say(alice, id, 'old');
  await Promise.all([alice.messenger.deleteConversation(id), say(alice, id, 'new')]);
  expect(await textsOf(alice, id)).toEqual(['new']);
  await settle(alice, bob);
  expect((await textsOf(bob, conversationOf(bob, alice.account.address).id)).at(-1)).toBe('new');
});

test('a blocked account gets nothing through, and nothing is sent to it', async () => {
  const { alice, bob, ofAlice, ofBob } = await pair();
  await bob.messenger.setBlocked(alice.account.address, true);
  await say(alice, ofAlice, 'spam');
  await say(bob, ofBob, 'not sent');
  await settle(alice, bob);
  expect(await textsOf(bob, ofBob)).toEqual(['hello', 'hi', 'not sent']);
  expect((await messagesOf(bob, ofBob)).at(-1)?.state).toEqual({ kind: 'failed', reason: 'blocked' });
  expect(conversationOf(bob, alice.account.address)).toMatchObject({ isBlocked: true });
});

test('blocks that are set at once all stay, also after a backup whose import failed at first', async () => {
  const [alice, bob, carol] = [await user(), newAccount().address, newAccount().address];
  await Promise.all([bob, carol].map((account) => alice.messenger.setBlocked(account, true)));
  expect((await alice.messenger.blocked()).toSorted()).toEqual([bob, carol].toSorted());
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
  expect((await alice.messenger.blocked()).toSorted()).toEqual([bob, carol].toSorted());
});
