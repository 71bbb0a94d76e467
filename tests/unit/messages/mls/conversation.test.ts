/** @jest-environment node */
import { createCommit, decodeMlsMessage, encodeMlsMessage } from 'ts-mls';
import { cipherSuite, type Device } from '@/lib/messages/mls/device';
import {
  type Conversation,
  changeConversation,
  encrypt,
  forget,
  membersOf,
  startConversation,
} from '@/lib/messages/mls/group';
import { decodeConversation, encodeConversation } from '@/lib/messages/mls/group-codec';
import { receive } from '@/lib/messages/mls/receive';
import { rolesExtension } from '@/lib/messages/mls/roles-extension';
import { encodeContent, type MessageBody, randomId } from '@/lib/messages/protocol/content';
import {
  asCommit,
  asMessage,
  changed,
  conversationOf,
  directOf,
  GROUP_ID,
  join,
  opened,
  roomOf,
} from '../../../support/conversations';
import {
  type Account,
  bytes,
  keyOf,
  newAccount,
  newDevice,
  newKeyPackage,
  textOf,
  trust,
} from '../../../support/messaging';

let alice: Account;
let bob: Account;
let carol: Account;
let [aliceDevice, bobDevice, carolDevice]: Device[] = [];
beforeAll(async () => {
  [alice, bob, carol] = [newAccount(), newAccount(), newAccount()];
  [aliceDevice, bobDevice, carolDevice] = await Promise.all([alice, bob, carol].map((one) => newDevice(one)));
});
const direct = () => directOf(alice, bob);
const room = (admins: Account[] = []) => roomOf(alice, admins);
const device = (one: Device | undefined): Device => {
  if (!one) throw new Error('no device');
  return one;
};

test('messages whose contents have the same size have one length', async () => {
  let [atAlice] = await conversationOf(device(aliceDevice), [device(bobDevice)], direct());
  const lengthOf = async (body: MessageBody) => {
    const sent = await encrypt(atAlice, encodeContent({ id: randomId(), at: 1_700_000_000_000, body }));
    atAlice = sent.conversation;
    return sent.message.length;
  };
  const texts = ['a', 'b'.repeat(95), 'c'.repeat(96), 'd'.repeat(300)];
  const short = [];
  for (const text of texts) short.push(await lengthOf({ type: 'text', text }));
  short.push(await lengthOf({ type: 'typing' }));
  expect(new Set(short).size).toBe(1);
  const long = [];
  for (const length of [1_100, 1_500, 1_900])
    long.push(await lengthOf({ type: 'text', text: 'e'.repeat(length) }));
  expect(new Set(long).size).toBe(1);
  expect(long[0]).toBeGreaterThan(short[0] ?? 0);
});

test('two accounts exchange messages, each with the sender that signed it', async () => {
  let [atAlice, atBob] = await conversationOf(device(aliceDevice), [device(bobDevice)], direct());
  for (const text of ['first', 'second', '第三 🌊']) {
    const sent = await encrypt(atAlice, bytes(text));
    atAlice = sent.conversation;
    const received = opened(await receive(atBob, asMessage(sent.message)));
    atBob = received.conversation;
    expect(textOf(received.content)).toBe(text);
    expect(received.by).toMatchObject({ account: alice.address, deviceKey: keyOf(device(aliceDevice)) });
  }
  const answer = await encrypt(atBob, bytes('answer'));
  expect(opened(await receive(atAlice, asMessage(answer.message))).by.account).toBe(bob.address);
});

