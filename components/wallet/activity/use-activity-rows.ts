import { useCallback, useEffect, useMemo } from 'react';
import type { Address } from 'viem';
import type { AccountViewProps } from '@/components/wallet/shell/account-view';
import { useActivityPages } from '@/lib/api/hooks';
import type { ActivityToken } from '@/lib/wallet/activity/activity-row';
import { activityTokens } from '@/lib/wallet/activity/activity-row';
import { mergeActivity } from '@/lib/wallet/activity/merge-activity';
import { useChainActivity } from '@/lib/wallet/activity/use-chain-activity';
import { useCustomTokens, watchCustomTokens } from '@/lib/wallet/tokens/custom-tokens';
import { useLedger } from '@/lib/wallet/transactions/transaction-ledger';

const none: ReadonlyMap<Address, ActivityToken> = new Map();

/** Everything that is known of the account's transactions, and how far back each network was looked at. */
export function useActivityRows(
  { account, chains, coins, contracts }: AccountViewProps,
  /** How often it was looked further back. */
  depth: number,
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
