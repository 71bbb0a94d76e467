import type { CiphersuiteImpl, LeafNode, Node, ParentNode, PrivateKeyPath, RatchetTree } from 'ts-mls';
import { encodeParentHashInput } from 'ts-mls/parentHash.js';

import { encodeRatchetTree, getHpkePublicKey, removeLeaves, resolution } from 'ts-mls/ratchetTree.js';
import { treeHash } from 'ts-mls/treeHash.js';
import {
  directPath,
  isLeaf,
  leafToNodeIndex,
  leafWidth,
  left,
  type NodeIndex,
  right,
  toLeafIndex,
  toNodeIndex,
} from 'ts-mls/treemath.js';
import { bytesToHex } from 'viem';
import { bindingOf } from './device';
import { equalBytes } from './equal-bytes';
import { areUsableKeys, isSupported, PROBE } from './key-package';

// The library loops forever on indexes outside the tree, and some of its checks are missing or wrong. Apart from
// `ownKeys`, nothing in this file needs a secret.

/** Maximum number of leaves in a conversation's tree, including blank ones. Keeps validation cheap. */
export const MAX_LEAVES = 128;
/**
 * Maximum size of a tree in bytes when devices are added: about 100 devices, or fewer if accounts have long signatures.
 * Below it, a commit and its welcome fit in one API request, however many devices they add.
 */
const MAX_TREE_BYTES = 52_000;

const nodeOf = (leafIndex: number): NodeIndex => leafToNodeIndex(toLeafIndex(leafIndex));
const pathOf = (tree: RatchetTree, leafIndex: number): NodeIndex[] =>
  directPath(nodeOf(leafIndex), leafWidth(tree.length));

/** Maximum size of the bindings of an account's devices in a tree, so no account can fill it with long signatures. */
export const MAX_ACCOUNT_BYTES = 16 * 1_024;

const leavesOf = (tree: RatchetTree): LeafNode[] =>
  tree.flatMap((node) => (node?.nodeType === 'leaf' ? [node.leaf] : []));

/** Returns the account of a leaf and the size of its binding in bytes. */
export function bindingSize({ credential }: LeafNode): { account: string; size: number } {
  const account = bindingOf(credential)?.account.toLowerCase() ?? '';
  return { account, size: credential.credentialType === 'basic' ? credential.identity.length : 0 };
}

/** Returns whether the bindings of all accounts that have new leaves are within the limit. */
function haveShortBindings(leaves: readonly LeafNode[], isNew: (leaf: LeafNode) => boolean): boolean {
  const sizes = new Map<string, number>();
  for (const { account, size } of leaves.map(bindingSize))
    sizes.set(account, (sizes.get(account) ?? 0) + size);
  return leaves
    .filter(isNew)
    .every((leaf) => (sizes.get(bindingSize(leaf).account) ?? 0) <= MAX_ACCOUNT_BYTES);
}

/**
 * Returns whether the tree still has room for the devices added to it since `before`. All members reach the same
 * result.
 */
export function hasRoom(tree: RatchetTree, before: RatchetTree): boolean {
  const keyOf = ({ signaturePublicKey }: LeafNode) => bytesToHex(signaturePublicKey);
  const known = new Set(leavesOf(before).map(keyOf));
  const isNew = (leaf: LeafNode) => !known.has(keyOf(leaf));
  const leaves = leavesOf(tree);
  // Changes that add nobody are always allowed, so members can be removed from an oversized tree.
  if (!leaves.some(isNew)) return true;
  return encodeRatchetTree(tree).length <= MAX_TREE_BYTES && haveShortBindings(leaves, isNew);
}

/** Returns the leaf with this index (RFC 9420, appendix C), or null if it is blank or outside the tree. */
export function leafAt(tree: RatchetTree, leafIndex: number): LeafNode | null {
  const node = tree[leafIndex * 2];
  return node?.nodeType === 'leaf' ? node.leaf : null;
}

const parentAt = (tree: RatchetTree, index: NodeIndex): ParentNode | null => {
  const node = tree[index];
  return node?.nodeType === 'parent' ? node.parent : null;
};

/**
 * Returns whether a parent node's unmerged leaves (RFC 9420, section 12.4.3.1) are its descendants and also listed by
 * all parent nodes in between.
 */
function hasGoodUnmergedLeaves(tree: RatchetTree, index: NodeIndex, { unmergedLeaves }: ParentNode): boolean {
  return unmergedLeaves.every((leafIndex, position) => {
    if (leafAt(tree, leafIndex) === null || leafIndex <= (unmergedLeaves[position - 1] ?? -1)) return false;
    const path = pathOf(tree, leafIndex);
    const between = path.slice(0, path.indexOf(index));
    return (
      path.includes(index) &&
      between.every((one) => parentAt(tree, one)?.unmergedLeaves.includes(leafIndex) ?? true)
    );
  });
}

