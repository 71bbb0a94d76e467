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

type TokensOf = (chainId: number) => ReadonlyMap<Address, ActivityToken>;

/** React hook that returns a function to get the query for an account's holdings on a chain. */
function useHoldingsQuery(tokensOf: TokensOf, contracts: readonly Contract[], pollMs: number) {
  const config = useConfig();
  const client = useQueryClient();
  return (account: Address, chainId: number) => ({
    queryKey: ['holdings', chainId, account, listName(tokensOf(chainId))],
    queryFn: async () => {
      const tokens = tokensOf(chainId);
      const sources = await readHoldingSources(config, client, chainId, account, tokens, contracts);
      return readHoldings(config.getClient({ chainId }), sources);
    },
    // The transport already retries failed requests.
    retry: false,
    refetchInterval: pollMs,
  });
}

const byChain = (chainIds: readonly number[]) => chainIds.map((chainId) => ({ chainId }));

/** React hook that returns an account's current holdings, with one query per chain. */
export function useHoldings(
  account: Address,
  chainIds: readonly number[],
  tokensOf: TokensOf,
  contracts: readonly Contract[],
): ChainRead<HoldingsRead>[] {
  const query = useHoldingsQuery(tokensOf, contracts, CONTRACT_POLL_MS);
  return useQueries({
    queries: chainIds.map((chainId) => query(account, chainId)),
    combine: (results) => chainReads(byChain(chainIds), results),
  });
}

/** Each account takes a request per chain, so other addresses are polled less often. */
const OTHERS_POLL_MS = 60_000;

/** React hook that returns the current holdings of several accounts, in their order. */
export function useHoldingsOf(
  accounts: readonly Address[],
  chainIds: readonly number[],
  tokensOf: TokensOf,
  contracts: readonly Contract[],
): ChainRead<HoldingsRead>[][] {
  const query = useHoldingsQuery(tokensOf, contracts, OTHERS_POLL_MS);
  return useQueries({
    queries: accounts.flatMap((account) => chainIds.map((chainId) => query(account, chainId))),
    combine: (results) =>
      accounts.map((_, index) =>
        chainReads(byChain(chainIds), results.slice(index * chainIds.length, (index + 1) * chainIds.length)),
      ),
  });
}

/** Whether this device hides holdings of little value. */
export const { useFlag: useHideSmall, setFlag: chooseHideSmall } = createStoredFlag('tidewell.hideSmall');
