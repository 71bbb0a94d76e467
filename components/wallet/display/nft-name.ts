import { useTranslations } from 'next-intl';
import type { NftMetadata } from '@/lib/api/use-nft';
import type { Nft } from '@/lib/wallet/nfts/nft';

/** Token IDs with more digits than this are shortened. */
const DIGITS = 12;

/** Formats a token ID, shortened if it is long. */
export const numberText = (tokenId: bigint): string => {
  const digits = tokenId.toString();
  return `#${digits.length > DIGITS ? `${digits.slice(0, 6)}…${digits.slice(-4)}` : digits}`;
};

/**
 * React hook that returns a function to get the display names of an NFT and its collection, with fallbacks for missing
 * names.
 */
export function useNftName() {
  const t = useTranslations('wallet.nfts');
  return ({ collection, symbol, tokenId }: Nft, metadata: NftMetadata | undefined) => {
    const number = numberText(tokenId);
    const from = collection || symbol || t('unnamed');
    return {
      name: metadata?.name ?? number,
      collection: from,
      short: metadata?.name ?? `${symbol || from} ${number}`,
    };
  };
}
