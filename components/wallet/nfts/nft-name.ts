import { useTranslations } from 'next-intl';
import type { NftMetadata } from '@/lib/api/use-nft';
import type { Nft } from '@/lib/wallet/nfts/nft';

/** Digits of a number that are told whole. */
const DIGITS = 12;

/** A collectible's number, in short where it has many digits. */
export const numberText = (tokenId: bigint): string => {
  const digits = tokenId.toString();
  return `#${digits.length > DIGITS ? `${digits.slice(0, 6)}…${digits.slice(-4)}` : digits}`;
};

/** What a collectible and its collection are called, whatever their contracts leave out. */
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
