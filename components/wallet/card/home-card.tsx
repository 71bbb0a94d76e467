import { useLocale, useTranslations } from 'next-intl';
import { AmountText } from '@/components/wallet/display/amount-text';
import { secondsOf, useChainTime } from '@/components/wallet/display/use-chain-time';
import type { AccountViewProps } from '@/components/wallet/frame/account-view';
import { WalletLink } from '@/components/wallet/frame/wallet-link';
import type { CardPurchase } from '@/lib/api/types';
import { useCardList, useCardPurchases } from '@/lib/api/use-card';
import { routes } from '@/lib/routes';
import { minorText } from '@/lib/wallet/card/card-money';
import { cardPlaces, spendableOf, useCardFunds } from '@/lib/wallet/card/use-card-funds';
import { isUsed, placedFunds } from './card-params';
import { useMerchantName } from './purchase-list';

/** Number of purchases to show. The card page shows all of them. */
const LATEST = 3;

function Row({ purchase }: { purchase: CardPurchase }) {
  const t = useTranslations('wallet.card');
  const locale = useLocale();
  const time = useChainTime();
  const nameOf = useMerchantName();
  const { id, state, amount, currency, createdAt } = purchase;
  return (
    <li className="relative grid min-h-16 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-b border-line py-2 leading-snug">
      <span className="min-w-0">
        <WalletLink
          href={`${routes.card}?${new URLSearchParams({ show: 'purchase', id })}`}
          className="wrap-anywhere after:absolute after:inset-0"
        >
          {nameOf(purchase)}
        </WalletLink>
        <span className="block text-xs text-muted">{time(secondsOf(createdAt))}</span>
      </span>
      <span className="text-end">
        {state === 'declined' ? null : (
          <span className="figures block">{minorText(amount, currency, locale)}</span>
        )}
        <span className="block text-xs text-muted">{t(`state.${state}`)}</span>
      </span>
    </li>
  );
}

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
      {purchases.length > 0 ? (
        <ul className="border-t border-line">
          {purchases.slice(0, LATEST).map((purchase) => (
            <Row key={purchase.id} purchase={purchase} />
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