test('messages that arrive twice, late, or in another order are told apart', async () => {
  const [atAlice, atBob] = await conversationOf(device(aliceDevice), [device(bobDevice)], direct());
  const one = await encrypt(atAlice, bytes('one'));
  const two = await encrypt(one.conversation, bytes('two'));
  const later = opened(await receive(atBob, asMessage(two.message)));
  const earlier = opened(await receive(later.conversation, asMessage(one.message)));
  expect([textOf(later.content), textOf(earlier.content)]).toEqual(['two', 'one']);
  expect(await receive(earlier.conversation, asMessage(two.message))).toEqual({
    kind: 'refused',
    reason: 'repeated',
  });
  // After a renewal of keys, a message of the epoch before can't be read anymore.
  const three = await encrypt(two.conversation, bytes('three'));
  const renewal = await changeConversation(device(bobDevice), earlier.conversation, {});
  const renewed = renewal.conversation;
  expect(await receive(renewed, asMessage(three.message))).toEqual({ kind: 'refused', reason: 'repeated' });
  expect(renewed.state.historicalReceiverData.size).toBe(0);
  // One of the next epoch has to wait for its commit.
  const next = await encrypt(renewed, bytes('next'));
  expect(await receive(three.conversation, asMessage(next.message))).toEqual({
    kind: 'refused',
    reason: 'early',
  });
  const caughtUp = changed(await receive(three.conversation, asCommit(renewal.commit)));
  expect(textOf(opened(await receive(caughtUp.conversation, asMessage(next.message))).content)).toBe('next');
});

test('a commit that lost the race leaves the conversation as it was', async () => {
  const [atAlice, atBob] = await conversationOf(device(aliceDevice), [device(bobDevice)], direct());
  await changeConversation(device(aliceDevice), atAlice, {});
  const first = await changeConversation(device(bobDevice), atBob, {});
  const { conversation } = changed(await receive(atAlice, asCommit(first.commit)));
  const { message } = await encrypt(conversation, bytes('after the race'));
  expect(textOf(opened(await receive(first.conversation, asMessage(message))).content)).toBe(
    'after the race',
  );
});

test('a removed device reads nothing sent later, and a new one nothing sent before', async () => {
  const [atAlice, atBob, atCarol] = await conversationOf(
    device(aliceDevice),
    [device(bobDevice), device(carolDevice)],
    room(),
  );
  const before = await encrypt(atAlice, bytes('before'));
  const bobLeaf =
    membersOf(before.conversation).find(({ account }) => account === bob.address)?.leafIndex ?? -1;
  const removal = await changeConversation(device(aliceDevice), before.conversation, { remove: [bobLeaf] });
  expect(await receive(atBob, asCommit(removal.commit))).toMatchObject({
    kind: 'removed',
    by: { account: alice.address },
  });
  const atCarolNext = changed(await receive(atCarol, asCommit(removal.commit))).conversation;
  const secret = await encrypt(removal.conversation, bytes('without Bob'));
  expect((await receive(atBob, asMessage(secret.message))).kind).toBe('refused');
  expect(textOf(opened(await receive(atCarolNext, asMessage(secret.message))).content)).toBe('without Bob');

  const dave = await newDevice(newAccount());
  const package_ = await newKeyPackage(dave);
  const addition = await changeConversation(device(aliceDevice), secret.conversation, {
    add: [package_.publicPackage],
  });
  const joined = await join(addition.welcome, package_);
  if (joined.kind === 'refused') throw new Error('the welcome was refused');
  const atDave = joined.conversation;
  expect((await receive(atDave, asMessage(before.message))).kind).toBe('refused');
  expect((await receive(atDave, asMessage(secret.message))).kind).toBe('refused');
});

