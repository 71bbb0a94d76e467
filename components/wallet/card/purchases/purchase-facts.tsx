import { useLocale, useTranslations } from 'next-intl';
import { type CardData, fundsOfCard } from '@/components/wallet/card/parts/card-params';
import { FigureLine } from '@/components/wallet/display/figure-line';
import { secondsOf, useChainDate } from '@/components/wallet/display/use-chain-time';
import type { Card, CardPurchase } from '@/lib/api/types';
import { decimalText, formatAmount } from '@/lib/format/amount';
import { percentText } from '@/lib/format/percent';
import { minorText } from '@/lib/wallet/card/card-money';
import { isHeld } from '@/lib/wallet/card/purchase-holds';

/** The amounts of a purchase in the card's currency and in the token, its price, and its merchant. */
export function PurchaseFacts({
  purchase,
  card,
  data,
}: {
  purchase: CardPurchase;
  card: Card | undefined;
  data: CardData;
}) {
  const t = useTranslations('wallet.card.fact');
  const locale = useLocale();
  const date = useChainDate();
  const token = card && fundsOfCard(card, data.funds)?.funds.token;
  const { currency, merchantCurrency, merchantAmount, price, marginBps, holdExpiresAt, merchant } = purchase;
  const amounts = (['held', 'charged', 'returned'] as const).filter((name) => BigInt(purchase[name]) > 0n);
  const inTokens = (raw: string) =>
    token && BigInt(raw) > 0n
      ? `${formatAmount(BigInt(raw), token.decimals, locale, token.decimals)} ${token.symbol}`
      : undefined;
  const place = [merchant.city, merchant.country].filter(Boolean).join(', ');
  return (
    <dl className="border-t border-line">
      {amounts.map((name) => (
        <FigureLine key={name} label={t(name)} note={inTokens(purchase.tokens[name])}>
          {minorText(purchase[name], currency, locale)}
        </FigureLine>
      ))}
      {BigInt(purchase.tokens.owed) > 0n ? (
        <FigureLine label={t('owed')}>{inTokens(purchase.tokens.owed) ?? '…'}</FigureLine>
      ) : null}
      {merchantCurrency === currency ? null : (
        <FigureLine label={t('merchantAmount')}>
          {minorText(merchantAmount, merchantCurrency, locale)}
        </FigureLine>
      )}
      {price === null ? null : (
        <FigureLine
          label={t('price', { symbol: token?.symbol ?? '' })}
          note={marginBps ? t('margin', { margin: percentText(marginBps, locale) }) : t('noMargin')}
        >
          ${decimalText(price, locale)}
        </FigureLine>
      )}
      {holdExpiresAt === null || !isHeld(purchase) ? null : (
        <FigureLine label={t('holdEnds')} note={t('holdEndsNote')}>
          {date(secondsOf(holdExpiresAt))}
        </FigureLine>
      )}
      {place ? <FigureLine label={t('place')}>{place}</FigureLine> : null}
      {merchant.category ? (
        <FigureLine label={t('category')}>{merchant.category.replaceAll('_', ' ')}</FigureLine>
      ) : null}
      {card ? <FigureLine label={t('card')}>•••• {card.lastFour}</FigureLine> : null}
    </dl>
  );
}
