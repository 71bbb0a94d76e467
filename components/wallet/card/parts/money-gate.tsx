import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { AmountFormSkeleton } from '@/components/wallet/display/form-skeleton';
import { ReadFailure } from '@/components/wallet/display/read-failure';
import { LoadingStatus, Placeholder } from '@/components/wallet/display/skeleton';
import type { Card, CardList } from '@/lib/api/types';
import { usePageParams } from '@/lib/browser/page-params';
import { type CardData, cardOfParams, fundsOfCard, isTokenUnlisted, type PlacedFunds } from './card-params';

/** Placeholder for a form whose data is being read. */
export function FormLoading() {
  const t = useTranslations('wallet.card');
  return (
    <>
      <LoadingStatus text={t('loading')} />
      <Placeholder>
        <AmountFormSkeleton />
      </Placeholder>
    </>
  );
}

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
  if (funds.some(({ data }) => data === undefined)) return <FormLoading />;
  return <p className="measure text-muted">{emptyText}</p>;
}

/** Shows `children` for the card that the URL names, once the list has responded, or why that isn't possible. */
export function ListedCard({
  data: { list, isListFailed },
  children,
}: {
  data: CardData;
  children: (card: Card, list: CardList) => ReactNode;
}) {
  const t = useTranslations('wallet.card');
  const card = cardOfParams(usePageParams(), list);
  // The page already shows that the list failed.
  if (!list) return isListFailed ? null : <FormLoading />;
  return card ? children(card, list) : <p className="text-muted">{t('cardUnknown')}</p>;
}

/** Shows `children` for the card that the URL names, once it and its contract have been read, or why that isn't possible. */
export function CardGate({
  data,
  children,
}: {
  data: CardData;
  children: (card: Card, own: PlacedFunds) => ReactNode;
}) {
  const t = useTranslations('wallet.card');
  return (
    <ListedCard data={data}>
      {(card) => {
        const own = fundsOfCard(card, data.funds);
        if (isTokenUnlisted(card, data.funds))
          return <p className="measure text-muted">{t('tokenUnlisted')}</p>;
        return own ? children(card, own) : <NoMoneyChoice data={data} emptyText={t('create.noToken')} />;
      }}
    </ListedCard>
  );
}