test('only what the roles allow changes a conversation, on the sender’s side and on every receiver’s', async () => {
  const [atAlice, atBob, atCarol] = await conversationOf(
    device(aliceDevice),
    [device(bobDevice), device(carolDevice)],
    room(),
  );
  const stranger = await newKeyPackage(await newDevice(newAccount()));
  const leafOf = (account: Account) =>
    membersOf(atAlice).find((member) => member.account === account.address)?.leafIndex ?? -1;
  const wishes: Parameters<typeof changeConversation>[2][] = [
    { add: [stranger.publicPackage] },
    { remove: [leafOf(carol)] },
    { remove: [leafOf(alice)] },
    { roles: { kind: 'room', owner: bob.address, admins: [] } },
    { roles: direct() },
  ];
  let forgeries = 0;
  for (const wish of wishes) {
    await expect(changeConversation(device(bobDevice), atBob, wish)).rejects.toThrow(
      'the roles do not allow',
    );
    // A modified client that believes another set of roles.
    const believes: Conversation = { ...atBob, roles: { kind: 'room', owner: bob.address, admins: [] } };
    const forged = await changeConversation(device(bobDevice), believes, wish).catch(() => null);
    if (forged) forgeries += 1;
    for (const peer of [atAlice, atCarol])
      if (forged)
        expect(await receive(peer, asCommit(forged.commit))).toEqual({
          kind: 'refused',
          reason: 'notAllowed',
        });
  }
  expect(forgeries).toBe(4);
  // The owner appoints Bob, who may then add, but not remove the owner.
  const appointment = await changeConversation(device(aliceDevice), atAlice, { roles: room([bob]) });
  const appointed = changed(await receive(atBob, asCommit(appointment.commit))).conversation;
  await expect(changeConversation(device(bobDevice), appointed, { remove: [leafOf(alice)] })).rejects.toThrow(
    'the roles do not allow',
  );
  const addition = await changeConversation(device(bobDevice), appointed, { add: [stranger.publicPackage] });
  expect(
    changed(await receive(appointment.conversation, asCommit(addition.commit))).change.after.members,
  ).toHaveLength(4);
  // A second device of one's own needs no role.
  const second = await newKeyPackage(await newDevice(carol));
  await expect(
    changeConversation(device(carolDevice), atCarol, { add: [second.publicPackage] }),
  ).resolves.toMatchObject({ welcome: expect.any(Uint8Array) });
});

test.each<[string, () => Promise<Device>]>([
  ['with a binding for another site', () => newDevice(bob, { site: 'evil.example' })],
  ['whose binding has expired', () => newDevice(bob, { created: 0, expires: 1 })],
  ['whose binding is valid for too long', () => newDevice(bob, { expires: 4_000_000_000 })],
  [
    'whose binding is from the future',
    () => newDevice(bob, { created: 4_000_000_000, expires: 4_000_000_001 }),
  ],
  [
    'with the binding of another device',
    async () => ({ ...device(carolDevice), binding: device(bobDevice).binding }),
  ],
])('a device %s joins nothing', async (_name, make) => {
  const bad = await newKeyPackage(await make());
  const started = await startConversation(await newKeyPackage(device(aliceDevice)), {
    groupId: GROUP_ID,
    roles: direct(),
    trust,
  });
  await expect(
    changeConversation(device(aliceDevice), started, { add: [bad.publicPackage] }),
  ).rejects.toThrow();
});

test('nobody joins a direct conversation with a third account, and it can’t be started by one', async () => {
  const third = device(carolDevice);
  await expect(conversationOf(third, [device(aliceDevice), device(bobDevice)], direct())).rejects.toThrow(
    'not of this conversation',
  );
  // A modified client that believes in a room until it sends the welcome.
  const own = await newKeyPackage(third);
  const packages = await Promise.all([aliceDevice, bobDevice].map((one) => newKeyPackage(device(one))));
  const started = await startConversation(own, {
    groupId: GROUP_ID,
    roles: { kind: 'room', owner: carol.address, admins: [] },
    trust,
  });
  const extensions = [rolesExtension(direct())];
  const { welcome } = await createCommit(
    { state: started.state, cipherSuite: await cipherSuite() },
    {
      ratchetTreeExtension: true,
      extraProposals: [
        ...packages.map(({ publicPackage }) => ({
          proposalType: 'add' as const,
          add: { keyPackage: publicPackage },
        })),
        { proposalType: 'group_context_extensions', groupContextExtensions: { extensions } },
      ],
    },
  );
  if (!welcome) throw new Error('no welcome');
  const encoded = encodeMlsMessage({ wireformat: 'mls_welcome', version: 'mls10', welcome });
  for (const one of packages)
    expect(await join(encoded, one)).toEqual({ kind: 'refused', reason: 'notAllowed' });
});

