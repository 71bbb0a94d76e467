import { useTranslations } from 'next-intl';
import { GalleryRow } from '@/components/ui/gallery-row';
import { ChainCard } from '@/components/wallet/display/chain-card';
import { FigureLine } from '@/components/wallet/display/figure-line';
import { AmountFormSkeleton } from '@/components/wallet/display/form-skeleton';
import { RetryAlert } from '@/components/wallet/display/retry-alert';
import {
  FigureSkeletons,
  LineSkeletons,
  Placeholder,
  RowSkeletons,
  TileSkeletons,
} from '@/components/wallet/display/skeleton';
import { ChainSection } from '@/components/wallet/frame/chain-section';
import { PausedNote } from '@/components/wallet/frame/node-banner';

const CHAIN_ID = 1;

/** The loading, empty, and error states of a network's part of a page. */
export function NetworkSamples({ copy }: { copy: number }) {
  const t = useTranslations('wallet');
  const retry = { retryLabel: t('transfer.retry'), onRetry: () => undefined };
  const texts = { chainId: CHAIN_ID, failure: null, skeleton: null, ...retry };
  const failure = t('errors.reverted');
  return (
    <>
      <GalleryRow name="ChainCard filled, loading, error">
        <ChainCard {...texts} name={`Ethereum ${copy}`} height="" isAbsent={false}>
          <dl>
            <FigureLine label={t('withdraw.fee')}>0.25 USDT</FigureLine>
          </dl>
        </ChainCard>
        <ChainCard
          {...texts}
          name={`Base ${copy}`}
          height="min-h-36"
          isAbsent
          skeleton={<LineSkeletons count={2} />}
        >
          {null}
        </ChainCard>
        <ChainCard {...texts} name={`Arbitrum ${copy}`} height="min-h-36" isAbsent failure={failure}>
          {null}
        </ChainCard>
      </GalleryRow>
      <GalleryRow name="ChainSection empty">
        <ChainSection
          {...texts}
          name={`Optimism ${copy}`}
          count={0}
          loadingText=""
          emptyText={t('withdraw.nothing')}
          className=""
          list={null}
        >
          {null}
        </ChainSection>
      </GalleryRow>
      <GalleryRow name="Placeholder of figures, rows, tiles, and a form">
        <Placeholder>
          <div className="grid gap-8">
            <FigureSkeletons count={2} />
            <RowSkeletons count={2} />
            <TileSkeletons count={4} />
            <AmountFormSkeleton />
          </div>
        </Placeholder>
      </GalleryRow>
      <GalleryRow name="RetryAlert, PausedNote">
        <RetryAlert message={t('transfer.listsFailed')} {...retry} />
        <PausedNote text={t('deposit.paused')} />
      </GalleryRow>
    </>
  );
}
