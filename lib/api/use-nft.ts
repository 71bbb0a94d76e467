import useSWR from 'swr';
import type { z } from 'zod';
import { nextTurn } from '@/lib/evm/read-many';
import { nftId } from '@/lib/wallet/nfts/nft';
import { apiUrl, call } from './client';
import type { nftMetadata } from './schemas/nft';

type Key = { chainId: number; contract: string; tokenId: bigint };

export type NftMetadata = z.output<typeof nftMetadata>;

const paramsOf = ({ chainId, contract, tokenId }: Key) => ({
  chainId: String(chainId),
  contract,
  tokenId: tokenId.toString(),
});

/** Returns this site's URL for an NFT image, which the server re-encodes. */
export const nftPictureUrl = (key: Key): string =>
  `${apiUrl('/nft/media')}?${new URLSearchParams(paramsOf(key))}`;

/** React hook that loads NFT metadata. Loads nothing while `isWaiting` is true. */
export function useNftMetadata(nft: Parameters<typeof nftId>[0], isWaiting = false) {
  return useSWR(
    isWaiting ? null : ['/nft/metadata', nftId(nft)],
    async ([path]) => {
      // Yields to the browser first, because a page of NFTs starts many requests, which would block rendering.
      await nextTurn();
      return call<NftMetadata>(path, { params: paramsOf(nft), silent: true });
    },
    {
      revalidateOnFocus: false,
      revalidateOnReconnect: false,
      revalidateIfStale: false,
      dedupingInterval: 60_000,
    },
  );
}
