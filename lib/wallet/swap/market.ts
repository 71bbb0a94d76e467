import { type Address, zeroAddress } from 'viem';
import type { Config } from 'wagmi';
import { multicall, readContracts } from 'wagmi/actions';
import { factoryAbi, routerAbi } from './abi';
import { FEE_SCALE } from './arithmetic';
import { legsFor, type SwapPair } from './paths';

export type SwapPlace = { chainId: number; router: Address; multicall: Address };

/** What never changes about a router. */
export type RouterTerms = {
  factory: Address;
  /** The wrapped form of the chain's own coin. */
  wrapped: Address;
  /** What each pool keeps of what is sold, in billionths. */
  feePpb: bigint;
};

/** So much is in the imagined pool that a sale of FEE_SCALE units moves nothing. */
const ENDLESS = 2n ** 112n - 1n;

/** Asks a router what it trades with, and by its own arithmetic what its pools keep. @throws where the chain does not answer. */
export async function readRouterTerms(
  config: Config,
  { chainId, router }: Pick<SwapPlace, 'chainId' | 'router'>,
): Promise<RouterTerms> {
  const contract = { chainId, address: router, abi: routerAbi } as const;
  const [factory, wrapped, given] = await readContracts(config, {
    allowFailure: false,
    contracts: [
      { ...contract, functionName: 'factory' },
      { ...contract, functionName: 'WETH' },
      { ...contract, functionName: 'getAmountOut', args: [FEE_SCALE, ENDLESS, ENDLESS] },
    ],
  });
  // The answer is truncated from just below the whole.
  return { factory, wrapped, feePpb: FEE_SCALE - given - 1n };
}

/** The pools between two of the listed tokens that a route may take. @throws where the chain does not answer. */
export async function readPairs(
  config: Config,
  chainId: number,
  { factory, wrapped }: RouterTerms,
  tokens: readonly Address[],
  from: Address,
  to: Address,
): Promise<SwapPair[]> {
  const legs = legsFor(tokens, [from, to, wrapped]);
  const addresses = await multicall(config, {
    chainId,
    allowFailure: false,
    batchSize: 0,
    contracts: legs.map(([one, other]) => ({
      address: factory,
      abi: factoryAbi,
      functionName: 'getPair' as const,
      args: [one, other] as const,
    })),
  });
  return legs.flatMap((leg, index) => {
    const address = addresses[index];
    return address && address !== zeroAddress ? [{ address, tokens: leg }] : [];
  });
}
