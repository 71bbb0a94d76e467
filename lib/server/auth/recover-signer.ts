import 'server-only';
// The package index would load far more than needed.
import { instantiateSecp256k1 } from '@bitauth/libauth/build/lib/crypto/secp256k1.js';
import { type Address, bytesToHex, type Hex, hexToBytes } from 'viem';
import { publicKeyToAddress } from 'viem/accounts';

/** Half the order of secp256k1. EIP-2 allows no greater `s`, so that each signature has only one form. */
const HIGHEST_S = hexToBytes('0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0');
const RECOVERY_IDS = new Map<number | undefined, 0 | 1>([
  [0, 0],
  [1, 1],
  [27, 0],
  [28, 1],
]);

type Parts = { compact: Uint8Array; recoveryId: 0 | 1 };

/** Parses r, s and recovery ID of a signature of 65 bytes, or of 64 bytes by EIP-2098; null otherwise. */
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

/** libsecp256k1 as WebAssembly: the same on every platform, and ten times as fast as JavaScript. */
let curve: ReturnType<typeof instantiateSecp256k1> | undefined;

/**
 * Returns the account that made an ECDSA signature of `hash`, or null if it is invalid: wrong length or
 * recovery ID, an `s` in the upper half (EIP-2), or off the curve.
 */
export async function recoverSigner(hash: Hex, signature: Hex): Promise<Address | null> {
  const parts = partsOf(hexToBytes(signature));
  if (!parts || Buffer.compare(parts.compact.subarray(32), HIGHEST_S) > 0) return null;
  curve ??= instantiateSecp256k1();
  const { recoverPublicKeyUncompressed } = await curve;
  // Errors are thrown as strings.
  const key = recoverPublicKeyUncompressed(parts.compact, parts.recoveryId, hexToBytes(hash));
  return typeof key === 'string' ? null : publicKeyToAddress(bytesToHex(key));
}
