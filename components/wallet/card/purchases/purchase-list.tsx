import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { type CardData, openerId, showCardView } from '@/components/wallet/card/parts/card-params';
import { OwnText } from '@/components/wallet/display/own-amounts';
import { RetryAlert } from '@/components/wallet/display/retry-alert';
import { LoadingStatus, Placeholder, RowSkeletons } from '@/components/wallet/display/skeleton';
import { secondsOf, useChainTime } from '@/components/wallet/display/use-chain-time';
import { WalletLink } from '@/components/wallet/frame/wallet-link';
import type { CardPurchase } from '@/lib/api/types';
import { useCardPurchases } from '@/lib/api/use-card';
import { minorText } from '@/lib/wallet/card/card-money';
import { isHeld } from '@/lib/wallet/card/purchase-holds';

/** React hook that returns a function that names the merchant of a purchase. */
export function useMerchantName(): (purchase: Pick<CardPurchase, 'merchant'>) => string {
  const t = useTranslations('wallet.card');
  return ({ merchant: { name } }) => name ?? t('unknownMerchant');
}

const rowClass =
  'grid min-h-16 w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 py-2 text-start leading-snug hover:bg-sunken';

/** A purchase in two lines, as a link to its details, or as a button that opens them on the card page. */
export function PurchaseRow({
  purchase,
  lastFour,
  href,
}: {
  purchase: CardPurchase;
  lastFour?: string | undefined;
  href?: string;
}) {
  const t = useTranslations('wallet.card');
  const locale = useLocale();
  const time = useChainTime();
  const nameOf = useMerchantName();
  const { id, state, amount, currency, createdAt, isPossibleDuplicate } = purchase;
  const isDeclined = state === 'declined';
  const content = (
    <>
      <span className="min-w-0">
        <span className="block wrap-anywhere">{nameOf(purchase)}</span>
        <span className="block text-xs text-muted">
          {time(secondsOf(createdAt))}
          {lastFour ? ` · •••• ${lastFour}` : ''}
        </span>
        {isPossibleDuplicate ? <span className="block text-xs text-warning">{t('duplicate')}</span> : null}
      </span>
      <span className="text-end">
        {isDeclined ? null : (
          <span className="figures block">
            <OwnText>{minorText(amount, currency, locale)}</OwnText>
          </span>
        )}
        <span
          className={`block text-xs ${isDeclined ? 'text-error' : isHeld(purchase) ? 'text-warning' : 'text-muted'}`}
        >
          {t(`state.${state}`)}
        </span>
      </span>
    </>
  );
  return (
    <li className="border-b border-line">
      {href ? (
        <WalletLink href={href} className={rowClass}>
          {content}
        </WalletLink>
      ) : (
        <button
          type="button"
          id={openerId('purchase', id)}
          onClick={() => showCardView('purchase', { id })}
          className={rowClass}
        >
          {content}
        </button>
      )}
    </li>
  );
}

/** The user's purchases, newest first, or the reason that there are none. */
export function PurchaseList({ data, empty }: { data: Pick<CardData, 'list'>; empty: ReactNode }) {
  const t = useTranslations('wallet.card');
  const { list, hasMore, readMore, isFailed, retry } = useCardPurchases();
  const lastFourOf = (cardId: string) => data.list?.cards.find(({ id }) => id === cardId)?.lastFour;
  if (!list)
    return isFailed ? (
      <RetryAlert message={t('purchasesFailed')} retryLabel={t('retry')} onRetry={retry} />
    ) : (
      <>
        <LoadingStatus text={t('loading')} />
        <Placeholder>
          <RowSkeletons count={5} />
        </Placeholder>
      </>
    );
  if (list.length === 0) return empty;
  return (
    <>
      {isFailed ? <RetryAlert message={t('purchasesStale')} retryLabel={t('retry')} onRetry={retry} /> : null}
      <ul className="border-t border-line">
        {list.map((purchase) => (
          <PurchaseRow key={purchase.id} purchase={purchase} lastFour={lastFourOf(purchase.cardId)} />
        ))}
      </ul>
      {hasMore ? (
        <div>
          <Button size="small" onClick={readMore}>
            {t('more')}
          </Button>
        </div>
      ) : null}
    </>
  );
}
