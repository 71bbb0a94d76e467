import { useCallback, useEffect, useMemo } from 'react';
import type { Address } from 'viem';
import { useActivityPages } from '@/lib/api/hooks';
import type { ChainMapping, Coin, Contract } from '@/lib/api/types';
import { useCustomTokens, watchCustomTokens } from '@/lib/wallet/tokens/custom-tokens';
import { useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import { type ActivityToken, activityTokens } from './activity-row';
import { mergeActivity } from './merge-activity';
import { useChainActivity } from './use-chain-activity';

const none: ReadonlyMap<Address, ActivityToken> = new Map();

/** React hook that returns the account's known transactions, and how far back each network was scanned. */
export function useActivityRows(
  {
    account,
    chains,
    coins,
    contracts,
  }: {
    account: Address;
    chains: readonly ChainMapping[];
    coins: readonly Coin[];
    contracts: readonly Contract[];
  },
  /** Number of times the user asked to scan further back. */
  depth = 0,
) {
  useEffect(watchCustomTokens, []);
  const custom = useCustomTokens((state) => state.entries);
  const entries = useLedger((state) => state.entries);
  const byChain = useMemo(
    () => new Map(chains.map(({ id }) => [id, activityTokens(id, coins, custom)])),
    [chains, coins, custom],
  );
  const tokensOf = useCallback((chainId: number) => byChain.get(chainId) ?? none, [byChain]);
  const chainIds = useMemo(() => chains.map(({ id }) => id), [chains]);
  const parts = useChainActivity(account, chainIds, tokensOf, contracts, depth);
  const since = Math.min(...parts.flatMap(({ data }) => data?.reachedAt ?? []), Date.now());
  const server = useActivityPages(since);
  const rows = useMemo(
    () =>
      mergeActivity(
        {
          chain: parts.flatMap(({ data }) => data?.found.rows ?? []),
          records: server.records,
          entries: entries.filter((entry) => entry.account === account && tokensOf(entry.chainId).size > 0),
        },
        tokensOf,
      ),
    [parts, server.records, entries, account, tokensOf],
  );
  return { rows, parts, server };
}
