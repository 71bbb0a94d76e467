import { bytesToHex, type Hex, hexToBytes, sha256 } from 'viem';
import { GET as logRoute } from '@/app/api/messages/log/route';
import type { Device } from '@/lib/messages/mls/device';
import { headsOf, type LogEntry } from '@/lib/messages/protocol/binding-log';
import { randomId } from '@/lib/messages/protocol/content';
import { callRoute } from '../../support/api-call';
import {
  bindNewDevice,
  claimPackages,
  commit,
  keyOfPackage,
  type Person,
  person,
  revocationBody,
  revoke,
} from '../../support/api-messages';
import { tokenOf } from '../../support/api-sign-in';
import { directOf, roomOf } from '../../support/conversations';
import { hostileGroup } from '../../support/hostile-member';
import { type HostileGroup, joinHostileGroup, speak, startHostileGroup } from '../../support/hostile-sender';
import { base64, commitBody, DEVICE_SITE, newGroup } from '../../support/message-frames';
import { newDevice, newKeyPackage } from '../../support/messaging';
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

const { user, pair } = messengerSuite();
const compare = async ({ messenger }: User, id: string) =>
  messenger.setVerified(id, await messenger.securityCode(id));
const lastState = async (one: User, id: string) =>
  (await messagesOf(one, id)).filter(({ isOwn }) => isOwn).at(-1)?.state;

test('HUB-1 a revoked device does not speak as its account by a group of its own', async () => {
  const { alice, bob, ofAlice, ofBob } = await pair();
  const stolen = await bindNewDevice(alice.account, await tokenOf(alice.account));
  await alice.messenger.revokeDevice(stolen.deviceKey, alice.signer);
  await say(alice, ofAlice, 'I have revoked a device');
  await settle(alice, bob);
  await compare(bob, ofBob);
  const mallory = await person();
  const add = await claimPackages(mallory, bob.account.address);
  const group = await startHostileGroup(mallory, {
    speaker: stolen.device,
    roles: directOf(alice.account, bob.account),
    add,
  });
  await speak(mallory, group, { type: 'text', text: 'pay me' });
  await bob.messenger.refresh();
  await settle(bob);
  expect(await textsOf(bob, ofBob)).toEqual(['hello', 'hi', 'I have revoked a device']);
  expect(conversationOf(bob, alice.account.address)).toMatchObject({ isVerified: true, unread: 2 });
  await say(bob, ofBob, 'thanks');
  await settle(bob, alice);
  expect((await textsOf(alice, ofAlice)).at(-1)).toBe('thanks');
});

test.each([
  ['current', {}],
  ['expired', { created: 1_500_000_000, expires: 1_500_000_001 }],
])('HUB-1 a device that is in no log speaks for nobody, with a binding that is %s', async (_, times) => {
  const { alice, bob, ofAlice, ofBob } = await pair();
  // For example one that a website got the account to sign.
  const speaker = await newDevice(alice.account, { site: DEVICE_SITE, chainId: 31337, ...times });
  await compare(bob, ofBob);
  const mallory = await person();
  const add = await claimPackages(mallory, bob.account.address);
  // A small ID, which would be preferred.
  const groupId = randomId().replace(/^.{8}/, '00000000');
  const group = await startHostileGroup(mallory, {
    speaker,
    roles: directOf(alice.account, bob.account),
    add,
    groupId,
  });
  await speak(mallory, group, { type: 'text', text: 'pay me' });
  await settle(bob);
  expect(await textsOf(bob, ofBob)).toEqual(['hello', 'hi']);
  expect(conversationOf(bob, alice.account.address).isVerified).toBe(true);
  await say(bob, ofBob, 'for Alice');
  await settle(bob, alice);
  expect((await textsOf(alice, ofAlice)).at(-1)).toBe('for Alice');

  const more = await claimPackages(mallory, bob.account.address);
  await startHostileGroup(mallory, { speaker, roles: roomOf(alice.account), add: more });
  await settle(bob);
  expect(bob.messenger.getSnapshot().conversations).toHaveLength(1);
});

