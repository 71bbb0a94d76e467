import {
  type Extension,
  encodeMlsMessage,
  type HPKECiphertext,
  type KeyPackage,
  type LeafNodeData,
  type Lifetime,
  type Proposal,
  type ProposalOrRef,
  type RatchetTree,
  type UpdatePath,
} from 'ts-mls';
import { nextEpochContext } from 'ts-mls/clientState.js';
import { encryptWithLabel } from 'ts-mls/crypto/hpke.js';
import { deriveSecret } from 'ts-mls/crypto/kdf.js';
import { createConfirmationTag, createContentCommitSignature } from 'ts-mls/framedContent.js';
import { encodeGroupContext } from 'ts-mls/groupContext.js';
import { extractWelcomeSecret, type GroupInfoTBS, signGroupInfo } from 'ts-mls/groupInfo.js';
import type { GroupSecrets } from 'ts-mls/groupSecrets.js';
import { makeKeyPackageRef, signKeyPackage } from 'ts-mls/keyPackage.js';
import { deriveKeySchedule, initializeEpoch } from 'ts-mls/keySchedule.js';
import { type LeafNodeTBSCommit, signLeafNodeCommit, signLeafNodeKeyPackage } from 'ts-mls/leafNode.js';
import { protect } from 'ts-mls/messageProtection.js';
import { calculateParentHash } from 'ts-mls/parentHash.js';
import {
  addLeafNode,
  encodeRatchetTree,
  filteredDirectPathAndCopathResolution,
  getHpkePublicKey,
  removeLeafNode,
} from 'ts-mls/ratchetTree.js';
import { treeHashRoot } from 'ts-mls/treeHash.js';
import { directPath, leafToNodeIndex, leafWidth, type NodeIndex, toLeafIndex } from 'ts-mls/treemath.js';
import { encryptGroupInfo, encryptGroupSecrets } from 'ts-mls/welcome.js';
import type { Hex } from 'viem';
import { cipherSuite, type Device, type OwnKeyPackage } from '@/lib/messages/mls/device';
import { type Conversation, deliveryAccess } from '@/lib/messages/mls/group';
import { rolesExtension } from '@/lib/messages/mls/roles-extension';
import { GROUP_ID } from './conversations';

/**
 * Changes that a hostile member makes to the update path of a commit. Hooks that run before the path is signed keep
 * it consistent.
 */
export type Alterations = {
  /** Replaces a node's public key. `level` counts from the leaf. */
  publicKey?: (level: number, key: Uint8Array) => Uint8Array;
  leaf?: (leaf: LeafNodeTBSCommit) => LeafNodeTBSCommit;
  signKey?: Uint8Array;
  /** Replaces the finished path. */
  path?: (path: UpdatePath) => UpdatePath;
};

function afterProposals(tree: RatchetTree, proposals: readonly Proposal[]): [RatchetTree, Set<NodeIndex>] {
  let next = tree;
  const added = new Set<NodeIndex>();
  for (const proposal of proposals)
    if (proposal.proposalType === 'remove' && proposal.remove.removed * 2 < tree.length)
      next = removeLeafNode(next, toLeafIndex(proposal.remove.removed));
  for (const proposal of proposals) {
    if (proposal.proposalType !== 'add') continue;
    const [grown, index] = addLeafNode(next, proposal.add.keyPackage.leafNode);
    next = grown;
    added.add(index);
  }
  return [next, added];
}

