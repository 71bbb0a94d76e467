import { useLocale, useTranslations } from 'next-intl';
import type { CardData } from '@/components/wallet/card/parts/card-params';
import { RetryAlert } from '@/components/wallet/display/retry-alert';
import { LoadingStatus } from '@/components/wallet/display/skeleton';
import { secondsOf, useChainTime } from '@/components/wallet/display/use-chain-time';
import type { CardPurchase } from '@/lib/api/types';
import { useCardPurchases } from '@/lib/api/use-card';
import { usePageParams } from '@/lib/browser/page-params';
import { minorText } from '@/lib/wallet/card/card-money';
import { BlockMerchant } from './block-merchant';
import { DeclineNote } from './decline-note';
import { DisputePurchase } from './dispute-form';
import { PurchaseFacts } from './purchase-facts';
import { useMerchantName } from './purchase-list';
import { PurchaseSteps } from './purchase-steps';
import { ReleaseHold } from './release-hold';

/** What a purchase costs, its state, and what the user can do about it. */
function PurchaseDetails({ purchase, data }: { purchase: CardPurchase; data: CardData }) {
  const t = useTranslations('wallet.card');
  const locale = useLocale();
  const time = useChainTime();
  const nameOf = useMerchantName();
  const { state, amount, currency, createdAt, isPossibleDuplicate, cardId } = purchase;
  const card = data.list?.cards.find(({ id }) => id === cardId);
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:gap-12">
      <div className="grid content-start gap-6">
        <div>
          <h3>
            <span className="block text-lg wrap-anywhere">{nameOf(purchase)}</span>
            {state === 'declined' ? null : (
              <span className="figures block text-2xl">{minorText(amount, currency, locale)}</span>
            )}
          </h3>
          <p className="text-sm text-muted">
            {t(`state.${state}`)} · {time(secondsOf(createdAt))}
          </p>
        </div>
        <DeclineNote purchase={purchase} />
        {isPossibleDuplicate ? (
          <p className="measure border-s-2 border-warning ps-3 text-sm">{t('duplicateNote')}</p>
        ) : null}
        <PurchaseFacts purchase={purchase} card={card} data={data} />
        {card ? <ReleaseHold purchase={purchase} card={card} data={data} /> : null}
      </div>
      <div className="grid content-start gap-8">
        <PurchaseSteps purchase={purchase} card={card} data={data} />
        {card ? <BlockMerchant purchase={purchase} card={card} /> : null}
        <DisputePurchase purchase={purchase} />
      </div>
    </div>
  );
}

/** The purchase that the URL names. */
export function PurchaseView({ data }: { data: CardData }) {
  const t = useTranslations('wallet.card');
  const id = usePageParams().get('id');
  const { list, hasMore, readMore, isFailed, retry } = useCardPurchases();
  const purchase = list?.find((one) => one.id === id);
  const card = data.list?.cards.find((one) => one.id === purchase?.cardId);
  const place = data.funds.find(({ chainId }) => chainId === card?.chainId);
  // Its amounts in tokens and its actions would move what shows before them.
  const isReading = !(data.list || data.isListFailed) || (place && !place.data && !place.isFailed);
  if (purchase && isReading) return <LoadingStatus text={t('loading')} />;
  if (purchase) return <PurchaseDetails purchase={purchase} data={data} />;
  if (isFailed) return <RetryAlert message={t('purchasesFailed')} retryLabel={t('retry')} onRetry={retry} />;
  if (!list) return <LoadingStatus text={t('loading')} />;
  if (hasMore) return <RetryAlert message={t('purchaseOlder')} retryLabel={t('more')} onRetry={readMore} />;
  return <p className="measure text-muted">{t('purchaseUnknown')}</p>;
}
