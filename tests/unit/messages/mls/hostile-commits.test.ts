/** @jest-environment node */
import {
  createCommit,
  createProposal,
  decodeMlsMessage,
  emptyPskIndex,
  encodeMlsMessage,
  type KeyPackage,
  type Proposal,
  processPrivateMessage,
} from 'ts-mls';
import { initializeEpoch } from 'ts-mls/keySchedule.js';
import { cipherSuite, type Device, type OwnKeyPackage } from '@/lib/messages/mls/device';
import { type Conversation, changeConversation, encrypt, membersOf } from '@/lib/messages/mls/group';
import { receive } from '@/lib/messages/mls/receive';
import { rolesExtension } from '@/lib/messages/mls/roles-extension';
import { encodeBinding } from '@/lib/messages/protocol/device-binding';
import {
  asCommit,
  asMessage,
  changed,
  conversationOf,
  join,
  joined,
  opened,
  roomOf,
} from '../../../support/conversations';
import { type Alterations, alteredPackage, hostileCommit } from '../../../support/hostile-member';
import { bytes, newAccount, newDevice, newKeyPackage, textOf } from '../../../support/messaging';

const invalid = { kind: 'refused', reason: 'invalid' };
const remove = (removed: number): Proposal => ({ proposalType: 'remove', remove: { removed } });
const add = (keyPackage: KeyPackage): Proposal => ({ proposalType: 'add', add: { keyPackage } });

const [alice, mallory] = [newAccount(), newAccount()];
let devices: Device[];
let malloryDevice: Device;
let newcomer: { device: Device; own: OwnKeyPackage };
/** Mallory is the owner, so no role is in the way. Leaf 3 of the eight is blank. */
let atMallory: Conversation;
let atOthers: Conversation[];

beforeAll(async () => {
  malloryDevice = await newDevice(mallory);
  devices = await Promise.all(Array.from({ length: 5 }, () => newDevice(alice)));
  const [first, ...others] = await conversationOf(malloryDevice, devices, roomOf(mallory));
  const removal = await changeConversation(malloryDevice, first, { remove: [3] });
  atMallory = removal.conversation;
  const received = await Promise.all(others.map((one) => receive(one, asCommit(removal.commit))));
  atOthers = received.flatMap((one) => (one.kind === 'change' ? [one.conversation] : []));
  const device = await newDevice(newAccount());
  newcomer = { device, own: await newKeyPackage(device) };
});

/** Returns whether the library alone would accept a commit. */
async function doesLibraryAccept({ state }: Conversation, commit: Uint8Array): Promise<boolean> {
  const message = decodeMlsMessage(commit, 0)?.[0];
  if (message?.wireformat !== 'mls_private_message') throw new Error('no private message');
  const processed = processPrivateMessage(state, message.privateMessage, emptyPskIndex, await cipherSuite());
  return processed.then(
    () => true,
    () => false,
  );
}

async function expectRefusedByAll(commit: Uint8Array): Promise<void> {
  for (const one of atOthers) expect(await receive(one, asCommit(commit))).toEqual(invalid);
}

test('a commit that a member makes by hand is accepted if nothing is wrong with it', async () => {
  expect(atOthers).toHaveLength(4);
  for (const proposals of [[], [remove(5)], [add(newcomer.own.publicPackage)]]) {
    const commit = await hostileCommit(atMallory, { proposals });
    const received = await Promise.all(atOthers.map((one) => receive(one, asCommit(commit))));
    expect(received.map(({ kind }) => kind)).toEqual(
      atOthers.map(({ state }) =>
        proposals.length > 0 && state.privatePath.leafIndex === 5 && proposals[0]?.proposalType === 'remove'
          ? 'removed'
          : 'change',
      ),
    );
  }
});

