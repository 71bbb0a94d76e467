import 'server-only';
import { type Address, type Hex, hashMessage } from 'viem';
import { isErc6492Signature } from 'viem/utils';
import { isDelegation } from '@/lib/evm/address';
import type { ServerChain } from '@/lib/server/chain/node';
import { askNode } from '../chain/node';
import { recoverSigner } from './recover-signer';

/** What vouches for a signature: a key, which is its owner's on every chain, or a contract, which may be another's on another. */
export type Proof = 'key' | 'contract';

/**
 * What proves that `address` signed `message` (EIP-191), or null. In the order of EIP-6492: a wrapped signature and a
 * contract account (EIP-1271) are checked on the account's chain, anyone else's by recovery, here. An account that is
 * delegated by EIP-7702 is still its key's.
 * @throws ApiError 503 where the chain's node is needed and out of reach.
 */
export async function proofOf(
  chain: ServerChain,
  { address, message, signature }: { address: Address; message: string; signature: Hex },
): Promise<Proof | null> {
  const hash = hashMessage(message);
  const wrapped = isErc6492Signature(signature);
  const code = wrapped ? undefined : await askNode(chain, (node) => node.getCode({ address }));
  const hasKey = !wrapped && (code === undefined || isDelegation(code));
  if (hasKey && (await recoverSigner(hash, signature)) === address) return 'key';
  if (!wrapped && code === undefined) return null;
  const vouches = await askNode(chain, (node) => node.verifyHash({ address, hash, signature }));
  return vouches ? 'contract' : null;
}
