import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Address, Hash } from 'viem';
import { useConfig } from 'wagmi';
import { hasFailed, useLogScan } from '@/lib/evm/use-log-scan';
import { readArrivals } from './arrivals';
import { useNftChoices } from './choices';
import { candidatesOf, readOwned } from './read-owned';

/** Polling interval for NFT ownership. */
const OWNED_POLL_MS = 30_000;

/** Transaction senders by chain, cached because they never change. */
const sendersByChain = new Map<number, Map<Hash, Address | null>>();

function sendersOn(chainId: number) {
  const known = sendersByChain.get(chainId) ?? new Map<Hash, Address | null>();
  sendersByChain.set(chainId, known);
  return known;
}

/** React hook that returns an account's NFTs on one chain: those found in logs so far, and those added manually. */
export function useOwnedNfts(chainId: number, account: Address) {
  const config = useConfig();
  const choices = useNftChoices((state) => state.entries);
  const added = choices
    .filter((choice) => choice.chainId === chainId && choice.isAdded)
    .map(({ contract, tokenId, standard }) => ({ contract, tokenId: BigInt(tokenId), standard }));
  const scan = useLogScan('nfts', chainId, account, readArrivals);
  const owned = useQuery({
    queryKey: [
      'owned nfts',
      chainId,
      account,
      scan.version,
      added.map(({ contract, tokenId }) => `${contract} ${tokenId}`),
    ],
    // Manually added NFTs are shown even if the log search failed.
    enabled: scan.reached !== undefined || (scan.isFailed && added.length > 0),
    queryFn: () =>
      readOwned(config.getClient({ chainId }), {
        chainId,
        account,
        candidates: candidatesOf(scan.found, added),
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
