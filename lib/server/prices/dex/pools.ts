import 'server-only';
import { type Address, parseAbi, zeroAddress } from 'viem';
import { inSlices } from '@/lib/evm/read-many';
import { withNode } from '../../chain/node';
import type { DexChain, DexToken } from './dex-chains';

const routerAbi = parseAbi([
  'function factory() view returns (address)',
  'function WETH() view returns (address)',
]);
const factoryAbi = parseAbi(['function getPair(address, address) view returns (address)']);
/** ABI of a pair's `getReserves` and of Multicall3's `getBlockNumber`. */
const readAbi = parseAbi([
  'function getReserves() view returns (uint112, uint112, uint32)',
  'function getBlockNumber() view returns (uint256)',
]);

/**
 * Maximum number of pairs per call. Nodes are slow to answer larger calls, and their error messages repeat the whole
 * request.
 */
const SLICE = 500;

type ReadCall = { address: Address; abi: typeof readAbi; functionName: 'getReserves' | 'getBlockNumber' };

/** A Uniswap V2 pair of two known tokens, in the pair's own token order. */
export type Pool = { address: Address; token0: DexToken; token1: DexToken };

/** A pool's reserves at a block, in base units. */
export type PoolState = { pool: Pool; reserve0: bigint; reserve1: bigint; block: bigint };

/**
 * Reads the addresses of the factory and the wrapped native currency from a chain's router.
 * @throws ApiError 503 if the node is unreachable.
 */
export function readRouter(chain: DexChain): Promise<{ factory: Address; weth: Address }> {
  const router = { address: chain.router, abi: routerAbi } as const;
  return withNode(chain, async (node) => {
    const [factory, weth] = await node.multicall({
      allowFailure: false,
      multicallAddress: chain.multicall,
      contracts: [
        { ...router, functionName: 'factory' },
        { ...router, functionName: 'WETH' },
      ],
    });
    return { factory, weth };
  });
}

const inOrder = (one: DexToken, other: DexToken): [DexToken, DexToken] =>
  one.address.toLowerCase() < other.address.toLowerCase() ? [one, other] : [other, one];

/** Returns the pairs that can price a coin: those with a pegged coin or the wrapped native currency on one side. */
function candidates(tokens: readonly DexToken[]): [DexToken, DexToken][] {
  const isAnchor = ({ pegged, native }: DexToken) => pegged || native;
  const anchors = tokens.filter(isAnchor);
  return anchors.flatMap((anchor, index) =>
    [...tokens.filter((token) => !isAnchor(token)), ...anchors.slice(index + 1)].map((other) =>
      inOrder(anchor, other),
    ),
  );
}

/** Finds the factory's pools for the given tokens. @throws ApiError 503 if the node is unreachable. */
export async function findPools(
  chain: DexChain,
  factory: Address,
  tokens: readonly DexToken[],
): Promise<Pool[]> {
  const pairs = candidates(tokens);
  const addresses = await withNode(chain, (node) =>
    inSlices(pairs, SLICE, (slice) =>
      node.multicall({
        allowFailure: false,
        multicallAddress: chain.multicall,
        batchSize: 0,
        contracts: slice.map(([token0, token1]) => ({
          address: factory,
          abi: factoryAbi,
          functionName: 'getPair' as const,
          args: [token0.address, token1.address] as const,
        })),
      }),
    ),
  );
  return pairs.flatMap(([token0, token1], index) => {
    const address = addresses[index];
    return address && address !== zeroAddress ? [{ address, token0, token1 }] : [];
  });
}

/**
 * Reads the reserves of a chain's pools, all at the same block. Skips empty pools.
 * @throws ApiError 503 if the node is unreachable.
 */
export async function readPools(chain: DexChain, pools: readonly Pool[]): Promise<PoolState[]> {
  const contracts: ReadCall[] = [
    { address: chain.multicall, abi: readAbi, functionName: 'getBlockNumber' },
    ...pools.map(({ address }) => ({ address, abi: readAbi, functionName: 'getReserves' as const })),
  ];
  const [block, ...reserves] = await withNode(chain, (node) =>
    // Uses a single call, no matter how long, because several calls could be answered at different blocks.
    node.multicall({
      allowFailure: false,
      multicallAddress: chain.multicall,
      batchSize: 0,
      contracts,
    }),
  );
  return pools.flatMap((pool, index) => {
    const answer = reserves[index];
    if (typeof block !== 'bigint' || !Array.isArray(answer)) return [];
    const [reserve0, reserve1] = answer;
    return reserve0 > 0n && reserve1 > 0n ? [{ pool, reserve0, reserve1, block }] : [];
  });
}