test.each(['of a contact', 'of the own account'])(
  'HUB-1 a revoked device %s only makes a request, whoever else is in its room',
  async (whose) => {
    const alice = await user();
    const bob = await user({ contacts: [alice.account.address] });
    const owner = whose === 'of a contact' ? alice : bob;
    const stolen = await bindNewDevice(owner.account, await tokenOf(owner.account));
    await owner.messenger.revokeDevice(stolen.deviceKey, owner.signer);
    await bob.messenger.refresh();
    const mallory = await person();
    const add = [
      ...(await claimPackages(mallory, bob.account.address)),
      ...(await claimPackages(mallory, alice.account.address)),
    ];
    const roles = roomOf(owner.account, [mallory.account]);
    const group = await startHostileGroup(mallory, { speaker: stolen.device, roles, add });
    await speak(mallory, group, { type: 'text', text: 'pay me' });
    await settle(bob);
    const { id, isRequest } = conversationOf(bob, 'room');
    expect(isRequest).toBe(true);
    expect(await textsOf(bob, id)).toEqual([]);
  },
);

test('HUB-1 whoever lists another account’s new device as their own neither makes a device read logs nor silences it', async () => {
  const { alice, bob } = await pair();
  const tablet = await user({ account: alice.account });
  const mallory = await person();
  const own = await newKeyPackage(mallory.device);
  const [invited] = await claimPackages(mallory, bob.account.address);
  const packages = await claimPackages(mallory, alice.account.address);
  const ofTablet = packages.find((one) => keyOfPackage(one) === tablet.messenger.getSnapshot().deviceKey);
  if (!invited || !ofTablet) throw new Error('a device has no key package');
  const group = newGroup();
  const groupId = hexToBytes(`0x${group.groupId}`);
  const { credential } = own.publicPackage.leafNode;
  const forged = { nodeType: 'leaf', leaf: { ...ofTablet.leafNode, credential } } as const;
  const { welcome, access } = await hostileGroup(
    { device: mallory.device, own },
    { publicPackage: invited },
    directOf(mallory.account, bob.account),
    ({ tree, info }) => ({
      tree: [...tree, undefined, forged, undefined, undefined],
      info: { ...info, groupContext: { ...info.groupContext, groupId } },
    }),
  );
  const { code } = await commit(
    mallory,
    commitBody(mallory, group, 0, [], {
      nextAccessHash: sha256(access),
      welcome: { content: base64(welcome), to: [keyOfPackage(invited)] },
    }),
  );
  expect(code).toBe(200);
  bob.network.sent.length = 0;
  await bob.messenger.sync();
  expect(bob.messenger.getSnapshot().refusedItems).toBe(1);
  expect(bob.network.sent.filter((body) => body.includes(mallory.account.address))).toEqual([]);
  const id = await tablet.messenger.openDirect(bob.account.address);
  await say(tablet, id, 'from my new browser');
  await settle(tablet, bob);
  const texts = await textsOf(bob, conversationOf(bob, alice.account.address).id);
  expect(texts.at(-1)).toBe('from my new browser');
});

test('HUB-1 a device that is in no log invites nobody, although another device of its account is in the room', async () => {
  const alice = await user();
  const bob = await user({ contacts: [alice.account.address] });
  const speaker = await newDevice(alice.account, { site: DEVICE_SITE, chainId: 31337 });
  const mallory = await person();
  const add = [
    ...(await claimPackages(mallory, bob.account.address)),
    ...(await claimPackages(mallory, alice.account.address)),
  ];
  await startHostileGroup(mallory, { speaker, roles: roomOf(alice.account, [mallory.account]), add });
  await settle(bob);
  expect(bob.messenger.getSnapshot().conversations).toEqual([]);
});

