import 'server-only';
import { type Address, type Hex, hashMessage } from 'viem';
import { isErc6492Signature } from 'viem/utils';
import { isDelegation } from '@/lib/evm/address';
import type { ServerChain } from '@/lib/server/chain/node';
import { withNode } from '../chain/node';
import { recoverSigner } from './recover-signer';

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
