/** @jest-environment node */
import { decodeMlsMessage, emptyPskIndex, encodeMlsMessage, joinGroup, type RatchetTree } from 'ts-mls';
import { cipherSuite, clientConfig, type Device, type OwnKeyPackage } from '@/lib/messages/mls/device';
import type { Conversation } from '@/lib/messages/mls/group';
import { changeConversation, membersOf, startConversation } from '@/lib/messages/mls/group';
import { joinConversation } from '@/lib/messages/mls/join-group';
import { openKeyPackage } from '@/lib/messages/mls/key-package';
import { applyPending, receive } from '@/lib/messages/mls/receive';
import type { Roles } from '@/lib/messages/protocol/roles';
import { asCommit, changed, directOf, GROUP_ID, join, joined, roomOf } from '../../../support/conversations';
import { alteredPackage, hostileWelcome, type Invitation } from '../../../support/hostile-member';
import { bytes, keyOf, NOW, newAccount, newDevice, newKeyPackage, trust } from '../../../support/messaging';

const invalid = { kind: 'refused', reason: 'invalid' };
const notAllowed = { kind: 'refused', reason: 'notAllowed' };
const [alice, bob, carol] = [newAccount(), newAccount(), newAccount()];
let inviter: { device: Device; own: OwnKeyPackage };
let bobDevice: Device;
let own: OwnKeyPackage;
beforeAll(async () => {
  const device = await newDevice(alice);
  inviter = { device, own: await newKeyPackage(device) };
  bobDevice = await newDevice(bob);
  own = await newKeyPackage(bobDevice);
});
const room = () => roomOf(alice);
const withInfo = ({ info }: Invitation, change: Partial<Invitation['info']>) => ({
  info: { ...info, ...change },
});
const parent = (unmergedLeaves: number[]) =>
  ({
    nodeType: 'parent',
    parent: { hpkePublicKey: bytes('k'.repeat(32)), parentHash: new Uint8Array(), unmergedLeaves },
  }) as const;
const replaced = ({ tree }: Invitation, at: number, node: RatchetTree[number]) => ({
  tree: tree.with(at, node),
});

test('a device joins by a welcome, and learns who invited it and which key package was used', async () => {
  const welcome = await hostileWelcome(inviter, own, room());
  const others = [await newKeyPackage(bobDevice), own];
  const result = joined(await joinConversation(welcome, { groupId: GROUP_ID, packages: others, trust }));
  expect(result.by).toMatchObject({ account: alice.address, deviceKey: keyOf(inviter.device) });
  expect(result.used).toBe(own);
  // An old welcome to a last resort doesn't take a device back.
  const again = { groupId: GROUP_ID, packages: [own], trust };
  for (const lastEpoch of [1n, 7n])
    expect(await joinConversation(welcome, { ...again, lastEpoch })).toEqual({
      kind: 'refused',
      reason: 'repeated',
    });
  joined(await joinConversation(welcome, { ...again, lastEpoch: 0n }));
  expect(await joinConversation(welcome, { ...again, groupId: bytes('another group') })).toEqual(invalid);
  expect(await joinConversation(welcome, { ...again, packages: [] })).toEqual(invalid);
});

