import type { Address, ContractFunctionParameters } from 'viem';
import type { Config } from 'wagmi';
import { multicall } from 'wagmi/actions';
import { blockAbi, pairAbi, routerAbi } from './abi';
import { type Hop, priceImpactBps } from './arithmetic';
import type { RouterTerms, SwapContracts } from './market';
import { pairOf, pathsBetween, type SwapPair } from './market';

/** The best route through the pools. */
export type SwapRoute = {
  /** Tokens along the route. The native currency is in its wrapped form, as in pools. */
  path: readonly Address[];
  /** Output of the last pool in base units, before any transfer fee that the token charges. */
  out: bigint;
  /** Price impact, in basis points. */
  impactBps: bigint;
};

/** The best route at one block, or null if there is no route or too little liquidity. */
export type RouteRead = { block: bigint; route: SwapRoute | null };

const reservesOf = (result: unknown): [bigint, bigint] | null => {
  if (!Array.isArray(result)) return null;
  const [one, other] = result;
  return typeof one === 'bigint' && typeof other === 'bigint' ? [one, other] : null;
};

function hopsOf(
  path: readonly Address[],
  pairs: readonly SwapPair[],
  reserves: ReadonlyMap<SwapPair, [bigint, bigint]>,
): Hop[] {
  return path.slice(1).flatMap((to, index) => {
    const from = path[index];
    const pair = from && pairOf(pairs, from, to);
    const held = pair && reserves.get(pair);
    if (!held) return [];
    const [reserveIn, reserveOut] = pair.tokens[0] === from ? held : [held[1], held[0]];
    return [{ reserveIn, reserveOut }];
  });
}

/**
 * Quotes an amount on every route and reads the pools' reserves in one call, so that all values come from the same
 * block. Returns the best route.
 * @throws if the RPC request fails.
 */
export async function readRoute(
  config: Config,
  { chainId, router, multicall: multicallAddress }: SwapContracts,
  { feePpb }: RouterTerms,
  pairs: readonly SwapPair[],
  { from, to, amount }: { from: Address; to: Address; amount: bigint },
): Promise<RouteRead> {
  const paths = pathsBetween(pairs, from, to);
  const contracts: ContractFunctionParameters[] = [
    { address: multicallAddress, abi: blockAbi, functionName: 'getBlockNumber' },
    ...paths.map((path) => ({
      address: router,
      abi: routerAbi,
      functionName: 'getAmountsOut',
      args: [amount, path],
    })),
    ...pairs.map(({ address }) => ({ address, abi: pairAbi, functionName: 'getReserves' })),
  ];
  const [block, ...answers] = await multicall(config, { chainId, contracts, batchSize: 0 });
  if (block?.status !== 'success') throw block?.error ?? new Error('the chain gave no block');

  const reserves = new Map(
    pairs.flatMap((pair, index) => {
      const held = reservesOf(answers[paths.length + index]?.result);
      return held ? [[pair, held] as const] : [];
    }),
  );
  let best: SwapRoute | null = null;
  for (const [index, path] of paths.entries()) {
    const amounts = answers[index]?.result;
    const out: unknown = Array.isArray(amounts) ? amounts.at(-1) : undefined;
    const hops = hopsOf(path, pairs, reserves);
    if (typeof out !== 'bigint' || out === 0n || hops.length !== path.length - 1) continue;
    if (best && out <= best.out) continue;
    best = { path, out, impactBps: priceImpactBps(amount, out, hops, feePpb) };
  }
  return { block: block.result as bigint, route: best };
}
