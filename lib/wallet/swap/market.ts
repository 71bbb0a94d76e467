import { type Address, zeroAddress } from 'viem';
import type { Config } from 'wagmi';
import { multicall, readContracts } from 'wagmi/actions';
import { factoryAbi, routerAbi } from './abi';
import { FEE_SCALE } from './arithmetic';

/** A Uniswap V2 pair, and its two tokens in the pair's order. */
export type SwapPair = { address: Address; tokens: readonly [Address, Address] };

/** Maximum number of pools per route, and maximum number of routes. Shorter routes come first. */
const MAX_POOLS = 3;
const MAX_PATHS = 24;
/** Maximum number of intermediate tokens, taken from the start of the operator's list. */
const MAX_HUBS = 100;

/**
 * Returns the token pairs to look up pools for: every pair that includes the sold, bought, or wrapped native token. The
 * number of pairs grows linearly with the token list, which is limited to MAX_HUBS tokens.
 */
export function legsFor(
  tokens: readonly Address[],
  ends: readonly Address[],
): (readonly [Address, Address])[] {
  const all = [...new Set([...ends, ...tokens.slice(0, MAX_HUBS)])];
  return all.flatMap((one, index) =>
    all
      .slice(index + 1)
      .filter((other) => ends.includes(one) || ends.includes(other))
      .map((other) =>
        one.toLowerCase() < other.toLowerCase() ? ([one, other] as const) : ([other, one] as const),
      ),
  );
}

/** Returns the pair for two tokens, if there is one. */
export const pairOf = (pairs: readonly SwapPair[], one: Address, other: Address): SwapPair | undefined =>
  pairs.find(({ tokens }) => tokens.includes(one) && tokens.includes(other));

/** Returns the routes between two tokens through existing pools, without repeated tokens, shortest first. */
export function pathsBetween(pairs: readonly SwapPair[], from: Address, to: Address): Address[][] {
  const found: Address[][] = [];
  let open: Address[][] = [[from]];
  for (let pools = 1; pools <= MAX_POOLS; pools++) {
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
  return found.slice(0, MAX_PATHS);
}

export type SwapContracts = { chainId: number; router: Address; multicall: Address };

/** Immutable values of a router contract. */
export type RouterTerms = {
  factory: Address;
  /** The wrapped native token. */
  wrapped: Address;
  /** Each pool's fee on the amount sold, in parts per billion. */
  feePpb: bigint;
};

/** Reserves of a hypothetical pool that is so large that selling FEE_SCALE units has no price impact. */
const ENDLESS = 2n ** 112n - 1n;

/**
 * Reads a router's factory and wrapped token, and derives the pool fee from its quotes.
 * @throws if the RPC request fails.
 */
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
  // The quote is truncated, so it is just below the exact value.
  return { factory, wrapped, feePpb: FEE_SCALE - given - 1n };
}

/** Reads the existing pools that a swap between two tokens can use. @throws if the RPC request fails. */
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
