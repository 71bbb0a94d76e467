import { useMemo } from 'react';
import type { Address } from 'viem';
import { useActivityPages } from '@/lib/api/hooks';
import type { ChainMapping, Coin, Contract } from '@/lib/api/types';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { useIncomingPayments } from '@/lib/wallet/incoming/use-incoming';
import { useNativePast } from '@/lib/wallet/incoming/use-native-past';
import { useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import { mergeActivity } from './merge-activity';
import { addNativeRows } from './native-rows';
import { useActivityTokens } from './use-activity-tokens';
import { useChainActivity } from './use-chain-activity';

const none: readonly number[] = [];

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
  /**
   * Whether to look for native currency that the account received, which takes many requests, and whether to load what the server has
   * recorded.
   */
  { hasNative = true, hasRecords = true } = {},
) {
  const { chainIds, tokensOf } = useActivityTokens(chains, coins);
  const entries = useLedger((state) => state.entries);
  const parts = useChainActivity(account, chainIds, tokensOf, contracts, depth);
  const past = useNativePast(account, hasNative ? chainIds : none, depth);
  const incoming = useIncomingPayments(account, chainIds);
  const since = Math.min(...parts.flatMap(({ data }) => data?.reachedAt ?? []), Date.now());
  const server = useActivityPages(hasRecords ? since : null);
  const { found: pasts } = past;
  const rows = useMemo(
    () =>
      mergeActivity(
        {
          chain: parts.flatMap(({ chainId, data }) => {
            const found = pasts.find((one) => one.chainId === chainId)?.payments ?? [];
            // Both see a payment of the blocks in which the page opened.
            const payments = new Map(
              [...found, ...(incoming[chainId] ?? [])].map((payment) => [payment.id, payment]),
            );
            const token = tokensOf(chainId).get(NATIVE_TOKEN);
            // Until the logs of a block are read, they may explain what a contract paid.
            const shown = [...payments.values()].filter(
              ({ isContract, block }) => !isContract || (data !== undefined && block >= data.reached),
            );
            return addNativeRows(data?.found.rows ?? [], shown, chainId, token);
          }),
          records: server.records,
          entries: entries.filter((entry) => entry.account === account && tokensOf(entry.chainId).size > 0),
        },
        tokensOf,
      ),
    [parts, pasts, incoming, server.records, entries, account, tokensOf],
  );
  return { rows, parts, past, server };
}