test('HUB-1 in the room of somebody else, a device that is in no log says nothing', async () => {
  const { alice, bob } = await pair();
  const speaker = await newDevice(alice.account, { site: DEVICE_SITE, chainId: 31337 });
  const own = await newKeyPackage(speaker);
  const mallory = await person();
  const roles = roomOf(mallory.account, [alice.account]);
  const add = [...(await claimPackages(mallory, bob.account.address)), own.publicPackage];
  const group = await startHostileGroup(mallory, { roles, add });
  const asAlice = await joinHostileGroup(group, own);
  await speak(mallory, asAlice, { type: 'text', text: 'as Alice' });
  await speak(mallory, group, { type: 'text', text: 'as Mallory' });
  await settle(bob);
  const room = conversationOf(bob, 'room');
  expect(await textsOf(bob, room.id)).toEqual(['as Mallory']);
  await accept(bob, room.id);
  await settle(bob);
  expect(await textsOf(bob, room.id)).toEqual(['as Mallory']);
  await speak(mallory, asAlice, { type: 'text', text: 'as Alice again' });
  await settle(bob);
  expect(bob.messenger.getSnapshot().refusedItems).toBe(1);
});

test('HUB-1 of a group whose first device was revoked meanwhile, the other devices are heard', async () => {
  const [alice, bob] = [await user(), await user()];
  const tablet = await user({ account: alice.account });
  const id = await alice.messenger.openDirect(bob.account.address);
  await say(alice, id, 'from the phone that is lost');
  await settle(alice, tablet);
  const { deviceKey } = alice.messenger.getSnapshot();
  if (!deviceKey) throw new Error('there is no device');
  await tablet.messenger.revokeDevice(deviceKey, tablet.signer);
  await say(tablet, await tablet.messenger.openDirect(bob.account.address), 'from the tablet');
  await settle(tablet, bob);
  const ofBob = conversationOf(bob, alice.account.address);
  expect(await textsOf(bob, ofBob.id)).toEqual(['from the tablet']);
  await accept(bob, ofBob.id);
  await say(bob, ofBob.id, 'to the tablet');
  await settle(bob, tablet);
  expect((await textsOf(tablet, conversationOf(tablet, bob.account.address).id)).at(-1)).toBe(
    'to the tablet',
  );
});

test('HUB-1 a revoked device does not get more than eight groups into a conversation, and others are still heard', async () => {
  const bob = await user();
  const alice = await person();
  const roles = directOf(alice.account, bob.account);
  const start = async (speaker: Device, text: string) => {
    const add = await claimPackages(alice, bob.account.address);
    const group = await startHostileGroup(alice, { speaker, roles, add });
    await speak(alice, group, { type: 'text', text });
    await settle(bob);
  };
  await start(alice.device, 'from Alice');
  const { id } = conversationOf(bob, alice.account.address);
  await accept(bob, id);
  const stolen = await bindNewDevice(alice.account, alice.token);
  await revoke(alice, await revocationBody({ account: alice.account, deviceKey: stolen.deviceKey }));
  for (let count = 0; count < 9; count += 1) await start(stolen.device, 'from the thief');
  expect(await stored(bob, (store) => store.count('groups'))).toBe(8);
  await start(alice.device, 'from Alice again');
  expect(await stored(bob, (store) => store.count('groups'))).toBe(8);
  expect(await textsOf(bob, id)).toEqual(['from Alice', 'from Alice again']);
  await say(bob, id, 'to Alice');
  await settle(bob);
  expect((await lastState(bob, id))?.kind).toBe('sent');
});

test('HUB-7 the security code can only be marked as compared while it is the one that was shown', async () => {
  const { alice, bob, ofBob } = await pair();
  const shown = await bob.messenger.securityCode(ofBob);
  const tablet = await user({ account: alice.account });
  await settle(alice, tablet, bob);
  await expect(bob.messenger.setVerified(ofBob, shown)).rejects.toMatchObject({ reason: 'codeChanged' });
  expect(conversationOf(bob, alice.account.address).isVerified).toBe(false);
  await compare(bob, ofBob);
  await settle(bob);
  expect(conversationOf(bob, alice.account.address).isVerified).toBe(true);
  await bob.messenger.setVerified(ofBob, null);
  await settle(bob);
  expect(conversationOf(bob, alice.account.address).isVerified).toBe(false);
});

