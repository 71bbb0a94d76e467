/** @jest-environment node */
import { sha256 } from 'viem';
import { createKeyPackage } from '@/lib/messages/mls/device';
import {
  changeConversation,
  deliveryAccess,
  encrypt,
  membersOf,
  startConversation,
} from '@/lib/messages/mls/group';
import {
  decodeConversation,
  decodePending,
  encodeConversation,
  encodePending,
} from '@/lib/messages/mls/group-codec';
import { joinConversation } from '@/lib/messages/mls/join-group';
import { applyPending, receive } from '@/lib/messages/mls/receive';
import { type DeviceRevocation, revocationMessage, trustOf } from '@/lib/messages/protocol/device-binding';
import {
  asCommit,
  asMessage,
  changed,
  conversationOf,
  directOf,
  GROUP_ID,
  join,
  joined,
  opened,
  roomOf,
} from '../../../support/conversations';
import { hostileCommit } from '../../../support/hostile-member';
import {
  type Account,
  bytes,
  keyOf,
  NOW,
  newAccount,
  newDevice,
  newKeyPackage,
  SITE,
  textOf,
  trust,
} from '../../../support/messaging';

const DAY_MS = 86_400_000;
const [alice, bob, carol] = [newAccount(), newAccount(), newAccount()];
const devicesOf = (...accounts: Account[]) => Promise.all(accounts.map((account) => newDevice(account)));
afterEach(() => jest.restoreAllMocks());

test('bindings and key packages only have to be valid when a device is added', async () => {
  const [atAliceDevice, atBobDevice, atCarolDevice] = await devicesOf(alice, bob, carol);
  if (!atAliceDevice || !atBobDevice || !atCarolDevice) throw new Error('no devices');
  const [atAlice, atBob] = await conversationOf(atAliceDevice, [atBobDevice], roomOf(alice));
  // Two years later, both bindings and key packages have expired. The conversation goes on, and others still join it.
  jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 730 * DAY_MS);
  const later = Math.floor(Date.now() / 1_000);
  const renewal = await changeConversation(atAliceDevice, atAlice, {});
  const renewed = changed(await receive(atBob, asCommit(renewal.commit))).conversation;
  const young = await newDevice(carol, { created: later, expires: later + 1_000 });
  const own = await createKeyPackage(young, later);
  const addition = await changeConversation(atAliceDevice, renewal.conversation, {
    add: [own.publicPackage],
  });
  changed(await receive(renewed, asCommit(addition.commit)));
  joined(await join(addition.welcome, own));
  // A device whose binding or key package is too old isn't added. Every member refuses it.
  const old = await newKeyPackage(atCarolDevice);
  await expect(
    changeConversation(atAliceDevice, renewal.conversation, { add: [old.publicPackage] }),
  ).rejects.toThrow('not valid');
  const forced = await hostileCommit(renewal.conversation, {
    proposals: [{ proposalType: 'add', add: { keyPackage: old.publicPackage } }],
    path: null,
  });
  expect(await receive(renewed, asCommit(forced))).toEqual({ kind: 'refused', reason: 'invalid' });
});

test('a commit that adds a device may wait until its key package has expired', async () => {
  const [aliceDevice, bobDevice, carolDevice] = await devicesOf(alice, bob, carol);
  if (!aliceDevice || !bobDevice || !carolDevice) throw new Error('no devices');
  const [atAlice, atBob] = await conversationOf(aliceDevice, [bobDevice], roomOf(alice));
  const own = await newKeyPackage(carolDevice);
  const addition = await changeConversation(aliceDevice, atAlice, { add: [own.publicPackage] });
  jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 60 * DAY_MS);
  changed(await receive(atBob, asCommit(addition.commit)));
  joined(await join(addition.welcome, own));
});

async function revocationOf(account: Account, deviceKey: `0x${string}`): Promise<DeviceRevocation> {
  const terms = { deviceKey, chainId: 1, site: SITE, at: NOW };
  return { ...terms, signature: await account.signTypedData(revocationMessage(account.address, terms)) };
}

