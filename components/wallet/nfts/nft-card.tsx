import { useLocale, useTranslations } from 'next-intl';
import { useNftName } from '@/components/wallet/display/nft-name';
import { NftPicture } from '@/components/wallet/display/nft-picture';
import { useOwnText } from '@/components/wallet/display/own-amounts';
import type { NftMetadata } from '@/lib/api/use-nft';
import { formatAmount } from '@/lib/format/amount';
import type { Nft } from '@/lib/wallet/nfts/nft';

/** Gallery card with the image and name of one NFT. Opens the NFT's details. */
export function NftCard({
  nft,
  metadata,
  isUnread,
  onOpen,
}: {
  nft: Nft;
  metadata: NftMetadata | undefined;
  /** Whether the metadata could not be loaded. */
  isUnread: boolean;
  onOpen?: () => void;
}) {
  const t = useTranslations('wallet.nfts');
  const locale = useLocale();
  const own = useOwnText();
  const { name, collection } = useNftName()(nft, metadata);
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onOpen}
      className="group grid w-full content-start gap-3 text-start"
    >
      <NftPicture nft={nft} metadata={metadata} isUnread={isUnread} />
      <span className="grid min-w-0 leading-snug">
        <span className="truncate underline-offset-4 group-hover:underline">{name}</span>
        <span className="truncate text-sm text-muted">{collection}</span>
        <span className="figures text-xs text-muted">
          {nft.quantity > 1n
            ? t('quantity', { count: own(formatAmount(nft.quantity, 0, locale)) })
            : '\u00a0'}
        </span>
      </span>
    </button>
  );
}
