import { useQueries, useQueryClient } from '@tanstack/react-query';
import type { Address } from 'viem';
import { useConfig } from 'wagmi';
import type { Contract } from '@/lib/api/types';
import { CONTRACT_POLL_MS } from '@/lib/evm/read-many';
import { createStoredFlag } from '@/lib/preferences/stored-flag';
import type { ActivityToken } from '@/lib/wallet/activity/activity-row';
import { type ChainRead, chainReads } from '@/lib/wallet/networks/chain-reads';
import { listName } from '@/lib/wallet/tokens/listed-token';
import { readHoldingSources } from './holding-sources';
import { type HoldingsRead, readHoldings } from './read-holdings';

/** React hook that returns an account's current holdings, with one query per chain. */
export function useHoldings(
  account: Address,
  chainIds: readonly number[],
  tokensOf: (chainId: number) => ReadonlyMap<Address, ActivityToken>,
  contracts: readonly Contract[],
): ChainRead<HoldingsRead>[] {
  const config = useConfig();
  const client = useQueryClient();
  return useQueries({
    queries: chainIds.map((chainId) => ({
      queryKey: ['holdings', chainId, account, listName(tokensOf(chainId))],
      queryFn: async () => {
        const sources = await readHoldingSources(
          config,
          client,
          chainId,
          account,
          tokensOf(chainId),
          contracts,
        );
        return readHoldings(config.getClient({ chainId }), sources);
      },
      // The transport already retries failed requests.
      retry: false,
      refetchInterval: CONTRACT_POLL_MS,
    })),
    combine: (results) =>
      chainReads(
        chainIds.map((chainId) => ({ chainId })),
        results,
      ),
  });
}

/** Whether this device hides holdings of little value. */
export const { useFlag: useHideSmall, setFlag: chooseHideSmall } = createStoredFlag('tidewell.hideSmall');