/** Starts a room of Mallory with Alice and Bob. */
async function hostileRoom(mallory: Person, ...users: readonly User[]): Promise<HostileGroup> {
  const packages = await Promise.all(users.map(({ account }) => claimPackages(mallory, account.address)));
  return startHostileGroup(mallory, { add: packages.flat() });
}
const lieAbout = (account: Hex) => ({
  account,
  length: 400,
  hash: bytesToHex(crypto.getRandomValues(new Uint8Array(32))),
});

test('HUB-7 whoever lies about a log stops only the own room, and is named there', async () => {
  const { alice, bob, ofAlice, ofBob } = await pair();
  const mallory = await person();
  const group = await hostileRoom(mallory, alice, bob);
  const heads = [lieAbout(alice.account.address), lieAbout(bob.account.address)];
  await speak(mallory, group, { type: 'heads', heads });
  await settle(alice, bob);
  expect(conversationOf(bob, 'room').isRequest).toBe(true);
  expect(conversationOf(bob, alice.account.address).identity).toEqual([]);

  const { id } = conversationOf(bob, 'room');
  await accept(bob, id);
  await speak(mallory, group, { type: 'heads', heads });
  await settle(bob);
  await say(bob, ofBob, 'to Alice');
  await say(alice, ofAlice, 'to Bob');
  await say(bob, id, 'to the room');
  await settle(bob, alice);
  expect((await lastState(bob, ofBob))?.kind).toBe('sent');
  expect((await lastState(alice, ofAlice))?.kind).toBe('sent');
  expect(await lastState(bob, id)).toEqual({ kind: 'failed', reason: 'identity' });
  expect(conversationOf(bob, alice.account.address).identity).toEqual([]);
  expect(conversationOf(bob, 'room').identity).toEqual(
    expect.arrayContaining([
      { account: alice.account.address, kind: 'reported', by: mallory.account.address },
      { account: bob.account.address, kind: 'reported', by: mallory.account.address },
    ]),
  );

  for (const { account } of [alice, bob]) await bob.messenger.acceptIdentity(account.address, id);
  await speak(mallory, group, { type: 'heads', heads });
  await settle(bob);
  expect(conversationOf(bob, 'room').identity).toEqual([]);
  await say(bob, id, 'anyway');
  await settle(bob);
  expect((await lastState(bob, id))?.kind).toBe('sent');
});

test('HUB-7 a head that contradicts a log stays until the user accepts it, whatever the member reports later', async () => {
  const { alice, bob } = await pair();
  await bindNewDevice(alice.account, await tokenOf(alice.account));
  const mallory = await person();
  const group = await hostileRoom(mallory, alice, bob);
  await settle(alice, bob);
  const { id } = conversationOf(bob, 'room');
  await accept(bob, id);
  const account = alice.account.address;
  const report = async (head: { account: Hex; length: number; hash: Hex }) => {
    await speak(mallory, group, { type: 'heads', heads: [head] });
    await settle(bob);
  };
  await report(lieAbout(account));
  const reported = [{ account, kind: 'reported', by: mallory.account.address }];
  expect(conversationOf(bob, 'room').identity).toEqual(reported);
  const { data } = await callRoute(logRoute, { token: mallory.token, query: { address: account } });
  const [, first] = headsOf((data as { entries: LogEntry[] }).entries);
  if (!first) throw new Error('the log is empty');
  await report({ account, ...first });
  expect(conversationOf(bob, 'room').identity).toEqual(reported);
});

