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

/** The values that a welcome must match. */
export type Expected = {
  /** Group ID stated by the server on delivery. */
  groupId: Uint8Array;
  /** The device's unused key packages, including its last resort. */
  packages: readonly OwnKeyPackage[];
  /**
   * Latest epoch in which the device was a member of the group, or null. Prevents an old welcome to a last-resort key
   * package from rolling the device back.
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

/** Returns the key package that a welcome is addressed to, or null. */
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

/** Verifies the tree of a group to join, and the signer of its group info (RFC 9420, section 12.4.3.1). */
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

/** Returns the private keys of a new leaf: its own key, and those derived from the path secret. */
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
 * Joins a conversation from a welcome (RFC 9420, section 12.4.3.1). Rejects a welcome that is forged, isn't addressed
 * to an expected key package, includes an untrusted or unexpected member, or whose inviter isn't allowed to add this
 * account. Replaces the library's own function, which rejects some valid trees and loops forever on some invalid ones.
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
    // Conversations use no pre-shared keys, so the PSK secret is all zeros (RFC 9420, section 8.4).
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

    // The inviter's device was added very recently or has been removed since, because its first commit adds this
    // account.
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
    // Data from the server may be malformed.
    return refused(error instanceof UnverifiedError ? 'unverified' : 'invalid');
  }
}
