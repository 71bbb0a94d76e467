import { useTranslations } from 'next-intl';
import { AmountFormSkeleton } from '@/components/wallet/display/form-skeleton';
import { ReadFailure } from '@/components/wallet/display/read-failure';
import { LoadingStatus, Placeholder } from '@/components/wallet/display/skeleton';
import type { CardData } from './card-params';

/** Why there is nothing to choose from: the networks are still being read, can't be read, or `emptyText`. */
export function NoMoneyChoice({ data: { funds }, emptyText }: { data: CardData; emptyText: string }) {
  const t = useTranslations('wallet.card');
  const failed = funds.filter(({ isFailed }) => isFailed);
  if (failed.length > 0)
    return (
      <ReadFailure
        chainIds={failed.map(({ chainId }) => chainId)}
        message={t('formFailed')}
        shown="nothing"
        retryLabel={t('retry')}
        onRetry={() => void Promise.all(failed.map(({ refetch }) => refetch()))}
      />
    );
  if (funds.some(({ data }) => data === undefined))
    return (
      <>
        <LoadingStatus text={t('loading')} />
        <Placeholder>
          <AmountFormSkeleton />
        </Placeholder>
      </>
    );
  return <p className="measure text-muted">{emptyText}</p>;
}
