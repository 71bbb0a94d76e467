import { hasFailed } from '@/lib/evm/use-log-scan';

/** What was last read of a chain. */
export type ChainRead<Data> = {
  chainId: number;
  /** Undefined until the first response. */
  data: Data | undefined;
  /** Whether the last read failed. If it did, any data is from an earlier read. */
  isFailed: boolean;
  refetch: () => Promise<unknown>;
};

type Query<Data> = Parameters<typeof hasFailed>[0] & {
  data: Data | undefined;
  refetch: () => Promise<unknown>;
};

/** Returns the results of queries that read these chains, in the same order. */
export const chainReads = <Data, Chain extends { chainId: number }>(
  chains: readonly Chain[],
  results: readonly Query<Data>[],
): (Chain & ChainRead<Data>)[] =>
  chains.flatMap((chain, index) => {
    const query = results[index];
    if (!query) return [];
    return [{ ...chain, data: query.data, isFailed: hasFailed(query), refetch: query.refetch }];
  });
