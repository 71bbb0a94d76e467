import { type UseQueryResult, useQueries, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Address, Client, Hash } from 'viem';
import { getBlock } from 'viem/actions';
import { useConfig } from 'wagmi';
import { max } from '@/lib/evm/bigint';
import { REORG_DEPTH } from '@/lib/evm/scan-logs';
import type { IncomingPayment } from './incoming-payment';
import { findNative, findNativePast, type NativePast, stateReader } from './read-native';
import { readSeenNative } from './seen-native';

/** States to read in one search of a chain: each takes two small requests, which are sent in batches. */
const MAX_STATES = 80;
/** How often the block at which a search began is compared with the chain. */
const RECHECK_MS = 48_000;

/** The native currency that an account received on a chain, as far back as it was searched. */
export type ChainNativePast = NativePast & {
  chainId: number;
  /** Time of the first searched block, in milliseconds since the epoch. */
  reachedAt: number;
};

type Past = ChainNativePast & { top: { number: bigint; hash: Hash } };

export type NativePasts = {
  found: readonly ChainNativePast[];
  isSearching: boolean;
  /** Chains whose last search failed. */
  failed: readonly number[];
  retry: () => Promise<unknown>;
};

/** Returns the stored payments up to a block whose block is still in the chain. @throws if the RPC request fails. */
async function readStored(
  client: Client,
  chainId: number,
  account: Address,
  toBlock: bigint,
): Promise<IncomingPayment[]> {
  const stored = readSeenNative(chainId, account).filter(({ block }) => block <= toBlock);
  const blocks = await Promise.all(
    stored.map(async (payment) => {
      const { hash } = await getBlock(client, { blockNumber: payment.block });
      return hash === payment.blockHash ? [payment] : [];
    }),
  );
  return blocks.flat();
}

/** Searches a chain from its newest block, or further back. @throws if the RPC request fails. */
async function search(client: Client, chainId: number, account: Address, known?: Past): Promise<Past> {
  if (known && (known.reached === 0n || known.isPruned)) return known;
  const { number, hash } = known?.top ?? (await getBlock(client));
  const top = { number, hash };
  const from = known?.reached ?? top.number;
  const found = await findNativePast(client, account, from, MAX_STATES);
  const [stored, { timestamp }] = await Promise.all([
    readStored(client, chainId, account, found.reached),
    getBlock(client, { blockNumber: found.reached }),
  ]);
  const payments = [...(known?.payments ?? []), ...found.payments, ...stored];
  return {
    ...found,
    payments: [...new Map(payments.map((payment) => [payment.id, payment])).values()],
    ...{ chainId, top, reachedAt: Number(timestamp) * 1_000 },
  };
}

/** Searches the newest blocks again, which a reorganization replaced, and those since. @throws if the RPC request fails. */
async function searchAgain(client: Client, chainId: number, account: Address, known: Past): Promise<Past> {
  const { number, hash } = await getBlock(client);
  const low = max(known.top.number - REORG_DEPTH, known.reached);
  const states = stateReader(client, account);
  const found = await findNative(client, account, states, { low, high: number }, MAX_STATES);
  // If too much has changed to catch up, the search starts over.
  if (found.rest.length > 0) return search(client, chainId, account);
  const kept = known.payments.filter(({ block }) => block <= low);
  return { ...known, payments: [...found.payments, ...kept], top: { number, hash } };
}

/** Returns whether a reorganization replaced the block at which a search began. */
async function isReplaced(client: Client, { top }: Past): Promise<boolean> {
  const latest = await getBlock(client);
  if (latest.number < top.number) return false;
  return (await getBlock(client, { blockNumber: top.number })).hash !== top.hash;
}

/**
 * React hook that returns the native currency that an account received on each chain, found by its balances, and the chains that
 * couldn't be searched. `depth` is the number of additional searches into the past. `useIncoming` follows the blocks that come later.
 */
export function useNativePast(account: Address, chainIds: readonly number[], depth: number): NativePasts {
  const config = useConfig();
  const queries = useQueryClient();
  const keyOf = (chainId: number, at: number) => ['native-past', chainId, account, at];
  const combine = useCallback(
    (results: UseQueryResult<Past>[]): NativePasts => ({
      found: results.flatMap(({ data }) => data ?? []),
      isSearching: results.some(({ isPending, isPlaceholderData }) => isPending || isPlaceholderData),
      failed: chainIds.filter((_, index) => results[index]?.isError),
      retry: () => Promise.all(results.filter(({ isError }) => isError).map(({ refetch }) => refetch())),
    }),
    [chainIds],
  );
  return useQueries({
    queries: chainIds.map((chainId) => ({
      queryKey: keyOf(chainId, depth),
      queryFn: async () => {
        const client = config.getClient({ chainId });
        const known = queries.getQueryData<Past>(keyOf(chainId, depth));
        if (known)
          return (await isReplaced(client, known)) ? searchAgain(client, chainId, account, known) : known;
        return search(client, chainId, account, queries.getQueryData<Past>(keyOf(chainId, depth - 1)));
      },
      // The transport already retries failed requests.
      retry: false,
      placeholderData: (): Past | undefined => queries.getQueryData<Past>(keyOf(chainId, depth - 1)),
      refetchInterval: RECHECK_MS,
    })),
    combine,
  });
}
