import { useTranslations } from 'next-intl';
import { AmountText } from '@/components/wallet/display/amount-text';
import { AmountToggle } from '@/components/wallet/display/amount-toggle';
import { FigureLine } from '@/components/wallet/display/figure-line';
import { useFixedDuration } from '@/components/wallet/display/use-chain-time';
import type { LivePresale, PresaleTerms } from '@/lib/wallet/presale/presale-arithmetic';
import type { ListedToken } from '@/lib/wallet/tokens/listed-token';

/** Data of a presale: its live state, its terms, and its listed tokens. */
export type PresaleFigures = {
  live: LivePresale;
  terms: PresaleTerms;
  sale: ListedToken;
  payment: ListedToken;
};

/** The fixed terms of a presale: price, caps, and release. A failed presale releases nothing. */
export function PresaleTermsList({ live, terms, sale, payment }: PresaleFigures) {
  const t = useTranslations('wallet.presale');
  const span = useFixedDuration();
  const { price, walletCap, inventory, cliff, vesting } = terms;
  const after = (time: bigint) => (time === 0n ? t('atEnd') : t('afterEnd', { time: span(time) }));
  return (
    <dl className="border-t border-line">
      <FigureLine label={t('price', { symbol: sale.symbol })}>
        <AmountText value={price} decimals={payment.decimals} maxDecimals={payment.decimals} />{' '}
        {payment.symbol}
      </FigureLine>
      <FigureLine label={t('forSale')}>
        <AmountToggle value={inventory} decimals={sale.decimals} /> {sale.symbol}
      </FigureLine>
      <FigureLine label={t('walletCap')}>
        <AmountToggle value={walletCap} decimals={payment.decimals} /> {payment.symbol}
      </FigureLine>
      {live.stage === 'failed' ? null : cliff === vesting ? (
        <FigureLine label={t('release')}>{after(vesting)}</FigureLine>
      ) : (
        <>
          <FigureLine label={t('firstRelease')}>{after(cliff)}</FigureLine>
          <FigureLine label={t('lastRelease')} note={t('evenly')}>
            {after(vesting)}
          </FigureLine>
        </>
      )}
    </dl>
  );
}
