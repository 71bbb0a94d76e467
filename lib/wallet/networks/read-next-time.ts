import { multicall3Abi } from 'viem';
import type { Config } from 'wagmi';
import { readContract } from 'wagmi/actions';
import type { ContractPlace } from './contract-places';

/**
 * The time that the chain's next block would have now, in seconds since the epoch: while nobody sends anything, the last
 * block of some chains grows old. Of a node that knows no such block, the last one's.
 * @throws where the chain does not answer.
 */
export async function readNextTime(
  config: Config,
  { chainId, multicall }: Pick<ContractPlace, 'chainId' | 'multicall'>,
): Promise<bigint> {
  const time = {
    chainId,
    address: multicall,
    abi: multicall3Abi,
    functionName: 'getCurrentBlockTimestamp',
  } as const;
  return readContract(config, { ...time, blockTag: 'pending' }).catch(() => readContract(config, time));
}
