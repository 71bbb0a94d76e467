import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { CardPurchase } from '@/lib/api/types';
import { useCardPurchases } from '@/lib/api/use-card';
import { notify } from '@/lib/browser/notices';
import { minorText } from '@/lib/wallet/card/card-money';
import { useMerchantName } from './purchase-list';

type Seen = ReadonlyMap<string, Pick<CardPurchase, 'state' | 'returned'>>;

/** What is new about a purchase, or null. */
type News = 'approved' | 'declined' | 'refunded' | null;

/** Returns what is new about a purchase since it was seen, if it was. */
export function newsOf(seen: Seen, { id, state, returned }: CardPurchase): News {
  const before = seen.get(id);
  if (!before) return state === 'declined' ? 'declined' : 'approved';
  return BigInt(returned) > BigInt(before.returned) ? 'refunded' : null;
}

/** React hook that shows a toast for purchases that are approved, declined, or refunded while the page is open. */
export function usePurchaseNotices(): void {
  const t = useTranslations('wallet.card.news');
  const locale = useLocale();
  const nameOf = useMerchantName();
  const { list } = useCardPurchases();
  const seen = useRef<Seen | null>(null);
  const tell = useEffectEvent((purchases: readonly CardPurchase[]) => {
    const known = seen.current;
    seen.current = new Map(purchases.map((purchase) => [purchase.id, purchase]));
    if (!known) return;
    // Older pages of the list aren't news.
    const newest = Math.max(
      0,
      ...[...known.keys()].map((id) => timeOf(purchases.find((one) => one.id === id))),
    );
    for (const purchase of purchases) {
      const news = newsOf(known, purchase);
      if (news === null || (!known.has(purchase.id) && timeOf(purchase) < newest)) continue;
      const { returned, currency, merchantAmount, merchantCurrency } = purchase;
      const amount =
        news === 'refunded'
          ? minorText(returned, currency, locale)
          : minorText(merchantAmount, merchantCurrency, locale);
      notify(news === 'declined' ? 'warning' : 'success', t(news, { amount, merchant: nameOf(purchase) }));
    }
  });
  useEffect(() => {
    if (list) tell(list);
  }, [list]);
}

const timeOf = (purchase: CardPurchase | undefined) => (purchase ? Date.parse(purchase.createdAt) : 0);