test('any member removes a device that its account has revoked, and none that it hasn’t', async () => {
  const [aliceDevice, bobDevice, carolDevice] = await devicesOf(alice, bob, carol);
  if (!aliceDevice || !bobDevice || !carolDevice) throw new Error('no devices');
  const [atAlice, atBob, atCarol] = await conversationOf(
    aliceDevice,
    [bobDevice, carolDevice],
    roomOf(alice),
  );
  const leafOf = (account: Account) =>
    membersOf(atAlice).find((one) => one.account === account.address)?.leafIndex ?? -1;
  const genuine = await revocationOf(alice, keyOf(aliceDevice));
  const forged = await revocationOf(bob, keyOf(aliceDevice));

  const remove = [leafOf(alice)];
  await expect(changeConversation(bobDevice, atBob, { remove })).rejects.toThrow('do not allow');
  await expect(changeConversation(bobDevice, atBob, { remove, revocations: [forged] })).rejects.toThrow(
    'not valid',
  );
  await expect(changeConversation(bobDevice, atBob, { revocations: [genuine] })).rejects.toThrow('not valid');
  const proposals = [{ proposalType: 'remove', remove: { removed: leafOf(alice) } }] as const;
  for (const authenticatedData of [new Uint8Array(), bytes(JSON.stringify([forged]))]) {
    const commit = await hostileCommit(atBob, { proposals, authenticatedData });
    expect(await receive(atCarol, asCommit(commit))).toEqual({ kind: 'refused', reason: 'notAllowed' });
  }
  const unrelated = await hostileCommit(atBob, { authenticatedData: bytes(JSON.stringify([genuine])) });
  expect(await receive(atCarol, asCommit(unrelated))).toEqual({ kind: 'refused', reason: 'notAllowed' });

  const { commit, conversation } = await changeConversation(bobDevice, atBob, {
    remove,
    revocations: [genuine],
  });
  const received = changed(await receive(atCarol, asCommit(commit)));
  expect(membersOf(received.conversation)).toEqual(membersOf(conversation));
  expect(await receive(atAlice, asCommit(commit))).toMatchObject({
    kind: 'removed',
    by: { account: bob.address },
  });
});

test('a revocation that only a contract confirms lets no other account remove the device', async () => {
  const [aliceDevice, bobDevice] = await devicesOf(alice, bob);
  if (!aliceDevice || !bobDevice) throw new Error('no devices');
  const contracts = trustOf({ site: SITE, verifyContract: async () => true });
  const [, atBob] = await conversationOf(aliceDevice, [bobDevice], roomOf(alice));
  const terms = {
    deviceKey: keyOf(aliceDevice),
    chainId: 1,
    site: SITE,
    at: 1,
    signature: '0x1234',
  } as const;
  expect(await contracts.isRevoked(alice.address, terms)).toBe(true);
  // The contract could give another answer to the next member.
  await expect(
    changeConversation(bobDevice, { ...atBob, trust: contracts }, { remove: [0], revocations: [terms] }),
  ).rejects.toThrow('not valid');
});

test('a signature that can’t be verified yet refuses nothing for good', async () => {
  const [aliceDevice, bobDevice] = await devicesOf(alice, bob);
  if (!aliceDevice || !bobDevice) throw new Error('no devices');
  let isReachable = true;
  const contracts = trustOf({
    site: SITE,
    verifyContract: async () => {
      if (!isReachable) throw new Error('the node is unreachable');
      return true;
    },
  });
  const [atAlice, atBob] = await conversationOf(aliceDevice, [bobDevice], roomOf(alice));
  const contract = await newDevice({ address: carol.address, signTypedData: async () => '0x1234' });
  const own = await newKeyPackage(contract);
  const add = [own.publicPackage];
  const { commit, welcome } = await changeConversation(
    aliceDevice,
    { ...atAlice, trust: contracts },
    { add },
  );
  isReachable = false;
  const unverified = { kind: 'refused', reason: 'unverified' };
  expect(await receive({ ...atBob, trust: contracts }, asCommit(commit))).toEqual(unverified);
  const expected = { groupId: GROUP_ID, packages: [own], trust: contracts };
  expect(await joinConversation(welcome ?? new Uint8Array(), expected)).toEqual(unverified);
  isReachable = true;
  changed(await receive({ ...atBob, trust: contracts }, asCommit(commit)));
  joined(await joinConversation(welcome ?? new Uint8Array(), expected));
});

