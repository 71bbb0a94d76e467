/** @jest-environment node */
import type { Proposal, RatchetTree, UpdatePath } from 'ts-mls';
import { applyUpdatePathSecret } from 'ts-mls/createCommit.js';
import { verifyLeafNodeSignature } from 'ts-mls/leafNode.js';
import { getCommitSecret, pathToRoot } from 'ts-mls/pathSecrets.js';
import { mergePrivateKeyPaths, toPrivateKeyPath } from 'ts-mls/privateKeyPath.js';
import { decodeProposal } from 'ts-mls/proposal.js';
import {
  addLeafNode,
  decodeRatchetTree,
  encodeRatchetTree,
  removeLeafNode,
  resolution,
  updateLeafNode,
} from 'ts-mls/ratchetTree.js';
import { treeHash, treeHashRoot } from 'ts-mls/treeHash.js';
import {
  leafWidth,
  left,
  nodeWidth,
  parent,
  right,
  root,
  sibling,
  toLeafIndex,
  toNodeIndex,
} from 'ts-mls/treemath.js';
import { applyUpdatePath, decodeUpdatePath } from 'ts-mls/updatePath.js';
import { CIPHER_SUITE, cipherSuite } from '@/lib/messages/mls/device';
import { hasGoodParentHashes, hasUsableKeys, leafAt, ownKeys } from '@/lib/messages/mls/tree-guards';
import { bytes, hasVectors, vectorsOf } from '../../../support/mls-vectors';

type TreeMath = {
  n_leaves: number;
  n_nodes: number;
  root: number;
} & Record<'left' | 'right' | 'parent' | 'sibling', readonly (number | null)[]>;
type TreeValidation = {
  tree: string;
  group_id: string;
  tree_hashes: readonly string[];
  resolutions: readonly (readonly number[])[];
};
type TreeOperation = {
  tree_before: string;
  proposal: string;
  proposal_sender: number;
  tree_hash_before: string;
  tree_after: string;
  tree_hash_after: string;
};
type TreeKem = {
  group_id: string;
  epoch: number;
  confirmed_transcript_hash: string;
  ratchet_tree: string;
  leaves_private: readonly {
    index: number;
    encryption_priv: string;
    path_secrets: readonly { node: number; path_secret: string }[];
  }[];
  update_paths: readonly {
    sender: number;
    update_path: string;
    path_secrets: readonly (string | null)[];
    commit_secret: string;
    tree_hash_after: string;
  }[];
};

function treeOf(hex: string): RatchetTree {
  const tree = decodeRatchetTree(bytes(hex), 0)?.[0];
  if (!tree) throw new Error('no tree');
  return tree;
}

function applied(tree: RatchetTree, proposal: Proposal, sender: number): RatchetTree {
  if (proposal.proposalType === 'add') return addLeafNode(tree, proposal.add.keyPackage.leafNode)[0];
  if (proposal.proposalType === 'remove') return removeLeafNode(tree, toLeafIndex(proposal.remove.removed));
  if (proposal.proposalType === 'update')
    return updateLeafNode(tree, proposal.update.leafNode, toLeafIndex(sender));
  throw new Error('no operation on the tree');
}

test('conversations use cipher suite 1, for which the vectors were made', async () => {
  expect((await cipherSuite()).name).toBe(CIPHER_SUITE);
});