test('HUB-7 an earlier head of the log that was read causes nothing', async () => {
  const clock = { offset: 0 };
  const { alice, bob } = await pair({ bob: { now: () => Date.now() + clock.offset } });
  await bindNewDevice(alice.account, await tokenOf(alice.account));
  const mallory = await person();
  const group = await hostileRoom(mallory, alice, bob);
  await settle(alice, bob);
  await accept(bob, conversationOf(bob, 'room').id);
  // Reads the log, which has two entries now.
  clock.offset += 600_001;
  await bob.messenger.sync();
  const account = alice.account.address;
  const { data } = await callRoute(logRoute, { token: mallory.token, query: { address: account } });
  const [, first] = headsOf((data as { entries: LogEntry[] }).entries);
  if (!first) throw new Error('the log is empty');
  await speak(mallory, group, { type: 'heads', heads: [{ account, ...first }] });
  bob.network.sent.length = 0;
  await bob.messenger.refresh();
  expect(bob.network.sent.filter((body) => JSON.parse(body).address === account)).toEqual([]);
});

test('HUB-7 messages of a device that is only in a contradictory log arrive once the user accepts it', async () => {
  const { alice, bob, ofBob } = await pair();
  const tablet = await user({ account: alice.account });
  bob.network.tamper = (path, answer) =>
    path === '/messages/log' && JSON.stringify(answer).includes(alice.account.address)
      ? ({ entries: [] } as typeof answer)
      : answer;
  await bob.messenger.sync();
  await settle(alice, tablet);
  await say(tablet, await tablet.messenger.openDirect(bob.account.address), 'from the tablet');
  await settle(tablet, bob);
  expect(await textsOf(bob, ofBob)).toEqual(['hello', 'hi']);
  expect(bob.messenger.getSnapshot().refusedItems).toBe(0);
  bob.network.tamper = (_, answer) => answer;
  await bob.messenger.acceptIdentity(alice.account.address, ofBob);
  await settle(bob);
  expect(await textsOf(bob, ofBob)).toEqual(['hello', 'hi', 'from the tablet']);
});

test('HUB-7 no heads that others tell make a device forget the log that it has read', async () => {
  const { alice, bob, ofAlice, ofBob } = await pair();
  const stolen = await bindNewDevice(alice.account, await tokenOf(alice.account));
  await alice.messenger.revokeDevice(stolen.deviceKey, alice.signer);
  await say(alice, ofAlice, 'I have revoked a device');
  await settle(alice, bob);
  const mallory = await person();
  const group = await hostileRoom(mallory, alice, bob);
  await settle(bob);
  await accept(bob, conversationOf(bob, 'room').id);
  const { data } = await callRoute(logRoute, {
    token: mallory.token,
    query: { address: alice.account.address },
  });
  const [first] = (data as { entries: LogEntry[] }).entries;
  if (!first) throw new Error('the log is empty');
  // A server that hides the revocation, with a log of many valid entries.
  const entries = Array.from({ length: 30 }, () => first);
  bob.network.tamper = (path, answer) =>
    path === '/messages/log' && JSON.stringify(answer).includes(first.deviceKey)
      ? ({ entries } as typeof answer)
      : answer;
  for (const head of headsOf(entries).slice(1))
    await speak(mallory, group, { type: 'heads', heads: [{ account: alice.account.address, ...head }] });
  await settle(bob);
  await say(bob, ofBob, 'secret');
  await settle(bob);
  expect(await lastState(bob, ofBob)).toEqual({ kind: 'failed', reason: 'identity' });
  expect(conversationOf(bob, alice.account.address).identity).toEqual([
    { account: alice.account.address, kind: 'fork', by: null },
  ]);
  // Also after the person accepts the server's history, a revocation that the account has signed counts.
  await bob.messenger.acceptIdentity(alice.account.address, ofBob);
  await settle(bob);
  const add = await claimPackages(mallory, bob.account.address);
  const forged = await startHostileGroup(mallory, {
    speaker: stolen.device,
    roles: directOf(alice.account, bob.account),
    add,
  });
  await speak(mallory, forged, { type: 'text', text: 'pay me' });
  await settle(bob);
  expect(await textsOf(bob, ofBob)).not.toContain('pay me');
});

