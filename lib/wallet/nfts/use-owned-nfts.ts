import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Address } from 'viem';
import { useConfig } from 'wagmi';
import { hasFailed, useLogScan } from '@/lib/evm/use-log-scan';
import { isNft, readArrivals } from './arrivals';
import { useNftChoices } from './choices';
import { sendersOn } from './own-doing';
import { candidatesOf, readOwned } from './read-owned';

/** Polling interval for what an account owns. */
export const OWNED_POLL_MS = 30_000;

/** React hook that searches one chain for transfers of tokens and NFTs to an account. */
export const useArrivals = (chainId: number, account: Address) =>
  // Only NFTs count toward the number at which a search stops, because token transfers are often far more numerous.
  useLogScan('arrivals', chainId, account, readArrivals, { counts: isNft, keepsPart: true });

/** React hook that returns an account's NFTs on one chain: those found in logs so far, and those added manually. */
export function useOwnedNfts(chainId: number, account: Address) {
  const config = useConfig();
  const choices = useNftChoices((state) => state.entries);
  const added = choices
    .filter((choice) => choice.chainId === chainId && choice.isAdded)
    .map(({ contract, tokenId, standard }) => ({ contract, tokenId: BigInt(tokenId), standard }));
  const scan = useArrivals(chainId, account);
  const arrivals = useMemo(() => scan.found.filter(isNft), [scan.found]);
  const owned = useQuery({
    queryKey: [
      'owned nfts',
      chainId,
      account,
      arrivals.length,
      added.map(({ contract, tokenId }) => `${contract} ${tokenId}`),
    ],
    // Manually added NFTs are shown even if the log search failed.
    enabled: scan.reached !== undefined || (scan.isFailed && added.length > 0),
    queryFn: () =>
      readOwned(config.getClient({ chainId }), {
        chainId,
        account,
        candidates: candidatesOf(arrivals, added),
        senders: sendersOn(chainId),
      }),
    placeholderData: keepPreviousData,
    retry: false,
    refetchInterval: OWNED_POLL_MS,
  });
  const isFailed = scan.isFailed || hasFailed(owned);
  return {
    nfts: owned.data,
    scan,
    isFailed,
    isLoading: !isFailed && owned.data === undefined,
    retry: () => void (scan.isFailed ? scan.lookFurther?.() : owned.refetch()),
  };
}
