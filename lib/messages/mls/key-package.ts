import { decodeMlsMessage, encodeMlsMessage, type LeafNode, type KeyPackage as MlsKeyPackage } from 'ts-mls';
import { verifyKeyPackage } from 'ts-mls/keyPackage.js';
import { verifyLeafNodeSignature } from 'ts-mls/leafNode.js';
import { type Address, bytesToHex, type Hex, isAddressEqual } from 'viem';
import {
  MAX_WAIT_S,
  type Occasion,
  type Trust,
  UnverifiedError,
} from '@/lib/messages/protocol/device-binding';
import { bindingOf, CIPHER_SUITE, capabilities, cipherSuite, MAX_LIFETIME_S } from './device';
import { equalBytes } from './equal-bytes';

/** A device's public key package (RFC 9420, section 10). */
export type KeyPackage = MlsKeyPackage;

/** Returns the key of a key package's device. */
export const deviceKeyOf = ({ leafNode }: KeyPackage): Hex => bytesToHex(leafNode.signaturePublicKey);

/** Returns whether a leaf has the required capabilities and no extensions (RFC 9420, section 7.2). */
export const isSupported = ({ capabilities: offered, credential, extensions }: LeafNode): boolean =>
  extensions.length === 0 &&
  credential.credentialType === 'basic' &&
  capabilities.versions.every((one) => offered.versions.includes(one)) &&
  capabilities.ciphersuites.every((one) => offered.ciphersuites.includes(one)) &&
  capabilities.extensions.every((one) => offered.extensions.includes(one)) &&
  capabilities.credentials.every((one) => offered.credentials.includes(one));

/**
 * Verifies a leaf apart from its position in the tree: its capabilities, its signature, and its device binding (RFC
 * 9420, section 7.3).
 * @throws UnverifiedError if the account's chain is needed but can't be read.
 */
export async function isTrustedLeaf(
  leaf: LeafNode,
  { groupId, leafIndex }: { groupId: Uint8Array; leafIndex: number },
  { trust, occasion }: { trust: Trust; occasion: Occasion },
): Promise<boolean> {
  const binding = bindingOf(leaf.credential);
  if (binding === null || !isSupported(leaf)) return false;
  const { signature } = await cipherSuite();
  return (
    (await verifyLeafNodeSignature(leaf, groupId, leafIndex, signature)) &&
    trust.isBound(binding, bytesToHex(leaf.signaturePublicKey), occasion)
  );
}

/** Plaintext for test encryptions that check whether a key is usable. */
export const PROBE = new TextEncoder().encode('Tidewell key check');

/** Returns whether all of these HPKE public keys can be encrypted to (RFC 9420, section 5.1.3). */
export async function areUsableKeys(keys: readonly Uint8Array[]): Promise<boolean> {
  const { hpke } = await cipherSuite();
  try {
    for (const key of keys) await hpke.seal(await hpke.importPublicKey(key), PROBE, new Uint8Array());
    return true;
  } catch {
    // The key isn't a valid point on the curve, or has low order.
    return false;
  }
}

/**
 * Returns whether a key package's lifetime (RFC 9420, section 7.2) includes now, or did when another device's commit
 * was sent. Only the adding device rejects a start in the future, so members with slow clocks still accept the commit.
 */
function isTimely({ lifetime }: LeafNode & { leafNodeSource: 'key_package' }, occasion: Occasion): boolean {
  const now = Math.floor(Date.now() / 1_000);
  const { notBefore, notAfter } = lifetime;
  if (notAfter - notBefore > MAX_LIFETIME_S) return false;
  if (occasion === 'added') return notAfter >= BigInt(now - MAX_WAIT_S);
  return notBefore <= BigInt(now) && notAfter >= BigInt(now);
}

/**
 * Verifies the key package of a device to add (RFC 9420, section 10.1).
 * @throws UnverifiedError if the account's chain is needed but can't be read.
 */
export async function isAddable(
  keyPackage: KeyPackage,
  checks: { trust: Trust; occasion: 'adding' | 'added' },
): Promise<boolean> {
  const { leafNode, initKey, extensions } = keyPackage;
  if (keyPackage.version !== 'mls10' || keyPackage.cipherSuite !== CIPHER_SUITE) return false;
  if (leafNode.leafNodeSource !== 'key_package' || !isTimely(leafNode, checks.occasion)) return false;
  if (extensions.length > 0 || equalBytes(initKey, leafNode.hpkePublicKey)) return false;
  // An unusable key would make the whole commit fail, including its other changes.
  if (!(await areUsableKeys([initKey, leafNode.hpkePublicKey]))) return false;
  const { signature } = await cipherSuite();
  if (!(await verifyKeyPackage(keyPackage, signature))) return false;
  // The signature of a key package's leaf doesn't cover a group.
  return isTrustedLeaf(leafNode, { groupId: new Uint8Array(), leafIndex: 0 }, checks);
}

/**
 * Decodes and verifies a key package that the server returned for an account's device. Returns null if it is malformed,
 * belongs to another account, has expired, or is forged.
 * @throws UnverifiedError if the account's chain is needed but can't be read.
 */
export async function openKeyPackage(
  encoded: Uint8Array,
  account: Address,
  trust: Trust,
): Promise<KeyPackage | null> {
  const keyPackage = decodeKeyPackage(encoded);
  const binding = keyPackage && bindingOf(keyPackage.leafNode.credential);
  if (!binding || !isAddressEqual(binding.account, account)) return null;
  try {
    return (await isAddable(keyPackage, { trust, occasion: 'adding' })) ? keyPackage : null;
  } catch (error) {
    if (error instanceof UnverifiedError) throw error;
    // The library can't parse the key.
    return null;
  }
}

/** Encodes a key package as an MLS message (RFC 9420, section 6). */
export const encodeKeyPackage = (keyPackage: KeyPackage): Uint8Array =>
  encodeMlsMessage({ wireformat: 'mls_key_package', version: 'mls10', keyPackage });

/** Decodes an MLS message with a key package. Returns null if it is malformed. */
export function decodeKeyPackage(encoded: Uint8Array): KeyPackage | null {
  try {
    const [message, length] = decodeMlsMessage(encoded, 0) ?? [];
    return message?.wireformat === 'mls_key_package' && length === encoded.length ? message.keyPackage : null;
  } catch {
    // Data from the server may be malformed.
    return null;
  }
}
