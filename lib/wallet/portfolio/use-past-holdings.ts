import { useQueries, useQueryClient } from '@tanstack/react-query';
import type { Address } from 'viem';
import { useConfig } from 'wagmi';
import type { Contract } from '@/lib/api/types';
import { isUnanswered } from '@/lib/evm/node-transport';
import type { ActivityToken } from '@/lib/wallet/activity/activity-row';
import { listName } from '@/lib/wallet/tokens/list-name';
import { blocksAt } from './blocks-at';
import { readHoldingSources } from './holding-sources';
import type { HeldPart } from './holdings';
import { readHoldings } from './read-holdings';

/** Points that are asked for at a time: what nodes take in one batch. */
const BATCH = 8;
/** Of a list of more tokens than these each point is a lot to read, and stands alone. */
const FEW_TOKENS = 100;

/** One chain's past. */
export type PastHoldings = {
  chainId: number;
  /** At the times of the grid, undefined where the node has forgotten; undefined as a whole until it is read. */
  data: readonly (readonly HeldPart[] | undefined)[] | undefined;
  isFailed: boolean;
  refetch: () => Promise<unknown>;
};

/**
 * What an account had on every chain at past times (ms since the epoch), from the chains' own states of then. `stepMs` is
 * how far apart the times are.
 */
export function usePastHoldings(
  account: Address,
  chainIds: readonly number[],
  tokensOf: (chainId: number) => ReadonlyMap<Address, ActivityToken>,
  contracts: readonly Contract[],
  grid: { times: readonly number[]; stepMs: number } | null,
): PastHoldings[] {
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
        const past: (readonly HeldPart[] | undefined)[] = [];
        const batch = tokensOf(chainId).size > FEW_TOKENS ? 1 : BATCH;
        for (let start = 0; start < blocks.length; start += batch) {
          const read = async (block: bigint | null): Promise<readonly HeldPart[] | undefined> => {
            // Before its first block a chain held nothing.
            if (block === null) return [];
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
      // What was does not change.
      staleTime: 'static' as const,
    })),
    combine: (results) =>
      chainIds.flatMap((chainId, index): PastHoldings[] => {
        const result = results[index];
        return result
          ? [{ chainId, data: result.data, isFailed: result.isError, refetch: result.refetch }]
          : [];
      }),
  });
}
