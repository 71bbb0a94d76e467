import { decodeMlsMessage, type GroupInfo, type RatchetTree, type Welcome } from 'ts-mls';
import {
  ratchetTreeFromExtension,
  verifyGroupInfoConfirmationTag,
  verifyGroupInfoSignature,
} from 'ts-mls/groupInfo.js';
import { makeKeyPackageRef } from 'ts-mls/keyPackage.js';
import { deriveKeySchedule } from 'ts-mls/keySchedule.js';
import { pathToRoot } from 'ts-mls/pathSecrets.js';
import { mergePrivateKeyPaths, type PrivateKeyPath, toPrivateKeyPath } from 'ts-mls/privateKeyPath.js';
import { findLeafIndex } from 'ts-mls/ratchetTree.js';
import { createSecretTree } from 'ts-mls/secretTree.js';
import { treeHashRoot } from 'ts-mls/treeHash.js';
import { type LeafIndex, leafToNodeIndex, leafWidth, toLeafIndex } from 'ts-mls/treemath.js';
import { firstCommonAncestor } from 'ts-mls/updatePath.js';
import { constantTimeEqual } from 'ts-mls/util/constantTimeCompare.js';
import { decryptGroupInfo, decryptGroupSecrets } from 'ts-mls/welcome.js';
import { type Hex, isAddressEqual } from 'viem';
import { type Conversation, forget, membersIn } from './conversation';
import { bindingOf, CIPHER_SUITE, cipherSuite, clientConfig, type OwnKeyPackage } from './device';
import { type Trust, UnverifiedError } from './device-binding';
import { isTrustedLeaf } from './key-package';
import type { Refusal } from './receive';
import { areFitting, hasFewDevices, type Member, mayInvite, rolesOf } from './roles';
import { hasGoodParentHashes, hasRoom, hasUsableKeys, isWellFormed, leafAt, ownKeys } from './tree-guards';

/** What a device expects of a welcome. */
export type Expected = {
  /** Group ID under which the server delivered it. */
  groupId: Uint8Array;
  /** The device's key packages that nobody has used yet, and its last resort. */
  packages: readonly OwnKeyPackage[];
  /**
   * Latest epoch in which the device was a member of the group before, or null. An old welcome to a last resort could
   * take it back otherwise.
   */
  lastEpoch?: bigint | null;
  trust: Trust;
};

export type Joined =
  | {
      kind: 'joined';
      conversation: Conversation;
      /** The member who invited this device. */
      by: Member;
      /** The key package that was used. Delete it and its private keys, unless it is the last resort. */
      used: OwnKeyPackage;
    }
  | { kind: 'refused'; reason: Refusal };

const refused = (reason: Refusal): Joined => ({ kind: 'refused', reason });

/** Returns the key package to which a welcome is, or null. */
async function addressee(
  { secrets }: Welcome,
  packages: readonly OwnKeyPackage[],
): Promise<OwnKeyPackage | null> {
  const { hash } = await cipherSuite();
  for (const own of packages) {
    const reference = await makeKeyPackageRef(own.publicPackage, hash);
    if (secrets.some(({ newMember }) => constantTimeEqual(newMember, reference))) return own;
  }
  return null;
}

/** Verifies the tree of a group that this device joins (RFC 9420, section 12.4.3.1), and who signed the welcome. */
async function isTrustedTree(tree: RatchetTree, info: GroupInfo, trust: Trust): Promise<boolean> {
  const suite = await cipherSuite();
  const { groupId, treeHash } = info.groupContext;
  const signer = isWellFormed(tree) && hasRoom(tree, []) ? leafAt(tree, info.signer) : null;
  if (signer === null) return false;
  if (!(await verifyGroupInfoSignature(info, signer.signaturePublicKey, suite.signature))) return false;
  if (!constantTimeEqual(await treeHashRoot(tree, suite.hash), treeHash)) return false;
  if (!(await hasGoodParentHashes(tree, suite)) || !(await hasUsableKeys(tree, []))) return false;
  for (const { leafIndex } of membersIn(tree)) {
    const leaf = leafAt(tree, leafIndex);
    if (!leaf || !(await isTrustedLeaf(leaf, { groupId, leafIndex }, { trust, occasion: 'member' })))
      return false;
  }
  return true;
}

/** Returns the private keys of a new leaf: its own, and those that the path secret gives it. */
async function keysOfLeaf(
  tree: RatchetTree,
  leafIndex: LeafIndex,
  { signer, pathSecret, own }: { signer: number; pathSecret: Uint8Array | undefined; own: OwnKeyPackage },
): Promise<PrivateKeyPath | null> {
  const suite = await cipherSuite();
  const leafKey = { [leafToNodeIndex(leafIndex)]: own.privatePackage.hpkePrivateKey };
  let keys: PrivateKeyPath = { leafIndex, privateKeys: leafKey };
  if (pathSecret) {
    const ancestor = firstCommonAncestor(tree, leafIndex, toLeafIndex(signer));
    const secrets = await pathToRoot(tree, ancestor, pathSecret, suite.kdf);
    keys = mergePrivateKeyPaths(await toPrivateKeyPath(secrets, leafIndex, suite), keys);
  }
  return ownKeys(tree, keys, suite);
}

