import type { ClientState, Commit, KeyPackage, LeafNode, Proposal, RatchetTree, UpdatePath } from 'ts-mls';
import { addLeafNode, filteredDirectPathAndCopathResolution, removeLeafNode } from 'ts-mls/ratchetTree.js';
import { leafWidth, toLeafIndex } from 'ts-mls/treemath.js';
import { bytesToHex } from 'viem';
import { cipherSuite } from './device';
import { equalBytes } from './equal-bytes';
import { isSupported } from './key-package';
import {
  hasGoodParentHashes,
  hasRoom,
  hasUsableKeys,
  isWellFormed,
  leafAt,
  MAX_LEAVES,
  ownKeys,
} from './tree-guards';

/** Maximum number of proposals in a commit: enough to replace every member. */
const MAX_PROPOSALS = 2 * MAX_LEAVES;

/** The proposals of a commit. Conversations allow no other types. */
export type Proposed = {
  added: readonly KeyPackage[];
  removed: readonly number[];
  /** Number of proposals that set the group's extensions, which hold the roles. */
  extensions: number;
};

const unique = (items: readonly unknown[]) => new Set(items).size === items.length;

/**
 * Returns the proposals of a member's commit, or null if one isn't allowed in a conversation (RFC 9420, section 12.2):
 * an unsupported type, the removal of a blank leaf or of the committer, or a device that is already in the tree. Also
 * rejects a commit that removes and re-adds the same device: other members would see no change, but the device would
 * lose its keys.
 */
export function proposedBy(
  tree: RatchetTree,
  committer: number,
  proposals: readonly Proposal[],
): Proposed | null {
  if (proposals.length > MAX_PROPOSALS) return null;
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
    after.length <= MAX_LEAVES &&
    extensions <= 1;
  return isGood ? { added, removed, extensions } : null;
}

/**
 * Returns whether an update path has all of its nodes, with a ciphertext for each member that needs one (RFC 9420,
 * section 7.6).
 */
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
    leafWidth(next.length) <= MAX_LEAVES &&
    path.length === nodes.length &&
    path.every(({ resolution }, at) => {
      // New members receive the path secret in the welcome instead.
      const readers = resolution.filter((index) => !added.has(index));
      return nodes[at]?.encryptedPathSecret.length === readers.length;
    })
  );
}

/** Returns whether a leaf still belongs to the same device and account (RFC 9420, section 5.3.1). */
const isSameDevice = (leaf: LeafNode, before: LeafNode): boolean =>
  isSupported(leaf) &&
  equalBytes(leaf.signaturePublicKey, before.signaturePublicKey) &&
  leaf.credential.credentialType === 'basic' &&
  before.credential.credentialType === 'basic' &&
  equalBytes(leaf.credential.identity, before.credential.identity);

/**
 * Returns the proposals of a member's commit, or null if it isn't safe to pass to the library (RFC 9420, section
 * 12.4.2). The tree must be well-formed, and the commit must include all of its proposals by value.
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
 * Returns the state after a commit (RFC 9420, section 12.4.2) with only this device's keys, or null if the library
 * accepted an invalid commit. Also checks this device's own commits, so it never sends one that other members reject.
 */
export async function checkedState(after: ClientState, before: ClientState): Promise<ClientState | null> {
  const suite = await cipherSuite();
  const { ratchetTree: tree } = after;
  if (!isWellFormed(tree) || !hasRoom(tree, before.ratchetTree)) return null;
  if (!(await hasUsableKeys(tree, before.ratchetTree))) return null;
  if (!(await hasGoodParentHashes(tree, suite))) return null;
  const privatePath = await ownKeys(tree, after.privatePath, suite);
  // The library would otherwise retain the keys of earlier epochs.
  return privatePath && { ...after, privatePath, historicalReceiverData: new Map() };
}
