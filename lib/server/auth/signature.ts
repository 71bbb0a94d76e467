import 'server-only';
import { type Address, type Hex, hashMessage, recoverAddress } from 'viem';
import { isErc6492Signature } from 'viem/utils';
import type { ServerChain } from '../chain/chains';
import { askNode } from '../chain/node';

async function isRecovered(address: Address, hash: Hex, signature: Hex): Promise<boolean> {
  try {
    return (await recoverAddress({ hash, signature })) === address;
  } catch {
    // A signature of the wrong length or off the curve recovers nobody.
    return false;
  }
}

/**
 * Whether `address` signed `message` (EIP-191), in the order of EIP-6492: a wrapped signature and a contract account
 * (EIP-1271) are checked on the account's chain, anyone else's by recovery, here.
 * @throws ApiError 503 where the chain's node is needed and out of reach.
 */
export async function isSignedBy(
  chain: ServerChain,
  { address, message, signature }: { address: Address; message: string; signature: Hex },
): Promise<boolean> {
  const hash = hashMessage(message);
  const onChain =
    isErc6492Signature(signature) ||
    (await askNode(chain, (node) => node.getCode({ address }))) !== undefined;
  if (!onChain) return isRecovered(address, hash, signature);
  return askNode(chain, (node) => node.verifyHash({ address, hash, signature }));
}
