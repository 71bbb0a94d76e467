import { useQueries, useQueryClient } from '@tanstack/react-query';
import type { Address, Client } from 'viem';
import { getBlock } from 'viem/actions';
import { useConfig } from 'wagmi';
import type { Contract } from '@/lib/api/types';
import { isUnanswered } from '@/lib/evm/node-transport';
import type { ActivityToken } from '@/lib/wallet/activity/activity-row';
import { type ChainRead, chainReads } from '@/lib/wallet/networks/chain-reads';
import { listName } from '@/lib/wallet/tokens/listed-token';
import { readHoldingSources } from './holding-sources';
import { readHoldings } from './read-holdings';
import type { ChainPast } from './snapshots';

const BLOCK_BATCH = 50;
/** Maximum number of search rounds: more than twice the steps of a binary search over 2^40 blocks. */
const MAX_ROUNDS = 90;

type Known = { number: bigint; at: number };

/**
 * Finds a block for each time (seconds since the epoch): the last one at or before it, or one at most `tolerance`
 * seconds before it. Returns null for times before the first block. Searches for all times at once, alternating between
 * interpolation and bisection.
 * @throws if the RPC request fails.
 */
export async function blocksAt(
  client: Client,
  times: readonly number[],
  tolerance: number,
): Promise<(bigint | null)[]> {
  const read = async (blockNumber?: bigint): Promise<Known> => {
    const { number, timestamp } = await getBlock(client, blockNumber === undefined ? {} : { blockNumber });
    if (number === null) throw new RangeError('the latest block has no number');
    return { number, at: Number(timestamp) };
  };
  const [head, first] = await Promise.all([read(), read(0n)]);
  const known = new Map([first, head].map((block) => [block.number, block]));
  const around = (time: number) => {
    let [low, high] = [first, head];
    for (const block of known.values()) {
      if (block.at <= time && block.number > low.number) low = block;
      if (block.at > time && block.number < high.number) high = block;
    }
    return { low, high };
  };
  const isFound = (time: number, { low, high }: { low: Known; high: Known }) =>
    time < first.at || time >= head.at || high.number - low.number <= 1n || time - low.at <= tolerance;

  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const wanted = new Set<bigint>();
    for (const time of times) {
      const { low, high } = around(time);
      if (isFound(time, { low, high })) continue;
      const span = high.number - low.number;
      const share = round % 2 === 0 ? Math.floor(((time - low.at) / (high.at - low.at)) * 1_000) : 500;
      const guess = low.number + (span * BigInt(share)) / 1_000n;
      wanted.add(guess <= low.number ? low.number + 1n : guess >= high.number ? high.number - 1n : guess);
    }
    if (wanted.size === 0) break;
    const numbers = [...wanted];
    for (let start = 0; start < numbers.length; start += BLOCK_BATCH)
      for (const block of await Promise.all(numbers.slice(start, start + BLOCK_BATCH).map(read)))
        known.set(block.number, block);
  }
  return times.map((time) => {
    if (time < first.at) return null;
    return time >= head.at ? head.number : around(time).low.number;
  });
}

/** Number of points in time per batch request. */
const BATCH = 8;
/** With more tokens than this, each point in time needs many reads and gets its own request. */
const FEW_TOKENS = 100;

/**
 * React hook that returns an account's holdings on every chain at past times (ms since the epoch), read from historical
 * state. `stepMs` is the interval between the times.
 */
export function usePastHoldings(
  account: Address,
  chainIds: readonly number[],
  tokensOf: (chainId: number) => ReadonlyMap<Address, ActivityToken>,
  contracts: readonly Contract[],
  grid: { times: readonly number[]; stepMs: number } | null,
): ChainRead<ChainPast>[] {
  const config = useConfig();
  const client = useQueryClient();
  return useQueries({
    queries: chainIds.map((chainId) => ({
      queryKey: ['past', chainId, account, listName(tokensOf(chainId)), grid?.times[0], grid?.stepMs],
      queryFn: async () => {
        if (!grid) return [];
        const node = config.getClient({ chainId });
        const sources = await readHoldingSources(
          config,
          client,
          chainId,
          account,
          tokensOf(chainId),
          contracts,
        );
        const seconds = grid.times.map((time) => Math.floor(time / 1_000));
        const blocks = await blocksAt(node, seconds, grid.stepMs / 1_000 / 20);
        const past: ChainPast[number][] = [];
        const batch = tokensOf(chainId).size > FEW_TOKENS ? 1 : BATCH;
        for (let start = 0; start < blocks.length; start += batch) {
          const read = async (block: bigint | null): Promise<ChainPast[number]> => {
            if (block === null) return null;
            try {
              const { parts, isIncomplete } = await readHoldings(node, sources, block);
              return isIncomplete ? undefined : parts;
            } catch (error) {
              if (isUnanswered(error)) throw error;
              return undefined;
            }
          };
          past.push(...(await Promise.all(blocks.slice(start, start + batch).map(read))));
        }
        return past;
      },
      enabled: grid !== null,
      retry: false,
      // Past data never changes.
      staleTime: 'static' as const,
    })),
    combine: (results) =>
      chainReads(
        chainIds.map((chainId) => ({ chainId })),
        results,
      ),
  });
}