test.each<[string, () => Parameters<typeof hostileCommit>[1]]>([
  ['removes a leaf outside the tree', () => ({ proposals: [remove(8)] })],
  ['removes a leaf far outside the tree', () => ({ proposals: [remove(2 ** 32 - 1)] })],
  ['removes a blank leaf', () => ({ proposals: [remove(3)] })],
  ['removes a leaf twice', () => ({ proposals: [remove(2), remove(2)] })],
  [
    'has an external init',
    () => ({
      proposals: [{ proposalType: 'external_init', externalInit: { kemOutput: new Uint8Array(32) } }],
    }),
  ],
  [
    'removes a leaf and has an external init',
    () => ({
      proposals: [
        remove(9_999),
        { proposalType: 'external_init', externalInit: { kemOutput: new Uint8Array(32) } },
      ],
    }),
  ],
  [
    'has a pre-shared key',
    () => ({
      proposals: [
        {
          proposalType: 'psk',
          psk: {
            preSharedKeyId: { psktype: 'external', pskId: new Uint8Array(1), pskNonce: new Uint8Array(32) },
          },
        },
      ],
    }),
  ],
  [
    'starts the group again',
    () => ({
      proposals: [
        {
          proposalType: 'reinit',
          reinit: {
            groupId: bytes('another'),
            version: 'mls10',
            cipherSuite: atMallory.state.groupContext.cipherSuite,
            extensions: [],
          },
        },
      ],
    }),
  ],
  [
    'has a proposal of an unknown kind',
    () => ({ proposals: [{ proposalType: 0xf123, proposalData: new Uint8Array(4) }] }),
  ],
  ['refers to a proposal', () => ({ reference: new Uint8Array(32) })],
  [
    'adds a device twice',
    () => ({ proposals: [add(newcomer.own.publicPackage), add(newcomer.own.publicPackage)] }),
  ],
  [
    'sets the roles twice',
    () => ({
      proposals: [1, 2].map(() => ({
        proposalType: 'group_context_extensions',
        groupContextExtensions: { extensions: [rolesExtension(roomOf(mallory, [alice]))] },
      })),
      path: null,
    }),
  ],
  ['is empty', () => ({ path: null })],
  ['removes a device without a path', () => ({ proposals: [remove(2)], path: null })],
  ['has other authenticated data', () => ({ authenticatedData: bytes('{"a":1}') })],
])('a commit that %s is refused', async (_name, make) => {
  await expectRefusedByAll(await hostileCommit(atMallory, make()));
});

test('a commit that removes its sender, or adds a member again, is refused', async () => {
  await expectRefusedByAll(await hostileCommit(atMallory, { proposals: [remove(0)], path: null }));
  const again = await newKeyPackage(devices[0] as Device);
  await expectRefusedByAll(await hostileCommit(atMallory, { proposals: [add(again.publicPackage)] }));
  // Others would see no change, but the device would have lost its keys.
  await expectRefusedByAll(
    await hostileCommit(atMallory, { proposals: [remove(1), add(again.publicPackage)] }),
  );
  await expect(
    changeConversation(malloryDevice, atMallory, { remove: [1], add: [again.publicPackage] }),
  ).rejects.toThrow('can not be added or removed');
  for (const index of [-1, 3, 8, 0, 0.5])
    await expect(changeConversation(malloryDevice, atMallory, { remove: [index] })).rejects.toThrow(
      'can not be added or removed',
    );
});