/**
 * Returns whether a tree is well-formed (RFC 9420, section 7): full, with each node of the right type, valid lists of
 * unmerged leaves, and unique keys (sections 12.4.3.1 and 7.3). The library's functions terminate on such a tree.
 */
export function isWellFormed(tree: RatchetTree): boolean {
  const leaves = leafWidth(tree.length);
  // The width must be a power of 2 whose right half isn't empty.
  if (!Number.isInteger(leaves) || leaves < 1 || leaves > MAX_LEAVES || (leaves & (leaves - 1)) !== 0)
    return false;
  if (tree.slice(leaves === 1 ? 0 : leaves).every((node) => node?.nodeType !== 'leaf')) return false;
  const encryptionKeys = new Set<string>();
  const signatureKeys = new Set<string>();
  let members = 0;
  for (const [at, node] of tree.entries()) {
    if (node === undefined) continue;
    const index = toNodeIndex(at);
    if ((node.nodeType === 'leaf') !== isLeaf(index)) return false;
    encryptionKeys.add(bytesToHex(getHpkePublicKey(node)));
    if (node.nodeType === 'parent') {
      if (!hasGoodUnmergedLeaves(tree, index, node.parent)) return false;
      continue;
    }
    // Conversations don't use update proposals.
    if (node.leaf.leafNodeSource === 'update' || !isSupported(node.leaf)) return false;
    signatureKeys.add(bytesToHex(node.leaf.signaturePublicKey));
    members += 1;
  }
  return (
    encryptionKeys.size === tree.filter((node) => node !== undefined).length && signatureKeys.size === members
  );
}

const parentHashOf = (node: Node | undefined): Uint8Array | null => {
  if (node?.nodeType === 'parent') return node.parent.parentHash;
  return node?.leaf.leafNodeSource === 'commit' ? node.leaf.parentHash : null;
};

/**
 * Returns whether each parent node of a well-formed tree was set by a commit from below it (RFC 9420, section 7.9.2).
 * By induction, each parent hash chain ends at a leaf.
 */
export async function hasGoodParentHashes(tree: RatchetTree, { hash }: CiphersuiteImpl): Promise<boolean> {
  for (const [at, node] of tree.entries()) {
    if (node?.nodeType !== 'parent') continue;
    const index = toNodeIndex(at);
    const { hpkePublicKey: encryptionKey, parentHash, unmergedLeaves } = node.parent;
    const original = removeLeaves(tree, unmergedLeaves.map(toLeafIndex));
    const unmerged = new Set(unmergedLeaves.map(nodeOf));
    let isGood = false;
    for (const [child, sibling] of [
      [left(index), right(index)],
      [right(index), left(index)],
    ] as const) {
      const [below, ...others] = resolution(tree, child).filter((one) => !unmerged.has(one));
      const stated = below === undefined ? null : parentHashOf(tree[below]);
      if (stated === null || others.length > 0) continue;
      const originalSiblingTreeHash = await treeHash(original, sibling, hash);
      const input = encodeParentHashInput({ encryptionKey, parentHash, originalSiblingTreeHash });
      isGood ||= equalBytes(stated, await hash.digest(input));
    }
    if (!isGood) return false;
  }
  return true;
}

/**
 * Returns whether every new node has a usable public key (RFC 9420, section 7.3), so no member can block later commits.
 */
export const hasUsableKeys = (tree: RatchetTree, before: RatchetTree): Promise<boolean> =>
  areUsableKeys(tree.flatMap((node, at) => (node && node !== before[at] ? [getHpkePublicKey(node)] : [])));

async function isKeyPair(publicKey: Uint8Array, privateKey: Uint8Array, { hpke }: CiphersuiteImpl) {
  const { enc, ct } = await hpke.seal(await hpke.importPublicKey(publicKey), PROBE, new Uint8Array());
  const opened = hpke.open(await hpke.importPrivateKey(privateKey), enc, ct, new Uint8Array());
  return opened.then(
    () => true,
    () => false,
  );
}

/**
 * Returns this device's private keys for a tree, without those of blank nodes. Returns null if a key is missing or
 * doesn't match its public key (RFC 9420, sections 7.5 and 12.4.3.1): the commit or welcome was inconsistent, and this
 * device would lose access later.
 */
export async function ownKeys(
  tree: RatchetTree,
  { leafIndex, privateKeys }: PrivateKeyPath,
  suite: CiphersuiteImpl,
): Promise<PrivateKeyPath | null> {
  const ownPrivateKeys: Record<number, Uint8Array> = {};
  for (const index of [nodeOf(leafIndex), ...pathOf(tree, leafIndex)]) {
    const node = tree[index];
    if (!node || (node.nodeType === 'parent' && node.parent.unmergedLeaves.includes(leafIndex))) continue;
    const key = privateKeys[index];
    if (!key || !(await isKeyPair(getHpkePublicKey(node), key, suite))) return null;
    ownPrivateKeys[index] = key;
  }
  return { leafIndex, privateKeys: ownPrivateKeys };
}