test.each<[string, (invitation: Invitation) => Partial<Invitation>]>([
  ['a signer outside the tree', (one) => withInfo(one, { signer: 2 })],
  ['a signer far outside the tree', (one) => withInfo(one, { signer: 2 ** 32 - 1 })],
  ['the invited device as the signer', (one) => withInfo(one, { signer: 1 })],
  ['an unmerged leaf outside the tree', (one) => replaced(one, 1, parent([0, 1, 9]))],
  ['an unmerged leaf far outside the tree', (one) => replaced(one, 1, parent([2 ** 32 - 1]))],
  ['unmerged leaves in a wrong order', (one) => replaced(one, 1, parent([1, 0]))],
  ['a parent node that nobody has set', (one) => replaced(one, 1, parent([]))],
  ['a parent node in the place of a leaf', (one) => ({ tree: [...one.tree, undefined, parent([])] })],
  ['a leaf in the place of a parent node', (one) => replaced(one, 1, one.tree[0])],
  ['a leaf twice', ({ tree }) => ({ tree: [...tree, undefined, tree[0]] })],
  ['a tree that is too large', ({ tree }) => ({ tree: [...tree, ...Array<undefined>(1_021), tree[0]] })],
  ['no leaf for the invited device', ({ tree }) => ({ tree: [tree[0]] })],
  [
    'a pre-shared key',
    ({ secrets }) => ({
      secrets: {
        ...secrets,
        psks: [{ psktype: 'external', pskId: new Uint8Array(1), pskNonce: new Uint8Array(32) }],
      },
    }),
  ],
  [
    'a path secret of no node',
    ({ secrets }) => ({
      secrets: { ...secrets, pathSecret: new Uint8Array(32) },
      tree: [inviterLeaf(), parent([]), ownLeaf()],
    }),
  ],
  ['another confirmation tag', (one) => withInfo(one, { confirmationTag: new Uint8Array(32).fill(1) })],
  [
    'another extension',
    (one) =>
      withInfo(one, { extensions: [{ extensionType: 'external_pub', extensionData: new Uint8Array(32) }] }),
  ],
  [
    'the ID of another group',
    (one) => withInfo(one, { groupContext: { ...one.info.groupContext, groupId: bytes('x') } }),
  ],
])('a welcome with %s is refused', async (_name, alter) => {
  expect(await join(await hostileWelcome(inviter, own, room(), alter), own)).toEqual(invalid);
});
const inviterLeaf = () => ({ nodeType: 'leaf', leaf: inviter.own.publicPackage.leafNode }) as const;
const ownLeaf = () => ({ nodeType: 'leaf', leaf: own.publicPackage.leafNode }) as const;

test('a welcome without roles, or from somebody whom the roles don’t let invite, is refused', async () => {
  const without = await hostileWelcome(inviter, own, room(), (one) =>
    withInfo(one, { groupContext: { ...one.info.groupContext, extensions: [] } }),
  );
  expect(await join(without, own)).toEqual(notAllowed);
  const refused: Roles[] = [roomOf(bob), roomOf(carol, [bob]), directOf(alice, carol), directOf(bob, carol)];
  for (const roles of refused)
    expect(await join(await hostileWelcome(inviter, own, roles), own)).toEqual(notAllowed);
  const allowed: Roles[] = [roomOf(alice), roomOf(carol, [alice]), directOf(bob, alice)];
  for (const roles of allowed) joined(await join(await hostileWelcome(inviter, own, roles), own));
  // A second device of one's own needs no role.
  const second = await newDevice(bob);
  const ownInviter = { device: second, own: await newKeyPackage(second) };
  joined(await join(await hostileWelcome(ownInviter, own, roomOf(carol)), own));
});

test('a key package is only used for the account for which it was asked, and while it is good', async () => {
  const encoded = ({ publicPackage }: OwnKeyPackage) =>
    encodeMlsMessage({ wireformat: 'mls_key_package', version: 'mls10', keyPackage: publicPackage });
  expect(await openKeyPackage(encoded(own), bob.address, trust)).toEqual(own.publicPackage);
  expect(await openKeyPackage(encoded(own), alice.address, trust)).toBeNull();
  const { capabilities, hpkePublicKey } = own.publicPackage.leafNode;
  const lifetime = (from: number, to: number) => ({
    lifetime: { notBefore: BigInt(from), notAfter: BigInt(to) },
  });
  const bad = [
    await alteredPackage(bobDevice, own, { leaf: lifetime(NOW - 100, NOW - 1) }),
    await alteredPackage(bobDevice, own, { leaf: lifetime(NOW + 3_600, NOW + 7_200) }),
    await alteredPackage(bobDevice, own, { leaf: lifetime(NOW, NOW + 40 * 86_400) }),
    await alteredPackage(bobDevice, own, { leaf: { capabilities: { ...capabilities, extensions: [] } } }),
    await alteredPackage(bobDevice, own, { outer: { initKey: hpkePublicKey } }),
    await alteredPackage(inviter.device, own, {}),
    { ...own, publicPackage: { ...own.publicPackage, signature: new Uint8Array(64) } },
    await newKeyPackage(await newDevice(bob, { site: 'evil.example' })),
    await newKeyPackage(await newDevice(bob, { created: NOW - 100, expires: NOW - 1 })),
  ];
  for (const one of bad) expect(await openKeyPackage(encoded(one), bob.address, trust)).toBeNull();
  const good = encoded(own);
  for (const damaged of [new Uint8Array(), good.slice(0, -1), Uint8Array.from([...good, 0])])
    expect(await openKeyPackage(damaged, bob.address, trust)).toBeNull();
});