/**
 * Joins a conversation from a welcome (RFC 9420, section 12.4.3.1). Refuses it if it isn't genuine or not to one of the
 * expected key packages, if a member can't be trusted or doesn't belong to the conversation, or if the roles don't let the
 * inviter add this account. The library's own function refuses some valid trees, and doesn't end on some invalid ones.
 */
export async function joinConversation(
  encoded: Uint8Array,
  { groupId, packages, lastEpoch = null, trust }: Expected,
): Promise<Joined> {
  try {
    const [message, length] = decodeMlsMessage(encoded, 0) ?? [];
    if (message?.wireformat !== 'mls_welcome' || length !== encoded.length) return refused('invalid');
    const { welcome } = message;
    const used = await addressee(welcome, packages);
    if (used === null || welcome.cipherSuite !== CIPHER_SUITE) return refused('invalid');
    const suite = await cipherSuite();
    const initKey = await suite.hpke.importPrivateKey(used.privatePackage.initPrivateKey);
    const reference = await makeKeyPackageRef(used.publicPackage, suite.hash);
    const secrets = await decryptGroupSecrets(initKey, reference, welcome, suite.hpke);
    // Conversations have no pre-shared keys, so their secret is zero (RFC 9420, section 8.4).
    if (!secrets || secrets.psks.length > 0) return refused('invalid');
    const { joinerSecret, pathSecret } = secrets;
    const noPsk = new Uint8Array(suite.kdf.size);
    const info = await decryptGroupInfo(welcome, joinerSecret, noPsk, suite);
    if (info?.extensions.length !== 1) return refused('invalid');
    const { groupContext, signer } = info;
    if (groupContext.cipherSuite !== CIPHER_SUITE || !constantTimeEqual(groupContext.groupId, groupId))
      return refused('invalid');
    if (lastEpoch !== null && groupContext.epoch <= lastEpoch) return refused('repeated');

    const tree = ratchetTreeFromExtension(info);
    if (!tree || !(await isTrustedTree(tree, info, trust))) return refused('invalid');
    const leafIndex = findLeafIndex(tree, used.publicPackage.leafNode);
    const members = membersIn(tree);
    const by = members.find((one) => one.leafIndex === signer);
    const self = members.find((one) => one.leafIndex === leafIndex);
    if (leafIndex === undefined || !by || !self || by === self) return refused('invalid');
    const roles = rolesOf(groupContext.extensions);
    if (roles === null || !areFitting(members, roles) || !hasFewDevices(members))
      return refused('notAllowed');
    if (!mayInvite(roles, by.account, self.account)) return refused('notAllowed');

    // The other account adds this one with the first commit, so its device was added just before, or isn't its anymore.
    const inviter = leafAt(tree, signer);
    const binding = inviter && bindingOf(inviter.credential);
    const isStarted = roles.kind === 'direct' && !isAddressEqual(by.account, self.account);
    if (isStarted && !(binding && (await trust.isBound(binding, by.deviceKey as Hex, 'added'))))
      return refused('invalid');

    const privatePath = await keysOfLeaf(tree, leafIndex, { signer, pathSecret, own: used });
    if (privatePath === null) return refused('invalid');
    if (!(await verifyGroupInfoConfirmationTag(info, joinerSecret, noPsk, suite))) return refused('invalid');
    const [keySchedule, encryptionSecret] = await deriveKeySchedule(
      joinerSecret,
      noPsk,
      groupContext,
      suite.kdf,
    );
    const secretTree = await createSecretTree(leafWidth(tree.length), encryptionSecret, suite.kdf);
    forget([encryptionSecret, joinerSecret, ...(pathSecret ? [pathSecret] : [])]);
    const state = {
      groupContext,
      keySchedule,
      secretTree,
      ratchetTree: tree,
      privatePath,
      signaturePrivateKey: used.privatePackage.signaturePrivateKey,
      unappliedProposals: {},
      confirmationTag: info.confirmationTag,
      historicalReceiverData: new Map(),
      groupActiveState: { kind: 'active' as const },
      clientConfig,
    };
    return { kind: 'joined', conversation: { state, roles, trust }, by, used };
  } catch (error) {
    // The server may send anything.
    return refused(error instanceof UnverifiedError ? 'unverified' : 'invalid');
  }
}