test.each<[string, Alterations, boolean]>([
  ['too few nodes', { path: ({ nodes, ...path }) => ({ ...path, nodes: nodes.slice(1) }) }, false],
  ['too many nodes', { path: ({ nodes, ...path }) => ({ ...path, nodes: [...nodes, ...nodes] }) }, false],
  [
    'a ciphertext that is missing',
    {
      path: ({ nodes, ...path }) => ({
        ...path,
        nodes: nodes.map((node) => ({ ...node, encryptedPathSecret: node.encryptedPathSecret.slice(0, -1) })),
      }),
    },
    false,
  ],
  [
    'ciphertexts for nobody',
    {
      path: ({ nodes, ...path }) => ({
        ...path,
        nodes: nodes.map((node) => ({
          ...node,
          encryptedPathSecret: [...node.encryptedPathSecret, ...node.encryptedPathSecret],
        })),
      }),
    },
    true,
  ],
  [
    'the keys of another node',
    {
      publicKey: (level, key) =>
        level === 2
          ? atMallory.state.ratchetTree[7]?.nodeType === 'parent'
            ? atMallory.state.ratchetTree[7].parent.hpkePublicKey
            : key
          : key,
    },
    false,
  ],
  [
    'capabilities that miss the roles',
    { leaf: (leaf) => ({ ...leaf, capabilities: { ...leaf.capabilities, extensions: [] } }) },
    true,
  ],
  [
    'capabilities that miss the cipher suite',
    { leaf: (leaf) => ({ ...leaf, capabilities: { ...leaf.capabilities, ciphersuites: [] } }) },
    true,
  ],
  [
    'an extension of the leaf',
    { leaf: (leaf) => ({ ...leaf, extensions: [{ extensionType: 0xf054, extensionData: bytes('x') }] }) },
    true,
  ],
])('an update path with %s is refused', async (_name, alterations, isAcceptedByLibrary) => {
  const commit = await hostileCommit(atMallory, { path: alterations });
  expect(await doesLibraryAccept(atOthers[0] as Conversation, commit)).toBe(isAcceptedByLibrary);
  await expectRefusedByAll(commit);
});

test('an update path whose public keys don’t belong to its secrets is refused by all who can find out', async () => {
  const { hpke } = await cipherSuite();
  const other = await hpke.exportPublicKey((await hpke.generateKeyPair()).publicKey);
  for (const wrong of [0, 1, 2]) {
    const commit = await hostileCommit(atMallory, {
      path: { publicKey: (level, key) => (level === wrong ? other : key) },
    });
    for (const one of atOthers) {
      expect(await doesLibraryAccept(one, commit)).toBe(true);
      // Mallory has leaf 0, so the nodes of levels 0, 1, and 2 are above the leaves to 1, 3, and 7.
      const isBelow = one.state.privatePath.leafIndex < 2 ** (wrong + 1);
      const received = await receive(one, asCommit(commit));
      expect(received.kind).toBe(isBelow ? 'refused' : 'change');
    }
  }
});

test('an update path with a key that another leaf has, or to which nobody can encrypt, is refused', async () => {
  const victim = atMallory.state.ratchetTree[2];
  if (victim?.nodeType !== 'leaf') throw new Error('no leaf');
  const taken = victim.leaf.hpkePublicKey;
  for (const hpkePublicKey of [taken, new Uint8Array(32), new Uint8Array(31)]) {
    const commit = await hostileCommit(atMallory, { path: { leaf: (leaf) => ({ ...leaf, hpkePublicKey }) } });
    expect(await doesLibraryAccept(atOthers[0] as Conversation, commit)).toBe(true);
    await expectRefusedByAll(commit);
  }
});

test('a device can’t become another one by an update path', async () => {
  const second = await newDevice(mallory);
  const identity = encodeBinding(second.binding);
  for (const leafChange of [
    { signaturePublicKey: second.publicKey, credential: { credentialType: 'basic' as const, identity } },
    {
      credential: {
        credentialType: 'basic' as const,
        identity: encodeBinding((devices[0] as Device).binding),
      },
    },
  ]) {
    const commit = await hostileCommit(atMallory, {
      path: {
        leaf: (leaf) => ({ ...leaf, ...leafChange }),
        signKey: 'signaturePublicKey' in leafChange ? second.signKey : malloryDevice.signKey,
      },
    });
    await expectRefusedByAll(commit);
  }
});

