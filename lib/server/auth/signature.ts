import 'server-only';
// Imported by path, because the package's index would load far more code than needed.
import { instantiateSecp256k1 } from '@bitauth/libauth/build/lib/crypto/secp256k1.js';
import { type Address, bytesToHex, type Hex, hashMessage, hexToBytes } from 'viem';
import { publicKeyToAddress } from 'viem/accounts';
import { isErc6492Signature } from 'viem/utils';
import { type NodeAddress, withUntrustedReads } from '../chain/node';

/** Half the order of secp256k1. EIP-2 rejects a greater `s`, so that each signature has only one valid form. */
const HIGHEST_S = hexToBytes('0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0');
const RECOVERY_IDS = new Map<number | undefined, 0 | 1>([
  [0, 0],
  [1, 1],
  [27, 0],
  [28, 1],
]);

type Parts = { compact: Uint8Array; recoveryId: 0 | 1 };

/** Parses r, s, and the recovery ID of a 65-byte or 64-byte (EIP-2098) signature. Returns null if it's malformed. */
function partsOf(signature: Uint8Array): Parts | null {
  const compact = signature.slice(0, 64);
  const top = compact[32] ?? 0;
  if (signature.length === 64) {
    compact[32] = top & 0x7f;
    return { compact, recoveryId: top >> 7 === 1 ? 1 : 0 };
  }
  const recoveryId = signature.length === 65 ? RECOVERY_IDS.get(signature[64]) : undefined;
  return recoveryId === undefined ? null : { compact, recoveryId };
}

/** libsecp256k1 as WebAssembly. It behaves the same on every platform and is ten times as fast as JavaScript. */
let curve: ReturnType<typeof instantiateSecp256k1> | undefined;

/**
 * Recovers the account that signed `hash` with ECDSA. Returns null if the signature is invalid: it has the wrong length
 * or recovery ID, its `s` is in the upper half (EIP-2), or it isn't on the curve.
 */
export async function recoverSigner(hash: Hex, signature: Hex): Promise<Address | null> {
  const parts = partsOf(hexToBytes(signature));
  if (!parts || Buffer.compare(parts.compact.subarray(32), HIGHEST_S) > 0) return null;
  curve ??= instantiateSecp256k1();
  const { recoverPublicKeyUncompressed } = await curve;
  // The library returns an error message instead of throwing.
  const key = recoverPublicKeyUncompressed(parts.compact, parts.recoveryId, hexToBytes(hash));
  return typeof key === 'string' ? null : publicKeyToAddress(bytesToHex(key));
}

type Signed = { address: Address; message: string; signature: Hex };

/**
 * Returns whether the address's own key signed `message` (EIP-191). Needs no request to a chain, whatever code the address
 * has: its owner could also sign in on a chain where the address has no code. That includes accounts delegated by EIP-7702.
 */
export const isSignedByKey = async ({ address, message, signature }: Signed): Promise<boolean> =>
  !isErc6492Signature(signature) && (await recoverSigner(hashMessage(message), signature)) === address;

/**
 * Returns whether a contract account validates its signature of `message` by its current code on the chain, following
 * EIP-6492: wrapped signatures and contract accounts (EIP-1271).
 * @throws ApiError 503 if the chain's node is unreachable.
 */
export async function isSignedByContract(
  chain: NodeAddress,
  { address, message, signature }: Signed,
): Promise<boolean> {
  if (!isErc6492Signature(signature)) {
    const code = await withUntrustedReads(chain, (node) => node.getCode({ address }));
    if (code === undefined) return false;
  }
  const hash = hashMessage(message);
  return withUntrustedReads(chain, (node) => node.verifyHash({ address, hash, signature }));
}