/** Returns whether the library alone would accept a welcome. */
async function doesLibraryJoin(welcome: Uint8Array, one: OwnKeyPackage): Promise<boolean> {
  const message = decodeMlsMessage(welcome, 0)?.[0];
  if (message?.wireformat !== 'mls_welcome') throw new Error('no welcome');
  const { publicPackage, privatePackage } = one;
  const suite = await cipherSuite();
  return joinGroup(
    message.welcome,
    publicPackage,
    privatePackage,
    emptyPskIndex,
    suite,
    undefined,
    undefined,
    clientConfig,
  ).then(
    () => true,
    () => false,
  );
}

test('a device joins after removals in every shape, also where the library refuses a valid tree', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => newDevice(alice)));
  const rooms = new Map<Device, Conversation>();
  const [first] = people as [Device];
  rooms.set(
    first,
    await startConversation(await newKeyPackage(first), { groupId: GROUP_ID, roles: room(), trust }),
  );
  let refusedByLibrary = 0;
  const change = async (by: Device, wish: { add?: Device[]; remove?: Device[] }) => {
    const before = rooms.get(by) as Conversation;
    const packages = await Promise.all((wish.add ?? []).map(newKeyPackage));
    const leaves = membersOf(before).filter(({ deviceKey }) =>
      wish.remove?.some((one) => keyOf(one) === deviceKey),
    );
    const pending = await changeConversation(by, before, {
      add: packages.map(({ publicPackage }) => publicPackage),
      remove: leaves.map(({ leafIndex }) => leafIndex),
    });
    for (const [device, conversation] of rooms) {
      if (wish.remove?.includes(device)) rooms.delete(device);
      else if (device === by) rooms.set(device, applyPending(conversation, pending).conversation);
      else rooms.set(device, changed(await receive(conversation, asCommit(pending.commit))).conversation);
    }
    for (const [index, one] of packages.entries()) {
      if (!(await doesLibraryJoin(pending.welcome ?? new Uint8Array(), one))) refusedByLibrary += 1;
      const { conversation } = joined(await join(pending.welcome, one));
      rooms.set(wish.add?.[index] as Device, conversation);
    }
    const tags = [...rooms.values()].map(({ state }) => String(state.confirmationTag));
    expect(new Set(tags).size).toBe(1);
  };
  const [, second, , , fifth, sixth] = people as [Device, Device, Device, Device, Device, Device];
  await change(first, { add: people.slice(1) });
  // The sixth comes back below parent nodes that the fifth has set, of which the first sets the root again.
  await change(first, { remove: [second, sixth] });
  await change(fifth, {});
  await change(first, { add: [sixth] });
  await change(first, {});
  await change(fifth, { add: [second] });
  let seed = 7;
  for (let step = 0; step < 6; step += 1) {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    const members = [...rooms.keys()];
    const by = members[seed % members.length] as Device;
    const outside = people.filter((one) => !rooms.has(one));
    const others = members.filter((one) => one !== by);
    if (outside.length > 0 && step % 3 !== 0) await change(by, { add: outside.slice(0, 1) });
    else await change(by, { remove: others.slice(seed % others.length).slice(0, 2) });
  }
  expect(refusedByLibrary).toBeGreaterThan(0);
});
