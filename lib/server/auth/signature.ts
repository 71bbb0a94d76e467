import 'server-only';
// The package index would load far more than needed.
import { instantiateSecp256k1 } from '@bitauth/libauth/build/lib/crypto/secp256k1.js';
import { type Address, bytesToHex, type Hex, hashMessage, hexToBytes } from 'viem';
import { publicKeyToAddress } from 'viem/accounts';
import { isErc6492Signature } from 'viem/utils';
import { isDelegation } from '@/lib/evm/address';
import type { ServerChain } from '@/lib/server/chain/node';
import { withNode } from '../chain/node';

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

/**
 * What validated a signature: a key, with the same owner on
 * every chain, or a contract, whose owner may differ by chain.
 */
export type Proof = 'key' | 'contract';

/**
 * Returns what proves that `address` signed `message` (EIP-191), or null. Follows EIP-6492: wrapped
 * signatures and contract accounts (EIP-1271) are checked on the account's chain, all others by recovering
 * the key. Accounts delegated by EIP-7702 can still sign with their key.
 * @throws ApiError 503 if the chain's node is needed but unreachable.
 */
export async function verifySignature(
  chain: ServerChain,
  { address, message, signature }: { address: Address; message: string; signature: Hex },
): Promise<Proof | null> {
  const hash = hashMessage(message);
  const wrapped = isErc6492Signature(signature);
  const code = wrapped ? undefined : await withNode(chain, (node) => node.getCode({ address }));
  const hasKey = !wrapped && (code === undefined || isDelegation(code));
  if (hasKey && (await recoverSigner(hash, signature)) === address) return 'key';
  if (!wrapped && code === undefined) return null;
  const isValid = await withNode(chain, (node) => node.verifyHash({ address, hash, signature }));
  return isValid ? 'contract' : null;
}
