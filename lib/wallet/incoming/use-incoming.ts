import { type UseQueryResult, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { type Address, getAddress, type Hash, isAddressEqual } from 'viem';
import { useConfig } from 'wagmi';
import { create } from 'zustand';
import type { Coin, Contract } from '@/lib/api/types';
import { isUnanswered } from '@/lib/evm/node-transport';
import { CONTRACT_POLL_MS } from '@/lib/evm/read-many';
import { activityTokens } from '@/lib/wallet/activity/activity-row';
import { useCustomTokens, watchCustomTokens } from '@/lib/wallet/tokens/custom-tokens';
import { readLedger } from '@/lib/wallet/transactions/transaction-ledger';
import { type Followed, followPayments } from './follow-payments';
import { type RequestStart, readNotified, readRequestMark } from './incoming-marks';
import type { IncomingPayment } from './incoming-payment';
import { writeSeenNative } from './seen-native';

/** Polling interval while a payment request is shown: the recipient may be waiting next to the payer. */
const REQUEST_POLL_MS = 1_000;

/** The payment request on the screen, and its start. It shows its payments itself. */
export const useOpenRequest = create<{ request: ({ chainId: number } & RequestStart) | null }>(() => ({
  request: null,
}));

/** Returns the time until the next poll, in ms. A node that doesn't answer, or limits requests, gets fewer of them. */
export const pollTime = (isUrgent: boolean, error: unknown): number =>
  isUrgent && !isUnanswered(error) ? REQUEST_POLL_MS : CONTRACT_POLL_MS;

const keyOf = (chainId: number, account: Address) => ['incoming', chainId, account];

/** Returns a text that changes with the payments, their blocks, and those that were removed. */
const textOf = (seen: Followed | undefined): string =>
  [seen?.payments ?? [], seen?.removed ?? []]
    .map((list) => list.map(({ id, blockHash, isOwn }) => `${id} ${blockHash} ${isOwn}`).join())
    .join(';');

/** Returns the hashes of the transactions that this browser sent for an account. */
function sentHashes(chainId: number, account: Address): ReadonlySet<Hash> {
  const own = readLedger().filter(
    (entry) => entry.chainId === chainId && isAddressEqual(entry.account, account),
  );
  return new Set(own.flatMap(({ hash, sent }) => [...sent.map((one) => one.hash), ...(hash ? [hash] : [])]));
}

/**
 * React hook that follows the payments of listed and added tokens that an account receives on a chain. All components share
 * one reading. While the page is hidden, nothing is read, and the next poll catches up.
 */
export function useIncoming(
  {
    chainId,
    account,
    coins,
    contracts,
  }: { chainId: number; account: Address; coins: readonly Coin[]; contracts: readonly Contract[] },
  isUrgent = false,
) {
  const config = useConfig();
  const client = useQueryClient();
  useEffect(watchCustomTokens, []);
  const custom = useCustomTokens((state) => state.entries);
  const tokens = useMemo(() => activityTokens(chainId, coins, custom), [chainId, coins, custom]);
  const queryKey = keyOf(chainId, account);
  const { data, isFetchedAfterMount, isError, dataUpdatedAt } = useQuery({
    queryKey,
    queryFn: async () => {
      const known = client.getQueryData<Followed>(queryKey);
      const place = { chainId, account };
      const wanted = { notified: readNotified(place), request: readRequestMark(place)?.since ?? null };
      const listed = contracts.filter((contract) => contract.chainId === chainId);
      const platform = new Set(listed.map(({ address }) => getAddress(address)));
      let sent: ReadonlySet<Hash> | undefined;
      const isSentHere = (hash: Hash) => {
        sent ??= sentHashes(chainId, account);
        return sent.has(hash);
      };
      const scope = { account, tokens, platform, isSentHere };
      const next = await followPayments(config.getClient({ chainId }), scope, known, wanted);
      if (textOf(next) === textOf(known)) return next;
      // The payments are shown next to the balances, which would otherwise change only with their next reading.
      void client.invalidateQueries({ queryKey: ['balances', chainId] });
      writeSeenNative(chainId, account, next.payments, next.removed);
      return next;
    },
    // The transport already retries failed requests.
    retry: false,
    // Offline, a paused query would keep its last success, and the page would say that it checks for payments.
    networkMode: 'always',
    refetchOnReconnect: true,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => pollTime(isUrgent, state.error),
    gcTime: Number.POSITIVE_INFINITY,
  });
  return { data, tokens, isFetchedAfterMount, isError, checkedAt: dataUpdatedAt };
}

/** React hook that returns the payments that `useIncoming` has seen on each chain, by chain ID. It reads nothing itself. */
export function useIncomingPayments(
  account: Address,
  chainIds: readonly number[],
): Readonly<Record<number, readonly IncomingPayment[]>> {
  const combine = useCallback(
    (results: UseQueryResult[]) =>
      // A plain object, because React Query's structural sharing doesn't cover maps.
      Object.fromEntries(
        chainIds.map((chainId, index) => {
          const data = results[index]?.data as Followed | undefined;
          return [chainId, data?.payments ?? []];
        }),
      ),
    [chainIds],
  );
  return useQueries({
    // Without a function to read, so that a refetch uses the watcher's.
    queries: chainIds.map((chainId) => ({
      queryKey: keyOf(chainId, account),
      enabled: false,
      gcTime: Number.POSITIVE_INFINITY,
    })),
    combine,
  });
}