/** Builds an update path (RFC 9420, section 7.5) with the given alterations. */
async function pathOf(
  { state }: Conversation,
  [original, added]: [RatchetTree, Set<NodeIndex>],
  alterations: Alterations,
): Promise<{ path: UpdatePath; tree: RatchetTree; commitSecret: Uint8Array }> {
  const suite = await cipherSuite();
  const { kdf, hpke, hash } = suite;
  const own = toLeafIndex(state.privatePath.leafIndex);
  const tree = original.slice();
  const levels = filteredDirectPathAndCopathResolution(own, original);
  for (const index of directPath(leafToNodeIndex(own), leafWidth(tree.length))) tree[index] = undefined;
  let secret = suite.rng.randomBytes(kdf.size);
  const keyPair = async () => hpke.deriveKeyPair(await deriveSecret(secret, 'node', kdf));
  const leafKey = await hpke.exportPublicKey((await keyPair()).publicKey);
  const secrets: Uint8Array[] = [];
  for (const [level, { nodeIndex }] of levels.entries()) {
    secret = await deriveSecret(secret, 'path', kdf);
    secrets.push(secret);
    const derived = await hpke.exportPublicKey((await keyPair()).publicKey);
    const hpkePublicKey = alterations.publicKey?.(level, derived) ?? derived;
    tree[nodeIndex] = {
      nodeType: 'parent',
      parent: { hpkePublicKey, parentHash: new Uint8Array(), unmergedLeaves: [] },
    };
  }
  for (const { nodeIndex } of levels.toReversed()) {
    const [parentHash] = await calculateParentHash(tree, nodeIndex, hash);
    const node = tree[nodeIndex];
    if (node?.nodeType === 'parent') tree[nodeIndex] = { ...node, parent: { ...node.parent, parentHash } };
  }
  const old = original[own * 2];
  if (old?.nodeType !== 'leaf') throw new Error('no own leaf');
  const [parentHash] = await calculateParentHash(tree, leafToNodeIndex(own), hash);
  const { groupId } = state.groupContext;
  const unsigned: LeafNodeTBSCommit = {
    ...old.leaf,
    leafNodeSource: 'commit',
    hpkePublicKey: leafKey,
    parentHash,
    groupId,
    leafIndex: own,
  };
  const leafNode = await signLeafNodeCommit(
    alterations.leaf?.(unsigned) ?? unsigned,
    alterations.signKey ?? state.signaturePrivateKey,
    suite.signature,
  );
  tree[own * 2] = { nodeType: 'leaf', leaf: leafNode };
  const context = encodeGroupContext({
    ...state.groupContext,
    epoch: state.groupContext.epoch + 1n,
    treeHash: await treeHashRoot(tree, hash),
  });
  const nodes = await Promise.all(
    levels.map(async ({ nodeIndex, resolution }, level) => {
      const node = tree[nodeIndex];
      if (!node) throw new Error('no node');
      const encryptedPathSecret = await Promise.all(
        resolution
          .filter((index) => !added.has(index))
          .map(async (index): Promise<HPKECiphertext> => {
            const reader = original[index];
            if (!reader) throw new Error('no reader');
            const key = await hpke.importPublicKey(getHpkePublicKey(reader));
            const plain = secrets[level] ?? new Uint8Array();
            const { ct, enc } = await encryptWithLabel(key, 'UpdatePathNode', context, plain, hpke);
            return { kemOutput: enc, ciphertext: ct };
          }),
      );
      return { hpkePublicKey: getHpkePublicKey(node), encryptedPathSecret };
    }),
  );
  const path: UpdatePath = { leafNode, nodes };
  return {
    path: alterations.path?.(path) ?? path,
    tree,
    commitSecret: await deriveSecret(secret, 'path', kdf),
  };
}

/**
 * Builds a member's commit by hand, signed and encrypted as usual. It's valid unless it has alterations or forbidden
 * proposals.
 */
export async function hostileCommit(
  conversation: Conversation,
  {
    proposals = [],
    reference,
    path: alterations = {},
    authenticatedData = new Uint8Array(),
  }: {
    proposals?: readonly Proposal[];
    /** Adds a proposal by its reference. */
    reference?: Uint8Array;
    /** Null for a commit without a path. */
    path?: Alterations | null;
    authenticatedData?: Uint8Array;
  } = {},
): Promise<Uint8Array> {
  const suite = await cipherSuite();
  const { state } = conversation;
  const applied = afterProposals(state.ratchetTree, proposals);
  const { path, tree, commitSecret } = alterations
    ? await pathOf(conversation, applied, alterations)
    : { path: undefined, tree: applied[0], commitSecret: new Uint8Array(suite.kdf.size) };
  const listed: ProposalOrRef[] = proposals.map((proposal) => ({ proposalOrRefType: 'proposal', proposal }));
  if (reference) listed.push({ proposalOrRefType: 'reference', reference });
  const { leafIndex } = state.privatePath;
  const { framedContent, signature } = await createContentCommitSignature(
    state.groupContext,
    'mls_private_message',
    { proposals: listed, path },
    { senderType: 'member', leafIndex },
    authenticatedData,
    state.signaturePrivateKey,
    suite.signature,
  );
  const context = await nextEpochContext(
    state.groupContext,
    'mls_private_message',
    framedContent,
    signature,
    await treeHashRoot(tree, suite.hash),
    state.confirmationTag,
    suite.hash,
  );
  const noPsk = new Uint8Array(suite.kdf.size);
  const { initSecret } = state.keySchedule;
  const { keySchedule } = await initializeEpoch(initSecret, commitSecret, context, noPsk, suite.kdf);
  const confirmationTag = await createConfirmationTag(
    keySchedule.confirmationKey,
    context.confirmedTranscriptHash,
    suite.hash,
  );
  const { privateMessage } = await protect(
    state.keySchedule.senderDataSecret,
    authenticatedData,
    state.groupContext,
    state.secretTree,
    { ...framedContent, auth: { contentType: 'commit', signature, confirmationTag } },
    leafIndex,
    state.clientConfig.paddingConfig,
    suite,
  );
  return encodeMlsMessage({ wireformat: 'mls_private_message', version: 'mls10', privateMessage });
}

