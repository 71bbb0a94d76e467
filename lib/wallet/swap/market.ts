import { type Address, zeroAddress } from 'viem';
import type { Config } from 'wagmi';
import { multicall, readContracts } from 'wagmi/actions';
import { factoryAbi, routerAbi } from './abi';
import { FEE_SCALE } from './arithmetic';

/** A pair of Uniswap V2 with its two tokens, in the pair's own order. */
export type SwapPair = { address: Address; tokens: readonly [Address, Address] };

/** Limits for pools and routes; shortest routes first. */
const MOST_POOLS = 3;
const MOST_PATHS = 24;
/** Listed tokens that a route may lead through: of a longer list the first ones, which the operator put there. */
const MOST_HUBS = 100;

/**
 * Pairs of tokens between which a pool is worth looking for: all that have what is sold, what is bought or the wrapped
 * coin on a side, so that their number grows with the list of tokens and not with its square, up to MOST_HUBS.
 */
export function legsFor(
  tokens: readonly Address[],
  ends: readonly Address[],
): (readonly [Address, Address])[] {
  const all = [...new Set([...ends, ...tokens.slice(0, MOST_HUBS)])];
  return all.flatMap((one, index) =>
    all
      .slice(index + 1)
      .filter((other) => ends.includes(one) || ends.includes(other))
      .map((other) =>
        one.toLowerCase() < other.toLowerCase() ? ([one, other] as const) : ([other, one] as const),
      ),
  );
}

/** The pair between two tokens. */
export const pairOf = (pairs: readonly SwapPair[], one: Address, other: Address): SwapPair | undefined =>
  pairs.find(({ tokens }) => tokens.includes(one) && tokens.includes(other));

/** The ways from one token to another through pools that exist, none twice through the same token; the shortest first. */
export function pathsBetween(pairs: readonly SwapPair[], from: Address, to: Address): Address[][] {
  const found: Address[][] = [];
  let open: Address[][] = [[from]];
  for (let pools = 1; pools <= MOST_POOLS; pools++) {
    const longer = open.flatMap((path) => {
      const last = path[path.length - 1];
      return pairs.flatMap(({ tokens: [one, other] }) => {
        const next = last === one ? other : last === other ? one : undefined;
        return next !== undefined && !path.includes(next) ? [[...path, next]] : [];
      });
    });
    found.push(...longer.filter((path) => path[path.length - 1] === to));
    open = longer.filter((path) => path[path.length - 1] !== to);
  }
  return found.slice(0, MOST_PATHS);
}

export type SwapContracts = { chainId: number; router: Address; multicall: Address };

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
  { chainId, router }: Pick<SwapContracts, 'chainId' | 'router'>,
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

/** Reads the pools between listed tokens. @throws if the RPC request fails. */
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