test('roles and removals don’t change in one commit', async () => {
  const [atAlice] = await conversationOf(device(aliceDevice), [device(bobDevice)], room([bob]));
  await expect(
    changeConversation(device(aliceDevice), atAlice, { remove: [1], roles: room() }),
  ).rejects.toThrow('a commit of their own');
});

test('if storing fails, the old conversation still works, and keys are overwritten only when they are forgotten', async () => {
  const [atAlice, atBob] = await conversationOf(device(aliceDevice), [device(bobDevice)], direct());
  await encrypt(atAlice, bytes('never stored'));
  const sent = await encrypt(atAlice, bytes('stored'));
  expect(sent.spent.length).toBeGreaterThan(0);
  expect(sent.spent.some((key) => key.some((byte) => byte !== 0))).toBe(true);
  forget(sent.spent);
  expect(sent.spent.every((key) => key.every((byte) => byte === 0))).toBe(true);
  const failed = opened(await receive(atBob, asMessage(sent.message)));
  const again = opened(await receive(atBob, asMessage(sent.message)));
  expect([textOf(failed.content), textOf(again.content)]).toEqual(['stored', 'stored']);
  forget(again.spent);
  const next = await encrypt(sent.conversation, bytes('next'));
  expect(textOf(opened(await receive(again.conversation, asMessage(next.message))).content)).toBe('next');
});

test('whatever a hostile server sends is refused without an exception and changes nothing', async () => {
  const [atAlice, atBob] = await conversationOf(device(aliceDevice), [device(bobDevice)], direct());
  const [other] = await conversationOf(device(aliceDevice), [device(bobDevice)], direct());
  const { message } = await encrypt(atAlice, bytes('genuine'));
  const foreign = await encrypt(other, bytes('of another conversation with the same name'));
  const refused: Uint8Array[] = [new Uint8Array(), bytes('no MLS message'), foreign.message];
  for (let at = 0; at < message.length; at += 7) {
    const altered = message.slice();
    altered[at] = (altered[at] ?? 0) ^ 1;
    refused.push(altered, message.slice(0, at));
  }
  for (const sent of refused)
    expect(await receive(atBob, asMessage(sent))).toMatchObject({ kind: 'refused' });
  expect(textOf(opened(await receive(atBob, asMessage(message))).content)).toBe('genuine');
  // A message can't be passed on in another frame either.
  const decoded = decodeMlsMessage(message, 0)?.[0];
  if (decoded?.wireformat !== 'mls_private_message') throw new Error('no private message');
  const moved = encodeMlsMessage({
    ...decoded,
    privateMessage: { ...decoded.privateMessage, authenticatedData: bytes('added') },
  });
  expect(await receive(atBob, asMessage(moved))).toEqual({ kind: 'refused', reason: 'invalid' });
});

test('a stored conversation continues where it was, and damaged bytes are no conversation', async () => {
  const [atAlice, atBob] = await conversationOf(device(aliceDevice), [device(bobDevice)], direct());
  const restored = decodeConversation(encodeConversation(atBob), trust);
  if (!restored) throw new Error('not restored');
  const { message } = await encrypt(atAlice, bytes('after a restart'));
  expect(textOf(opened(await receive(restored, asMessage(message))).content)).toBe('after a restart');
  const stored = encodeConversation(atBob);
  const before = stored.slice();
  const copy = decodeConversation(stored, trust);
  if (!copy) throw new Error('not restored');
  forget(opened(await receive(copy, asMessage(message))).spent);
  expect(stored).toEqual(before);
  for (const damaged of [bytes('damaged'), stored.slice(0, 40), stored.slice(0, -1)])
    expect(decodeConversation(damaged, trust)).toBeNull();
});
