import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Address } from 'viem';
import { useConfig } from 'wagmi';
import { hasFailed } from '@/lib/evm/use-log-scan';
import { isNft, type TokenArrival } from '@/lib/wallet/nfts/arrivals';
import { sendersOn } from '@/lib/wallet/nfts/own-doing';
import { OWNED_POLL_MS, useArrivals } from '@/lib/wallet/nfts/use-owned-nfts';
import { readFoundTokens } from './found-tokens';
import { listName } from './listed-token';

/**
 * React hook that returns the tokens that an account received on one chain and holds, from the logs searched so far, except
 * the `known` ones: those that are listed or that the user added.
 */
export function useFoundTokens(chainId: number, account: Address, known: ReadonlyMap<Address, unknown>) {
  const config = useConfig();
  const scan = useArrivals(chainId, account);
  const arrivals = useMemo(
    () => scan.found.filter((one): one is TokenArrival => !isNft(one) && !known.has(one.contract)),
    [scan.found, known],
  );
  // A scan of earlier blocks that finds no further contract reads nothing.
  const contracts = useMemo(() => [...new Set(arrivals.map(({ contract }) => contract))].sort(), [arrivals]);
  const read = useQuery({
    queryKey: ['found tokens', chainId, account, listName(contracts), arrivals[0]?.transactionHash],
    enabled: scan.reached !== undefined,
    queryFn: () =>
      readFoundTokens(config.getClient({ chainId }), {
        chainId,
        account,
        arrivals,
        senders: sendersOn(chainId),
      }),
    placeholderData: keepPreviousData,
    retry: false,
    refetchInterval: OWNED_POLL_MS,
  });
  const isFailed = scan.isFailed || hasFailed(read);
  const tokens = useMemo(
    () => read.data?.filter(({ token }) => !known.has(token.address)),
    [read.data, known],
  );
  return {
    tokens,
    scan,
    isFailed,
    isLoading: !isFailed && tokens === undefined,
    retry: () => void (scan.isFailed ? scan.lookFurther?.() : read.refetch()),
  };
}