test('HUB-7 a clock that was ahead once does not hide later revocations', async () => {
  let ahead = 0;
  const { alice, bob } = await pair({ bob: { now: () => Date.now() + ahead } });
  const tablet = await user({ account: alice.account });
  await settle(alice, tablet, bob);
  const { deviceKey } = tablet.messenger.getSnapshot();
  if (!deviceKey) throw new Error('there is no device');
  ahead = 300 * 24 * 60 * 60 * 1_000;
  await bob.messenger.sync();
  ahead = 0;
  const revocation = await revocationBody({ account: alice.account, deviceKey }, { at: 1_800_000_000 });
  expect(await revoke({ token: await tokenOf(alice.account) }, revocation)).toMatchObject({ code: 200 });
  await settle(bob);
  const devices = conversationOf(bob, alice.account.address).participants.flatMap((one) => one.devices);
  expect(devices).toHaveLength(2);
  expect(devices).not.toContain(deviceKey);
});

const unreadable = async (): Promise<boolean> => {
  throw new Error('the endpoint is down');
};
const confirming = async (): Promise<boolean> => true;

test.each([
  ['can’t be verified', unreadable, 'waiting'],
  ['only a contract has signed', confirming, 'failed'],
] as const)(
  'HUB-2 a revocation that %s keeps no other member of a room from sending',
  async (_, verifyContract, direct) => {
    const clock = { offset: 0 };
    const alice = await user({ verifyContract, now: () => Date.now() + clock.offset });
    const [bob, mallory] = [await user(), await user()];
    await bob.messenger.createRoom('Room', [alice.account.address, mallory.account.address]);
    await settle(bob, alice, mallory);
    const { id } = conversationOf(alice, 'room');
    await accept(alice, id);
    const toMallory = await alice.messenger.openDirect(mallory.account.address);
    await say(alice, toMallory, 'hello');
    await settle(alice, bob, mallory);
    const { deviceKey } = mallory.messenger.getSnapshot();
    const terms = { chainId: 31337, site: DEVICE_SITE, at: 1, signature: `0x${'11'.repeat(66)}` };
    alice.network.tamper = <T>(path: string, answer: T): T => {
      if (path !== '/messages/log') return answer;
      const { entries } = answer as { entries: { kind: string; deviceKey: string }[] };
      if (entries.some((one) => one.deviceKey === deviceKey))
        entries.push({ kind: 'revoke', deviceKey: deviceKey ?? '', ...terms });
      return answer;
    };
    clock.offset += 600_001;
    await say(alice, toMallory, 'only for Mallory');
    await say(alice, id, 'for everybody');
    await settle(alice, bob);
    expect((await lastState(alice, id))?.kind).toBe('sent');
    expect(await textsOf(bob, conversationOf(bob, 'room').id)).toEqual(['for everybody']);
    expect((await lastState(alice, toMallory))?.kind).toBe(direct);
  },
);

test('HUB-2 an own revocation that can’t be verified keeps no room from getting its new members', async () => {
  const clock = { offset: 0 };
  const alice = await user({ verifyContract: unreadable, now: () => Date.now() + clock.offset });
  const bob = await user();
  const old = await bindNewDevice(alice.account, await tokenOf(alice.account));
  const code = await alice.messenger.inviteCode(
    await alice.messenger.createRoom('Room', [bob.account.address]),
  );
  await settle(alice, bob);
  const terms = { chainId: 31337, site: DEVICE_SITE, at: 1, signature: `0x${'11'.repeat(66)}` };
  alice.network.tamper = <T>(path: string, answer: T): T => {
    if (path !== '/messages/log') return answer;
    const { entries } = answer as { entries: { kind: string; deviceKey: string }[] };
    if (entries.some((one) => one.deviceKey === old.deviceKey))
      entries.push({ kind: 'revoke', deviceKey: old.deviceKey, ...terms });
    return answer;
  };
  clock.offset += 600_001;
  const carol = await user();
  await carol.messenger.joinByInvite(code);
  await settle(carol, alice, carol);
  expect(alice.messenger.getSnapshot().isOnline).toBe(true);
  expect(conversationOf(carol, 'room').participants).toHaveLength(3);
});
