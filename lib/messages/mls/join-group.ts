import type { GroupInfo, RatchetTree } from 'ts-mls';
import { ratchetTreeFromExtension, verifyGroupInfoSignature } from 'ts-mls/groupInfo.js';
import { verifyLeafNodeSignature } from 'ts-mls/leafNode.js';
import { findLeafIndex } from 'ts-mls/ratchetTree.js';
import { treeHashRoot } from 'ts-mls/treeHash.js';
import { type Hex, isAddressEqual, sha256 } from 'viem';
import { type Trust, UnverifiedError } from '@/lib/messages/protocol/device-binding';
import { areFitting, hasFewDevices, type Member, mayInvite, type Roles } from '@/lib/messages/protocol/roles';
import { bindingOf, CIPHER_SUITE, cipherSuite, type OwnKeyPackage } from './device';
import { equalBytes } from './equal-bytes';
import { type Conversation, deliveryAccess, membersIn } from './group';
import { isTrustedLeaf } from './key-package';
import type { Refusal } from './receive';
import { rolesOf } from './roles-extension';
import { hasGoodParentHashes, hasRoom, hasUsableKeys, isWellFormed, leafAt } from './tree-guards';
import { decryptWelcome, joinedState, secretsOf, type WelcomeSecrets } from './welcome';

/** Maximum epoch of a conversation to join. No real one gets that far, and welcomes of earlier epochs are rejected. */
const MAX_EPOCH = 2n ** 32n;

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
};

type Verification = {
  trust: Trust;
  /** Verifier for all members but the inviter, if it isn't `trust`. */
  membersTrust?: Trust;
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
type Refused = Extract<Joined, { kind: 'refused' }>;

/**
 * A decrypted welcome whose structure and roles are valid. It was signed by the device of `by`, and each leaf by its
 * device, but no account's signature has been verified yet. A trusted log can show that the device belongs to its
 * account.
 */
type OpenedWelcome = {
  kind: 'opened';
  by: Member;
  members: readonly Member[];
  roles: Roles;
  epoch: bigint;
  /** SHA-256 of the epoch's delivery access value. */
  accessHash: Hex;
  used: OwnKeyPackage;
  self: Member;
  info: GroupInfo;
  tree: RatchetTree;
  secrets: WelcomeSecrets;
};

const refused = (reason: Refusal): Refused => ({ kind: 'refused', reason });

/** Verifies the tree of a group to join, the inviter's leaf first (RFC 9420, section 12.4.3.1). */
async function isTrustedTree(
  { tree, info, by, members }: OpenedWelcome,
  { trust: ofInviter, membersTrust = ofInviter }: Verification,
): Promise<boolean> {
  const suite = await cipherSuite();
  const { groupId, treeHash } = info.groupContext;
  if (!equalBytes(await treeHashRoot(tree, suite.hash), treeHash)) return false;
  if (!(await hasGoodParentHashes(tree, suite)) || !(await hasUsableKeys(tree, []))) return false;
  for (const { leafIndex } of [by, ...members.filter((one) => one !== by)]) {
    const leaf = leafAt(tree, leafIndex);
    const trust = leafIndex === by.leafIndex ? ofInviter : membersTrust;
    if (!leaf || !(await isTrustedLeaf(leaf, { groupId, leafIndex }, { trust, occasion: 'member' })))
      return false;
  }
  return true;
}

/**
 * Decrypts a welcome, and checks everything that needs no signature of an account. Rejects a welcome that is malformed,
 * isn't addressed to an expected key package, has too many or unexpected members, isn't signed by its inviter and each
 * member's device, whose inviter isn't allowed to add this account, or whose epoch isn't later than the latest one of
 * the device.
 */
export async function openWelcome(
  encoded: Uint8Array,
  { groupId, packages, lastEpoch = null }: Expected,
): Promise<OpenedWelcome | Refused> {
  try {
    const decrypted = await decryptWelcome(encoded, packages);
    if (decrypted?.info.extensions.length !== 1) return refused('invalid');
    const { used, info } = decrypted;
    const { groupContext, signer } = info;
    if (groupContext.cipherSuite !== CIPHER_SUITE || !equalBytes(groupContext.groupId, groupId))
      return refused('invalid');
    const { epoch } = groupContext;
    if (epoch > MAX_EPOCH) return refused('invalid');
    if (lastEpoch !== null && epoch <= lastEpoch) return refused('repeated');

    const suite = await cipherSuite();
    const tree = ratchetTreeFromExtension(info);
    if (!tree || !isWellFormed(tree) || !hasRoom(tree, [])) return refused('invalid');
    const inviter = leafAt(tree, signer);
    if (!inviter || !(await verifyGroupInfoSignature(info, inviter.signaturePublicKey, suite.signature)))
      return refused('invalid');
    const leafIndex = findLeafIndex(tree, used.publicPackage.leafNode);
    const members = membersIn(tree);
    const by = members.find((one) => one.leafIndex === signer);
    const self = members.find((one) => one.leafIndex === leafIndex);
    if (!by || !self || by === self) return refused('invalid');
    const roles = rolesOf(groupContext.extensions);
    if (roles === null || !areFitting(members, roles) || !hasFewDevices(members))
      return refused('notAllowed');
    if (!mayInvite(roles, by.account, self.account)) return refused('notAllowed');
    // Each leaf is signed by its device. Otherwise, an inviter could list devices of others under any account.
    for (const { leafIndex: at } of members) {
      const leaf = leafAt(tree, at);
      if (!leaf || !(await verifyLeafNodeSignature(leaf, groupContext.groupId, at, suite.signature)))
        return refused('invalid');
    }
    const secrets = await secretsOf(decrypted);
    if (secrets === null) return refused('invalid');
    const accessHash = sha256(await deliveryAccess({ state: secrets }));
    return {
      kind: 'opened',
      by,
      members,
      roles,
      epoch,
      accessHash,
      used,
      self,
      info,
      tree,
      secrets,
    };
  } catch {
    // Data from the server may be malformed.
    return refused('invalid');
  }
}

/**
 * Joins a conversation from an opened welcome (RFC 9420, section 12.4.3.1). Rejects a welcome that is forged, or
 * includes an untrusted member.
 */
export async function joinOpened(opened: OpenedWelcome, verification: Verification): Promise<Joined> {
  const { trust } = verification;
  const { by, self, roles, used, info, tree, secrets } = opened;
  try {
    if (!(await isTrustedTree(opened, verification))) return refused('invalid');
    // The inviter's device was added very recently or has been removed since, because its first commit adds this
    // account.
    const inviter = leafAt(tree, by.leafIndex);
    const binding = inviter && bindingOf(inviter.credential);
    const isStarted = roles.kind === 'direct' && !isAddressEqual(by.account, self.account);
    if (isStarted && !(binding && (await trust.isBound(binding, by.deviceKey as Hex, 'added'))))
      return refused('invalid');

    const { leafIndex } = self;
    const state = await joinedState({ info, used, tree, leafIndex }, secrets);
    if (state === null) return refused('invalid');
    return { kind: 'joined', conversation: { state, roles, trust }, by, used };
  } catch (error) {
    // Data from the server may be malformed.
    return refused(error instanceof UnverifiedError ? 'unverified' : 'invalid');
  }
}

/** Opens a welcome and joins its conversation. */
export async function joinConversation(
  encoded: Uint8Array,
  expected: Expected & Verification,
): Promise<Joined> {
  const opened = await openWelcome(encoded, expected);
  return opened.kind === 'refused' ? opened : joinOpened(opened, expected);
}