/** Changes a key package and its leaf with `alter`, then signs it again. */
export async function alteredPackage(
  device: Device,
  { publicPackage, privatePackage }: OwnKeyPackage,
  alter: {
    leaf?: Partial<LeafNodeData & { lifetime: Lifetime; extensions: Extension[] }>;
    outer?: Partial<KeyPackage>;
  },
): Promise<OwnKeyPackage> {
  const { signature } = await cipherSuite();
  const { leafNode: before } = publicPackage;
  if (before.leafNodeSource !== 'key_package') throw new Error('not the leaf of a key package');
  const leaf = { ...before, ...alter.leaf };
  const leafNode = await signLeafNodeKeyPackage(leaf, device.signKey, signature);
  const unsigned = { ...publicPackage, ...alter.outer, leafNode };
  return { publicPackage: await signKeyPackage(unsigned, device.signKey, signature), privatePackage };
}

/** Parts of a hostile inviter's welcome. */
export type Invitation = { tree: RatchetTree; info: GroupInfoTBS; secrets: GroupSecrets };

type Welcomed = [
  inviter: { device: Device; own: OwnKeyPackage },
  invited: Pick<OwnKeyPackage, 'publicPackage'>,
  roles: Conversation['roles'],
  alter?: (invitation: Invitation) => Partial<Invitation>,
];

/**
 * Builds a welcome to a group of the inviter and one other device by hand. It's valid unless altered. Also returns the
 * group's delivery access value.
 */
export async function hostileGroup(
  ...[inviter, invited, roles, alter = () => ({})]: Welcomed
): Promise<{ welcome: Uint8Array; access: Hex }> {
  const suite = await cipherSuite();
  const leaf = ({ publicPackage }: Pick<OwnKeyPackage, 'publicPackage'>) =>
    ({ nodeType: 'leaf', leaf: publicPackage.leafNode }) as const;
  const tree: RatchetTree = [leaf(inviter.own), undefined, leaf(invited)];
  const first: Invitation = {
    tree,
    info: {
      groupContext: {
        version: 'mls10',
        cipherSuite: suite.name,
        groupId: GROUP_ID,
        epoch: 1n,
        treeHash: new Uint8Array(),
        confirmedTranscriptHash: suite.rng.randomBytes(32),
        extensions: [rolesExtension(roles)],
      },
      extensions: [],
      confirmationTag: new Uint8Array(),
      signer: 0,
    },
    secrets: { joinerSecret: suite.rng.randomBytes(32), pathSecret: undefined, psks: [] },
  };
  const invitation = { ...first, ...alter(first) };
  const { info, secrets } = invitation;
  // A tree with an invalid index has no hash. It's rejected before the hash is checked.
  const treeHash = await treeHashRoot(invitation.tree, suite.hash).catch(() => new Uint8Array(32));
  const groupContext = { ...info.groupContext, treeHash };
  const noPsk = new Uint8Array(suite.kdf.size);
  const [keySchedule] = await deriveKeySchedule(secrets.joinerSecret, noPsk, groupContext, suite.kdf);
  const tag = await createConfirmationTag(
    keySchedule.confirmationKey,
    groupContext.confirmedTranscriptHash,
    suite.hash,
  );
  const extensionData = encodeRatchetTree(invitation.tree);
  const signed = await signGroupInfo(
    {
      ...info,
      groupContext,
      confirmationTag: info.confirmationTag.length > 0 ? info.confirmationTag : tag,
      extensions: [{ extensionType: 'ratchet_tree', extensionData }, ...info.extensions],
    },
    inviter.device.signKey,
    suite.signature,
  );
  const welcomeSecret = await extractWelcomeSecret(secrets.joinerSecret, noPsk, suite.kdf);
  const encryptedGroupInfo = await encryptGroupInfo(signed, welcomeSecret, suite);
  const initKey = await suite.hpke.importPublicKey(invited.publicPackage.initKey);
  const { enc, ct } = await encryptGroupSecrets(initKey, encryptedGroupInfo, secrets, suite.hpke);
  const newMember = await makeKeyPackageRef(invited.publicPackage, suite.hash);
  const welcome = encodeMlsMessage({
    wireformat: 'mls_welcome',
    version: 'mls10',
    welcome: {
      cipherSuite: suite.name,
      secrets: [{ newMember, encryptedGroupSecrets: { kemOutput: enc, ciphertext: ct } }],
      encryptedGroupInfo,
    },
  });
  return { welcome, access: await deliveryAccess({ state: { keySchedule } }) };
}

/** Builds only the welcome of `hostileGroup`. */
export const hostileWelcome = async (...welcomed: Welcomed): Promise<Uint8Array> =>
  (await hostileGroup(...welcomed)).welcome;
