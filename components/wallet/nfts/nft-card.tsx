import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { useNftMetadata } from '@/lib/api/use-nft';
import { formatAmount } from '@/lib/format/amount';
import { type Nft, nftId } from '@/lib/wallet/nfts/nft';
import { tellSuspicions } from '@/lib/wallet/nfts/suspicion';
import { useNftName } from './nft-name';
import { NftPicture } from './nft-picture';

/** One collectible of the gallery: its picture and what it is called. Leads to its details. */
export function NftCard({ nft, isMoving, onOpen }: { nft: Nft; isMoving: boolean; onOpen: () => void }) {
  const t = useTranslations('wallet.nfts');
  const locale = useLocale();
  const nameOf = useNftName();
  // What is only scrolled past is not asked for.
  const [isWanted, setWanted] = useState(!isMoving);
  if (!isMoving && !isWanted) setWanted(true);
  const { data: metadata, error } = useNftMetadata(nft, !isWanted);
  const id = nftId(nft);
  useEffect(() => {
    if (metadata) tellSuspicions(id, metadata.suspicions);
  }, [id, metadata]);
  const { name, collection } = nameOf(nft, metadata);
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onOpen}
      className="group grid w-full content-start gap-3 text-start"
    >
      <NftPicture nft={nft} metadata={metadata} isUnread={error !== undefined} />
      <span className="grid min-w-0 leading-snug">
        <span className="truncate underline-offset-4 group-hover:underline">{name}</span>
        <span className="truncate text-sm text-muted">{collection}</span>
        <span className="figures text-xs text-muted">
          {nft.quantity > 1n ? t('quantity', { count: formatAmount(nft.quantity, 0, locale) }) : '\u00a0'}
        </span>
      </span>
    </button>
  );
}