if (hasVectors)
  describe('test vectors of RFC 9420: trees', () => {
    test('relations of nodes (appendix C)', () => {
      for (const vector of vectorsOf<TreeMath>('tree-math')) {
        const { n_leaves: leaves, n_nodes: nodes } = vector;
        expect([nodeWidth(leaves), leafWidth(nodes), root(leaves)]).toEqual([nodes, leaves, vector.root]);
        const relations = {
          left,
          right,
          parent: (node: ReturnType<typeof toNodeIndex>) => parent(node, leaves),
          sibling: (node: ReturnType<typeof toNodeIndex>) => sibling(node, leaves),
        };
        for (const name of ['left', 'right', 'parent', 'sibling'] as const)
          for (const [index, expected] of vector[name].entries())
            if (expected !== null) expect(relations[name](toNodeIndex(index))).toBe(expected);
      }
    });

    test('tree hashes, parent hashes, resolutions, and signatures of leaves (section 7)', async () => {
      const suite = await cipherSuite();
      for (const vector of vectorsOf<TreeValidation>('tree-validation')) {
        const tree = treeOf(vector.tree);
        for (const [index, expected] of vector.tree_hashes.entries())
          expect(await treeHash(tree, toNodeIndex(index), suite.hash)).toEqual(bytes(expected));
        expect(vector.resolutions.map((_, index) => resolution(tree, toNodeIndex(index)))).toEqual(
          vector.resolutions,
        );
        expect(await hasGoodParentHashes(tree, suite)).toBe(true);
        expect(await hasUsableKeys(tree, [])).toBe(true);
        const groupId = bytes(vector.group_id);
        for (let index = 0; index < leafWidth(tree.length); index += 1) {
          const leaf = leafAt(tree, index);
          if (leaf) expect(await verifyLeafNodeSignature(leaf, groupId, index, suite.signature)).toBe(true);
        }
      }
    });

    test('a parent hash that was altered is rejected (section 7.9.2)', async () => {
      const suite = await cipherSuite();
      for (const vector of vectorsOf<TreeValidation>('tree-validation')) {
        const tree = treeOf(vector.tree);
        // Each node below the root is checked by a hash of its own, so one stands for all.
        const index = tree.findIndex((node) => node?.nodeType === 'parent');
        const node = tree[index];
        if (node?.nodeType !== 'parent') continue;
        const hpkePublicKey = node.parent.hpkePublicKey.map((byte, at) => (at === 0 ? byte ^ 1 : byte));
        tree[index] = { ...node, parent: { ...node.parent, hpkePublicKey } };
        expect(await hasGoodParentHashes(tree, suite)).toBe(false);
      }
    });

    test('adding, updating, and removing leaves (section 7.7)', async () => {
      const { hash } = await cipherSuite();
      for (const vector of vectorsOf<TreeOperation>('tree-operations')) {
        const before = treeOf(vector.tree_before);
        expect(await treeHashRoot(before, hash)).toEqual(bytes(vector.tree_hash_before));
        const proposal = decodeProposal(bytes(vector.proposal), 0)?.[0];
        if (!proposal) throw new Error('no proposal');
        const after = applied(before, proposal, vector.proposal_sender);
        expect(encodeRatchetTree(after)).toEqual(bytes(vector.tree_after));
        expect(await treeHashRoot(after, hash)).toEqual(bytes(vector.tree_hash_after));
      }
    });

    test('update paths give each leaf the keys of its path (sections 7.5 and 7.6)', async () => {
      const suite = await cipherSuite();
      for (const vector of vectorsOf<TreeKem>('treekem')) {
        const tree = treeOf(vector.ratchet_tree);
        const leaves = await Promise.all(
          vector.leaves_private.map(async ({ index, encryption_priv, path_secrets }) => {
            const secrets = path_secrets.map(({ node, path_secret }) => [node, bytes(path_secret)] as const);
            const path = await toPrivateKeyPath(Object.fromEntries(secrets), index, suite);
            const own = { leafIndex: index, privateKeys: { [index * 2]: bytes(encryption_priv) } };
            return mergePrivateKeyPaths(path, own);
          }),
        );
        for (const leaf of leaves) expect(await ownKeys(tree, leaf, suite)).toEqual(leaf);
        let first: UpdatePath | undefined;
        for (const {
          sender,
          update_path,
          path_secrets,
          commit_secret,
          tree_hash_after,
        } of vector.update_paths) {
          const path = decodeUpdatePath(bytes(update_path), 0)?.[0];
          if (!path) throw new Error('no update path');
          first ??= path;
          const by = toLeafIndex(sender);
          const after = await applyUpdatePath(tree, by, path, suite.hash);
          expect(await treeHashRoot(after, suite.hash)).toEqual(bytes(tree_hash_after));
          expect(await hasGoodParentHashes(after, suite)).toBe(true);
          const context = {
            version: 'mls10' as const,
            cipherSuite: CIPHER_SUITE,
            groupId: bytes(vector.group_id),
            epoch: BigInt(vector.epoch),
            treeHash: bytes(tree_hash_after),
            confirmedTranscriptHash: bytes(vector.confirmed_transcript_hash),
            extensions: [],
          };
          for (const leaf of leaves) {
            if (leaf.leafIndex === sender) continue;
            const found = await applyUpdatePathSecret(tree, leaf, by, context, path, [], suite);
            expect(found.pathSecret).toEqual(bytes(path_secrets[leaf.leafIndex] ?? ''));
            const { nodeIndex, pathSecret } = found;
            expect(await getCommitSecret(after, nodeIndex, pathSecret, suite.kdf)).toEqual(
              bytes(commit_secret),
            );
            // One sender stands for all, because each check encrypts to every key of the path.
            if (path !== first) continue;
            const secrets = await pathToRoot(after, nodeIndex, pathSecret, suite.kdf);
            const keys = mergePrivateKeyPaths(leaf, await toPrivateKeyPath(secrets, leaf.leafIndex, suite));
            expect(await ownKeys(after, keys, suite)).not.toBeNull();
            // The keys from before don't match the new nodes.
            expect(await ownKeys(after, leaf, suite)).toBeNull();
          }
        }
      }
    });
  });
