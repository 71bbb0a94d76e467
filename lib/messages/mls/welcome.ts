import {
  type ClientState,
  decodeMlsMessage,
  type GroupInfo,
  type KeySchedule,
  type PrivateKeyPath,
  type RatchetTree,
  type Welcome,
} from 'ts-mls';
import { verifyGroupInfoConfirmationTag } from 'ts-mls/groupInfo.js';
import { makeKeyPackageRef } from 'ts-mls/keyPackage.js';
import { deriveKeySchedule } from 'ts-mls/keySchedule.js';
import { pathToRoot } from 'ts-mls/pathSecrets.js';
import { mergePrivateKeyPaths, toPrivateKeyPath } from 'ts-mls/privateKeyPath.js';
import { createSecretTree } from 'ts-mls/secretTree.js';
import { type LeafIndex, leafToNodeIndex, leafWidth, toLeafIndex } from 'ts-mls/treemath.js';
import { firstCommonAncestor } from 'ts-mls/updatePath.js';
import { decryptGroupInfo, decryptGroupSecrets } from 'ts-mls/welcome.js';
import { CIPHER_SUITE, cipherSuite, clientConfig, type OwnKeyPackage } from './device';
import { equalBytes } from './equal-bytes';
import { forget } from './group';
import { ownKeys } from './tree-guards';

// The steps of RFC 9420, section 12.4.3.1, that depend on no rule of this application. The library's own function to join
// rejects some valid trees and loops forever on some invalid ones.

/** A decrypted welcome. Nothing in it has been verified yet. */
export type DecryptedWelcome = {
  /** The key package that the welcome is addressed to. */
  used: OwnKeyPackage;
  info: GroupInfo;
  joinerSecret: Uint8Array;
  pathSecret: Uint8Array | undefined;
};

/** The secrets of the epoch that a welcome starts. */
export type WelcomeSecrets = {
  keySchedule: KeySchedule;
  encryptionSecret: Uint8Array;
  pathSecret: Uint8Array | undefined;
};

/** Conversations use no pre-shared keys, so the PSK secret is all zeros (RFC 9420, section 8.4). */
const noPsk = (size: number) => new Uint8Array(size);

/** Returns the key package that a welcome is addressed to, or null. */
async function addressee(
  { secrets }: Welcome,
  packages: readonly OwnKeyPackage[],
): Promise<OwnKeyPackage | null> {
  const { hash } = await cipherSuite();
  for (const own of packages) {
    const reference = await makeKeyPackageRef(own.publicPackage, hash);
    if (secrets.some(({ newMember }) => equalBytes(newMember, reference))) return own;
  }
  return null;
}

/**
 * Decrypts a welcome for one of the key packages (RFC 9420, section 12.4.3.1). Returns null if it is malformed, has
 * another cipher suite, is addressed to no given key package, or uses pre-shared keys.
 * @throws Error if the library can't decode it.
 */
export async function decryptWelcome(
  encoded: Uint8Array,
  packages: readonly OwnKeyPackage[],
): Promise<DecryptedWelcome | null> {
  const [message, length] = decodeMlsMessage(encoded, 0) ?? [];
  if (message?.wireformat !== 'mls_welcome' || length !== encoded.length) return null;
  const { welcome } = message;
  const used = await addressee(welcome, packages);
  if (used === null || welcome.cipherSuite !== CIPHER_SUITE) return null;
  const suite = await cipherSuite();
  const initKey = await suite.hpke.importPrivateKey(used.privatePackage.initPrivateKey);
  const reference = await makeKeyPackageRef(used.publicPackage, suite.hash);
  const secrets = await decryptGroupSecrets(initKey, reference, welcome, suite.hpke);
  if (!secrets || secrets.psks.length > 0) return null;
  const { joinerSecret, pathSecret } = secrets;
  const info = await decryptGroupInfo(welcome, joinerSecret, noPsk(suite.kdf.size), suite);
  return info ? { used, info, joinerSecret, pathSecret } : null;
}

/**
 * Derives the epoch's secrets (RFC 9420, section 8) and overwrites the joiner secret. Returns null if the confirmation
 * tag is wrong (section 12.4.3.1).
 */
export async function secretsOf({
  info,
  joinerSecret,
  pathSecret,
}: DecryptedWelcome): Promise<WelcomeSecrets | null> {
  const suite = await cipherSuite();
  const psk = noPsk(suite.kdf.size);
  if (!(await verifyGroupInfoConfirmationTag(info, joinerSecret, psk, suite))) return null;
  const [keySchedule, encryptionSecret] = await deriveKeySchedule(
    joinerSecret,
    psk,
    info.groupContext,
    suite.kdf,
  );
  forget([joinerSecret]);
  return { keySchedule, encryptionSecret, pathSecret };
}

/**
 * Returns the private keys of a new leaf: its own key, and those derived from the path secret (RFC 9420, section 7.5),
 * or null if they don't match the tree.
 */
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
 * Returns the state of a member who joins (RFC 9420, section 12.4.3.1) and overwrites the secrets that only joining
 * needs. Returns null if the private keys don't match the tree.
 */
export async function joinedState(
  {
    info,
    used,
    tree,
    leafIndex,
  }: Pick<DecryptedWelcome, 'info' | 'used'> & { tree: RatchetTree; leafIndex: number },
  { keySchedule, encryptionSecret, pathSecret }: WelcomeSecrets,
): Promise<ClientState | null> {
  const { kdf } = await cipherSuite();
  const leaf = toLeafIndex(leafIndex);
  const privatePath = await keysOfLeaf(tree, leaf, { signer: info.signer, pathSecret, own: used });
  if (privatePath === null) return null;
  const secretTree = await createSecretTree(leafWidth(tree.length), encryptionSecret, kdf);
  forget([encryptionSecret, ...(pathSecret ? [pathSecret] : [])]);
  return {
    groupContext: info.groupContext,
    keySchedule,
    secretTree,
    ratchetTree: tree,
    privatePath,
    signaturePrivateKey: used.privatePackage.signaturePrivateKey,
    unappliedProposals: {},
    confirmationTag: info.confirmationTag,
    historicalReceiverData: new Map(),
    groupActiveState: { kind: 'active' },
    clientConfig,
  };
}
