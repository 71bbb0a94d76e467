import { useTranslations } from 'next-intl';
import { AmountText } from '@/components/wallet/display/amount-text';
import type { AccountViewProps } from '@/components/wallet/frame/account-view';
import { WalletLink } from '@/components/wallet/frame/wallet-link';
import { useCardList, useCardPurchases } from '@/lib/api/use-card';
import { routes } from '@/lib/routes';
import { cardPlaces, spendableOf, useCardFunds } from '@/lib/wallet/card/use-card-funds';
import { isUsed, placedFunds } from './parts/card-params';
import { PurchaseRow } from './purchases/purchase-list';

/** Number of purchases to show. The card page shows all of them. */
const LATEST = 3;

function Shown({ account, coins, contracts }: AccountViewProps) {
  const t = useTranslations('wallet.card');
  const { data: list } = useCardList();
  const { list: purchases = [] } = useCardPurchases();
  const funds = placedFunds(useCardFunds(account, coins, contracts, list?.program)).filter(isUsed);
  if (funds.length === 0 && !list?.cards.length) return null;
  return (
    <section aria-labelledby="home-card" className="grid content-start gap-3">
      <h2 id="home-card" className="text-xl">
        {t('title')}
      </h2>
      <dl className="grid gap-1">
        {funds.map(({ place, funds: own }) => (
          <div
            key={`${place.chainId} ${own.token.address}`}
            className="flex flex-wrap items-baseline justify-between gap-x-4"
          >
            <dt className="text-sm text-muted">{t('spendable')}</dt>
            <dd className="figures">
              <AmountText value={spendableOf(own)} decimals={own.token.decimals} /> {own.token.symbol}
            </dd>
          </div>
        ))}
      </dl>
      {funds.length > 0 ? <p className="text-xs text-muted">{t('apart')}</p> : null}
      {purchases.length > 0 ? (
        <ul className="border-t border-line">
          {purchases.slice(0, LATEST).map((purchase) => (
            <PurchaseRow
              key={purchase.id}
              purchase={purchase}
              href={`${routes.card}?${new URLSearchParams({ show: 'purchase', id: purchase.id })}`}
            />
          ))}
        </ul>
      ) : null}
      <WalletLink href={routes.card}>{t('all')}</WalletLink>
    </section>
  );
}

/** What cards can spend, and the latest purchases. Renders nothing for users without a card balance and without a card. */
export function HomeCard(view: AccountViewProps) {
  return cardPlaces(view.contracts).length > 0 ? <Shown {...view} /> : null;
}
