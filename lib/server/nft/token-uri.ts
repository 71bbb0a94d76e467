import 'server-only';
import { type Address, parseAbi } from 'viem';
import { isUnanswered } from '@/lib/evm/node-transport';
import { findChain } from '../chain/chains';
import { askNode } from '../chain/node';
import { NftError } from './nft-error';
import { withTokenId } from './source';

const abi = parseAbi([
  'function tokenURI(uint256 tokenId) view returns (string)',
  'function uri(uint256 id) view returns (string)',
]);

/** Names a collectible. */
export type NftKey = { chainId: number; contract: Address; tokenId: bigint };

/**
 * Where a collectible's own contract says that its metadata is, by ERC-721 or else by ERC-1155.
 * @throws NftError where it names none; ApiError 400 for an unknown chain, 503 where its node does not answer.
 */
export async function readTokenUri({ chainId, contract, tokenId }: NftKey): Promise<string> {
  const chain = await findChain(chainId);
  const answers = await askNode(chain, (node) =>
    Promise.all(
      (['tokenURI', 'uri'] as const).map(async (functionName) => {
        try {
          return await node.readContract({ address: contract, abi, functionName, args: [tokenId] });
        } catch (error) {
          if (isUnanswered(error)) throw error;
          // It has no such function, or has nothing to say.
          return '';
        }
      }),
    ),
  );
  const found = answers.find((answer) => answer !== '');
  if (found === undefined) throw new NftError('none', 'the contract names no metadata');
  return withTokenId(found, tokenId);
}
