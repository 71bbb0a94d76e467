import { useTranslations } from 'next-intl';
import { GalleryRow } from '@/components/ui/gallery-row';
import { ChainCard } from '@/components/wallet/display/chain-card';
import { FigureLine } from '@/components/wallet/display/figure-line';
import { RetryAlert } from '@/components/wallet/display/retry-alert';
import { ChainSection } from '@/components/wallet/shell/chain-section';
import { PausedNote } from '@/components/wallet/shell/node-banner';

/** The loading, empty, and error states of a network's part of a page. */
export function NetworkSamples({ copy }: { copy: number }) {
  const t = useTranslations('wallet');
  const retry = { retryLabel: t('transfer.retry'), onRetry: () => undefined };
  const texts = { loadingText: t('transfer.loading'), failure: null, ...retry };
  const failure = t('node.outOfReach', { network: 'Ethereum' });
  return (
    <>
      <GalleryRow name="ChainCard filled, loading, error">
        <ChainCard {...texts} name={`Ethereum ${copy}`} height="" isLoading={false}>
          <dl>
            <FigureLine label={t('withdraw.fee')}>0.25 USDT</FigureLine>
          </dl>
        </ChainCard>
        <ChainCard {...texts} name={`Base ${copy}`} height="min-h-36" isLoading>
          {null}
        </ChainCard>
        <ChainCard {...texts} name={`Arbitrum ${copy}`} height="" isLoading={false} failure={failure}>
          {null}
        </ChainCard>
      </GalleryRow>
      <GalleryRow name="ChainSection empty">
        <ChainSection
          {...texts}
          name={`Optimism ${copy}`}
          count={0}
          isLoading={false}
          emptyText={t('withdraw.nothing')}
          className=""
          list={null}
          skeleton={null}
        >
          {null}
        </ChainSection>
      </GalleryRow>
      <GalleryRow name="RetryAlert, PausedNote">
        <RetryAlert message={t('transfer.listsFailed')} {...retry} />
        <PausedNote text={t('deposit.paused')} />
      </GalleryRow>
    </>
  );
}
