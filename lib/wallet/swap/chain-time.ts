import type { Config } from 'wagmi';
import { getBlock } from 'wagmi/actions';

/**
 * The chain's own time, in seconds since the epoch: that of the block in the making, or of the latest where a node
 * tells of no other. @throws where the chain does not answer.
 */
export async function readChainTime(config: Config, chainId: number): Promise<bigint> {
  const [latest, pending] = await Promise.all([
    getBlock(config, { chainId, blockTag: 'latest' }),
    getBlock(config, { chainId, blockTag: 'pending' }).catch(() => null),
  ]);
  return pending && pending.timestamp > latest.timestamp ? pending.timestamp : latest.timestamp;
}