test('a stored commit is applied when it comes back, after the messages before it', async () => {
  const [aliceDevice, bobDevice] = await devicesOf(alice, bob);
  if (!aliceDevice || !bobDevice) throw new Error('no devices');
  const [atAlice, atBob] = await conversationOf(aliceDevice, [bobDevice], directOf(alice, bob));
  const made = await changeConversation(aliceDevice, atAlice, {});
  const stored = { conversation: encodeConversation(atAlice), pending: encodePending(made) };
  const { message } = await encrypt(atBob, bytes('sent meanwhile'));

  // After a restart, nobody knows whether the server has accepted it.
  const conversation = decodeConversation(stored.conversation, trust);
  const pending = decodePending(stored.pending, trust);
  if (!conversation || !pending) throw new Error('not restored');
  expect(pending).toMatchObject({ commit: made.commit, welcome: null, nextAccessHash: made.nextAccessHash });
  const read = opened(await receive(conversation, asMessage(message), pending));
  expect(textOf(read.content)).toBe('sent meanwhile');
  const applied = changed(await receive(read.conversation, asCommit(made.commit), pending));
  expect(applied).toMatchObject({ by: { account: alice.address } });
  expect(applied.spent.length).toBeGreaterThan(0);
  const next = changed(await receive(atBob, asCommit(made.commit))).conversation;
  const answer = await encrypt(next, bytes('in the next epoch'));
  expect(textOf(opened(await receive(applied.conversation, asMessage(answer.message))).content)).toBe(
    'in the next epoch',
  );
  // It counts once.
  expect(await receive(applied.conversation, asCommit(made.commit), pending)).toEqual({
    kind: 'refused',
    reason: 'repeated',
  });
  expect(() => applyPending(applied.conversation, pending)).toThrow('another epoch');
  // Another device's commit came first.
  const other = await changeConversation(bobDevice, atBob, {});
  const lost = changed(await receive(conversation, asCommit(other.commit), pending));
  expect(lost.by.account).toBe(bob.address);
  const { state } = stored.pending;
  for (const damaged of [bytes('damaged'), state.slice(0, 40), state.slice(0, -1)])
    expect(decodePending({ ...stored.pending, state: damaged }, trust)).toBeNull();
});

test('only members have the delivery access of an epoch', async () => {
  const [aliceDevice, bobDevice, carolDevice] = await devicesOf(alice, bob, carol);
  if (!aliceDevice || !bobDevice || !carolDevice) throw new Error('no devices');
  const own = await newKeyPackage(aliceDevice);
  const started = await startConversation(own, { groupId: GROUP_ID, roles: roomOf(alice), trust });
  const [atAlice, atBob, atCarol] = await conversationOf(
    aliceDevice,
    [bobDevice, carolDevice],
    roomOf(alice),
  );
  const access = await deliveryAccess(atAlice);
  expect(access).toMatch(/^0x[0-9a-f]{64}$/);
  expect(await Promise.all([atBob, atCarol].map(deliveryAccess))).toEqual([access, access]);
  const removal = await changeConversation(aliceDevice, atAlice, { remove: [1] });
  const next = await deliveryAccess(removal.conversation);
  expect(removal.nextAccessHash).toBe(sha256(next));
  const atCarolNext = changed(await receive(atCarol, asCommit(removal.commit))).conversation;
  expect(await deliveryAccess(atCarolNext)).toBe(next);
  expect(new Set([access, next, await deliveryAccess(started)]).size).toBe(3);
});
