import { useTranslations } from 'next-intl';
import { ButtonSkeleton } from '@/components/wallet/display/form-skeleton';
import { TextGhost, TileSkeletons } from '@/components/wallet/display/skeleton';
import { ChainSectionsSkeleton } from '@/components/wallet/frame/chain-sections-skeleton';

/** Class of the page's introduction, with the button to add an NFT. */
export const nftsIntro =
  'flex flex-wrap items-center justify-between gap-x-8 gap-y-4 border-t border-line pt-6';

/**
 * Placeholder for a network's gallery. Its pictures are small and in one row, because it must not be higher than the
 * empty state of a network without NFTs.
 */
export function GallerySkeleton() {
  return (
    <div className="h-36 overflow-hidden">
      <TileSkeletons count={6} />
    </div>
  );
}

/** Placeholder for the NFTs page. */
export function NftsSkeleton() {
  const t = useTranslations('wallet.nfts');
  return (
    <ChainSectionsSkeleton
      className="gap-6"
      intro={
        <div className={nftsIntro}>
          <TextGhost className="text-sm">{t('how')}</TextGhost>
          <ButtonSkeleton className="w-44" />
        </div>
      }
    >
      <GallerySkeleton />
    </ChainSectionsSkeleton>
  );
}
