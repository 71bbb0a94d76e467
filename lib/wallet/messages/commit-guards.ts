import type { ClientState, Commit, KeyPackage, LeafNode, Proposal, RatchetTree, UpdatePath } from 'ts-mls';
import { encodeCredential } from 'ts-mls/credential.js';
import { addLeafNode, filteredDirectPathAndCopathResolution, removeLeafNode } from 'ts-mls/ratchetTree.js';
import { leafWidth, toLeafIndex } from 'ts-mls/treemath.js';
import { constantTimeEqual } from 'ts-mls/util/constantTimeCompare.js';
import { bytesToHex } from 'viem';
import { cipherSuite } from './device';
import { isSupported } from './key-package';
import {
  hasGoodParentHashes,
  hasRoom,
  hasUsableKeys,
  isWellFormed,
  leafAt,
  MOST_LEAVES,
  ownKeys,
} from './tree-guards';

/** Maximum number of proposals in a commit: it replaces all members. */
const MOST_PROPOSALS = 2 * MOST_LEAVES;

/** What a commit proposes. Conversations have no other kinds of proposals. */
export type Proposed = {
  added: readonly KeyPackage[];
  removed: readonly number[];
  /** How often it sets the extensions, which are the roles. */
  extensions: number;
};

const unique = (items: readonly unknown[]) => new Set(items).size === items.length;

/**
 * Returns what a commit of a member proposes, or null if a proposal may not be in a conversation (RFC 9420, section 12.2):
 * one of another kind, one that removes nobody or the committer itself, or one that adds a device that is in the tree. Also
 * a device that the same commit removes, because others would see no change, but it would have lost its keys.
 */
export function proposedBy(
  tree: RatchetTree,
  committer: number,
  proposals: readonly Proposal[],
): Proposed | null {
  if (proposals.length > MOST_PROPOSALS) return null;
  const added: KeyPackage[] = [];
  const removed: number[] = [];
  let extensions = 0;
  for (const proposal of proposals) {
    if (proposal.proposalType === 'add') added.push(proposal.add.keyPackage);
    else if (proposal.proposalType === 'remove') removed.push(proposal.remove.removed);
    else if (proposal.proposalType === 'group_context_extensions') extensions += 1;
    else return null;
  }
  const keys = tree.flatMap((node) => (node?.nodeType === 'leaf' ? [node.leaf.signaturePublicKey] : []));
  const after = [...keys, ...added.map(({ leafNode }) => leafNode.signaturePublicKey)];
  const isGood =
    unique(removed) &&
    removed.every((index) => index !== committer && leafAt(tree, index) !== null) &&
    unique(after.map((key) => bytesToHex(key))) &&
    after.length <= MOST_LEAVES &&
    extensions <= 1;
  return isGood ? { added, removed, extensions } : null;
}

/** Returns whether a path has a node and ciphertexts for all whom it concerns (RFC 9420, section 7.6). */
function isComplete(
  { nodes }: UpdatePath,
  tree: RatchetTree,
  committer: number,
  proposed: Proposed,
): boolean {
  let next = tree;
  for (const index of proposed.removed) next = removeLeafNode(next, toLeafIndex(index));
  const added = new Set<number>();
  for (const { leafNode } of proposed.added) {
    const [grown, index] = addLeafNode(next, leafNode);
    next = grown;
    added.add(index);
  }
  const path = filteredDirectPathAndCopathResolution(toLeafIndex(committer), next);
  return (
    leafWidth(next.length) <= MOST_LEAVES &&
    path.length === nodes.length &&
    path.every(({ resolution }, at) => {
      // New members get their secret in the welcome.
      const readers = resolution.filter((index) => !added.has(index));
      return nodes[at]?.encryptedPathSecret.length === readers.length;
    })
  );
}

/** Returns whether a leaf still is the same device of the same account. */
const isSameDevice = (leaf: LeafNode, before: LeafNode): boolean =>
  isSupported(leaf) &&
  constantTimeEqual(leaf.signaturePublicKey, before.signaturePublicKey) &&
  constantTimeEqual(encodeCredential(leaf.credential), encodeCredential(before.credential));

/**
 * Returns what a member's commit proposes, or null if the library must not see it (RFC 9420, section 12.4.2). Needs a
 * well-formed tree. All proposals have to be in the commit itself.
 */
export function openedCommit(
  tree: RatchetTree,
  committer: number,
  { proposals, path }: Commit,
): Proposed | null {
  const own = leafAt(tree, committer);
  const inCommit = proposals.flatMap((one) => (one.proposalOrRefType === 'proposal' ? [one.proposal] : []));
  if (own === null || inCommit.length < proposals.length) return null;
  const proposed = proposedBy(tree, committer, inCommit);
  if (proposed === null) return null;
  if (path === undefined) return proposals.length > 0 && proposed.removed.length === 0 ? proposed : null;
  return isComplete(path, tree, committer, proposed) && isSameDevice(path.leafNode, own) ? proposed : null;
}

/**
 * Returns the state after a commit, with only the keys that this device needs, or null if the library accepted what it
 * shouldn't have. Also checks this device's own commits, so that it never sends one that others refuse.
 */
export async function checkedState(after: ClientState, before: ClientState): Promise<ClientState | null> {
  const suite = await cipherSuite();
  const { ratchetTree: tree } = after;
  if (!isWellFormed(tree) || !hasRoom(tree, before.ratchetTree)) return null;
  if (!(await hasUsableKeys(tree, before.ratchetTree))) return null;
  if (!(await hasGoodParentHashes(tree, suite))) return null;
  const privatePath = await ownKeys(tree, after.privatePath, suite);
  // The library would keep what it needs to read messages of earlier epochs.
  return privatePath && { ...after, privatePath, historicalReceiverData: new Map() };
}
