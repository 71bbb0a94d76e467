'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { OwnAmounts } from '@/components/wallet/display/own-amounts';
import { RetryAlert } from '@/components/wallet/display/retry-alert';
import { AccountView, type AccountViewProps } from '@/components/wallet/frame/account-view';
import { useCardList, useCardStream } from '@/lib/api/use-card';
import { usePageParams } from '@/lib/browser/page-params';
import { cardPlaces, useCardFunds } from '@/lib/wallet/card/use-card-funds';
import { CardOverview } from './card-overview';
import { CardSkeleton } from './card-skeleton';
import { CardSubpage } from './card-subpage';
import { type CardData, isCardView, openerId } from './parts/card-params';
import { usePurchaseNotices } from './purchases/use-purchase-notices';
import { SampleCard } from './sample-card';

/** React hook that moves the focus to the control that opened a view once the view has closed, or else to the first heading. */
function useReturnedFocus(params: URLSearchParams): void {
  const shown = params.get('show');
  const number = params.get('number');
  const of = params.get('id') ?? (number === null ? null : `${params.get('chain')}-${number}`);
  const opener = isCardView(shown) ? openerId(shown, of) : null;
  const latest = useRef<string | null>(null);
  useEffect(() => {
    const previous = latest.current;
    latest.current = opener;
    // An open dialog, such as the review of what the view sent, keeps the focus.
    if (opener !== null || previous === null || document.activeElement !== document.body) return;
    (document.getElementById(previous) ?? document.getElementById('card-money'))?.focus();
  }, [opener]);
}

/** Shows what the user does with cards: an overview, or the action that the URL names. */
function CardPages(view: AccountViewProps) {
  const t = useTranslations('wallet.card');
  const list = useCardList();
  const funds = useCardFunds(view.account, view.coins, view.contracts, list.data?.program);
  const params = usePageParams();
  const shown = params.get('show');
  useReturnedFocus(params);
  useCardStream();
  usePurchaseNotices();
  const data: CardData = { ...view, list: list.data, isListFailed: list.error !== undefined, funds };
  return (
    <div className="grid gap-8">
      {list.error && !list.data ? (
        <RetryAlert message={t('listFailed')} retryLabel={t('retry')} onRetry={() => void list.mutate()} />
      ) : null}
      {isCardView(shown) ? (
        <CardSubpage key={shown} view={shown} data={data} />
      ) : (
        <OwnAmounts>
          <CardOverview data={data} />
        </OwnAmounts>
      )}
    </div>
  );
}

/** The signed-in user's cards, or the reason that there can't be any. */
export function CardPanel(view: AccountViewProps) {
  const t = useTranslations('wallet.card');
  if (cardPlaces(view.contracts).length === 0) return <p className="measure text-muted">{t('noContract')}</p>;
  return <CardPages {...view} />;
}

/** Card page: the card balance, the cards, and their purchases. */
export function CardPage() {
  const t = useTranslations('wallet.card');
  return (
    <AccountView
      lead={t('lead')}
      conditions={t('conditions')}
      leadStays={false}
      sample={<SampleCard />}
      skeleton={<CardSkeleton />}
    >
      {(view) => <CardPanel {...view} />}
    </AccountView>
  );
}
