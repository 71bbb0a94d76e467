import { decodeMlsMessage, type KeyPackage, type LeafNode } from 'ts-mls';
import { verifyKeyPackage } from 'ts-mls/keyPackage.js';
import { verifyLeafNodeSignature } from 'ts-mls/leafNode.js';
import { constantTimeEqual } from 'ts-mls/util/constantTimeCompare.js';
import { type Address, bytesToHex, isAddressEqual } from 'viem';
import { bindingOf, CIPHER_SUITE, capabilities, cipherSuite, LONGEST_LIFETIME_S } from './device';
import { LONGEST_WAIT_S, type Occasion, type Trust, UnverifiedError } from './device-binding';

/** Returns whether a leaf supports what conversations use, and has no extension (RFC 9420, section 7.2). */
export const isSupported = ({ capabilities: offered, credential, extensions }: LeafNode): boolean =>
  extensions.length === 0 &&
  credential.credentialType === 'basic' &&
  capabilities.versions.every((one) => offered.versions.includes(one)) &&
  capabilities.ciphersuites.every((one) => offered.ciphersuites.includes(one)) &&
  capabilities.extensions.every((one) => offered.extensions.includes(one)) &&
  capabilities.credentials.every((one) => offered.credentials.includes(one));

/**
 * Verifies a leaf, except for its place in the tree: its capabilities, its signature, and that its account has bound the
 * device (RFC 9420, section 7.3).
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

/** A message that is only encrypted to find out whether a key works. */
export const PROBE = new TextEncoder().encode('Tidewell key check');

/** Returns whether others can encrypt to all of these HPKE keys. */
export async function areUsableKeys(keys: readonly Uint8Array[]): Promise<boolean> {
  const { hpke } = await cipherSuite();
  try {
    for (const key of keys) await hpke.seal(await hpke.importPublicKey(key), PROBE, new Uint8Array());
    return true;
  } catch {
    // It isn't a point on the curve, or one of low order.
    return false;
  }
}

/**
 * Returns whether a key package can be used now, or could when another device's commit was sent. Only the device that adds
 * checks that it isn't from the future, so that members whose clocks are behind don't refuse the commit.
 */
function isTimely({ lifetime }: LeafNode & { leafNodeSource: 'key_package' }, occasion: Occasion): boolean {
  const now = Math.floor(Date.now() / 1_000);
  const { notBefore, notAfter } = lifetime;
  if (notAfter - notBefore > LONGEST_LIFETIME_S) return false;
  if (occasion === 'added') return notAfter >= BigInt(now - LONGEST_WAIT_S);
  return notBefore <= BigInt(now) && notAfter >= BigInt(now);
}

/**
 * Verifies a key package whose device is added to a conversation (RFC 9420, section 10.1).
 * @throws UnverifiedError if the account's chain is needed but can't be read.
 */
export async function isAddable(
  keyPackage: KeyPackage,
  checks: { trust: Trust; occasion: 'adding' | 'added' },
): Promise<boolean> {
  const { leafNode, initKey, extensions } = keyPackage;
  if (keyPackage.version !== 'mls10' || keyPackage.cipherSuite !== CIPHER_SUITE) return false;
  if (leafNode.leafNodeSource !== 'key_package' || !isTimely(leafNode, checks.occasion)) return false;
  if (extensions.length > 0 || constantTimeEqual(initKey, leafNode.hpkePublicKey)) return false;
  // Otherwise the commit that adds the device fails, and with it all else that the commit should do.
  if (!(await areUsableKeys([initKey, leafNode.hpkePublicKey]))) return false;
  const { signature } = await cipherSuite();
  if (!(await verifyKeyPackage(keyPackage, signature))) return false;
  // The signature of a key package's leaf covers no group.
  return isTrustedLeaf(leafNode, { groupId: new Uint8Array(), leafIndex: 0 }, checks);
}

/**
 * Returns a key package that the server gave for an account's device, to be added to a conversation. Returns null if it
 * is malformed, not of this account, expired, or not genuine.
 * @throws UnverifiedError if the account's chain is needed but can't be read.
 */
export async function openKeyPackage(
  encoded: Uint8Array,
  account: Address,
  trust: Trust,
): Promise<KeyPackage | null> {
  const keyPackage = decodedKeyPackage(encoded);
  const binding = keyPackage && bindingOf(keyPackage.leafNode.credential);
  if (!binding || !isAddressEqual(binding.account, account)) return null;
  try {
    return (await isAddable(keyPackage, { trust, occasion: 'adding' })) ? keyPackage : null;
  } catch (error) {
    if (error instanceof UnverifiedError) throw error;
    // A key that the library can't read.
    return null;
  }
}

function decodedKeyPackage(encoded: Uint8Array): KeyPackage | null {
  try {
    const [message, length] = decodeMlsMessage(encoded, 0) ?? [];
    return message?.wireformat === 'mls_key_package' && length === encoded.length ? message.keyPackage : null;
  } catch {
    // The server may send anything.
    return null;
  }
}