test('a device with a bad key package isn’t added', async () => {
  const { device, own } = newcomer;
  const { leafNode } = own.publicPackage;
  const bad = await Promise.all([
    alteredPackage(device, own, { leaf: { hpkePublicKey: new Uint8Array(32) } }),
    alteredPackage(device, own, { leaf: { capabilities: { ...leafNode.capabilities, extensions: [] } } }),
    alteredPackage(device, own, { leaf: { hpkePublicKey: own.publicPackage.initKey } }),
    alteredPackage(device, own, { leaf: { lifetime: { notBefore: 0n, notAfter: 2n ** 62n } } }),
    alteredPackage(device, own, { outer: { extensions: [{ extensionType: 1, extensionData: bytes('x') }] } }),
    alteredPackage(malloryDevice, own, {}),
  ]);
  for (const { publicPackage } of bad) {
    await expect(changeConversation(malloryDevice, atMallory, { add: [publicPackage] })).rejects.toThrow();
    await expectRefusedByAll(await hostileCommit(atMallory, { proposals: [add(publicPackage)], path: null }));
  }
});

test('a proposal alone is refused, and so is a message that the server calls a commit', async () => {
  const [peer] = atOthers as [Conversation];
  const suite = await cipherSuite();
  for (const isPublic of [false, true]) {
    const { message } = await createProposal(atMallory.state, isPublic, remove(2), suite);
    const encoded = encodeMlsMessage(message);
    expect(await receive(peer, asCommit(encoded))).toEqual(invalid);
    expect(await receive(peer, asMessage(encoded))).toEqual(invalid);
  }
  const { message } = await encrypt(atMallory, bytes('hello'));
  const { commit } = await changeConversation(malloryDevice, atMallory, {});
  expect(await receive(peer, asCommit(message))).toEqual(invalid);
  expect(await receive(peer, asMessage(commit))).toEqual(invalid);
  for (const longer of [message, commit].map((one) => Uint8Array.from([...one, 0])))
    expect([await receive(peer, asCommit(longer)), await receive(peer, asMessage(longer))]).toEqual([
      invalid,
      invalid,
    ]);
  changed(await receive(peer, asCommit(commit)));
});

test('whoever removes the last other device has secrets that it can’t compute', async () => {
  const [bobDevice] = devices as [Device];
  const [atOwner, atBob] = await conversationOf(malloryDevice, [bobDevice], roomOf(mallory));
  const removal = await changeConversation(malloryDevice, atOwner, { remove: [1] });
  expect(await receive(atBob, asCommit(removal.commit))).toMatchObject({ kind: 'removed' });
  expect(membersOf(removal.conversation)).toHaveLength(1);
  const addition = await changeConversation(malloryDevice, removal.conversation, {
    add: [newcomer.own.publicPackage],
  });
  const { conversation } = joined(await join(addition.welcome, newcomer.own));
  const { message } = await encrypt(addition.conversation, bytes('without Bob'));
  expect(textOf(opened(await receive(conversation, asMessage(message))).content)).toBe('without Bob');
  // What Bob knows: the epoch's init secret, and everything that is sent. The library takes no secret from the update path.
  const suite = await cipherSuite();
  const zeros = new Uint8Array(suite.kdf.size);
  const { initSecret } = atBob.state.keySchedule;
  const guessed = async ({ groupContext }: Conversation['state']) =>
    (await initializeEpoch(initSecret, zeros, groupContext, zeros, suite.kdf)).keySchedule;
  const { newState } = await createCommit(
    { state: atOwner.state, cipherSuite: suite },
    { extraProposals: [remove(1)] },
  );
  expect(await guessed(newState)).toEqual(newState.keySchedule);
  const { state } = removal.conversation;
  const guess = await guessed(state);
  expect(guess.initSecret).not.toEqual(state.keySchedule.initSecret);
  expect(guess.exporterSecret).not.toEqual(state.keySchedule.exporterSecret);
});
