import { useLocale, useTranslations } from 'next-intl';
import { AmountText } from '@/components/wallet/display/amount-text';
import { FigureLine } from '@/components/wallet/display/figure-line';
import { useChainTime } from '@/components/wallet/display/use-chain-time';
import { formatAmount } from '@/lib/format/amount';
import { tokensBought } from '@/lib/wallet/presale/presale-arithmetic';
import type { PresaleFigures } from './presale-figures';

/** What leaves the wallet, what arrives and when, and what if the soft cap is missed: said before anything is signed. */
export function ContributeTerms({
  figures: { live, terms, sale, payment },
  contributed,
  amount,
}: {
  figures: PresaleFigures;
  /** Base units of the payment: before, and now; null where no right amount is entered. */
  contributed: bigint;
  amount: bigint | null;
}) {
  const t = useTranslations('wallet.presale');
  const locale = useLocale();
  const date = useChainTime();
  const { end } = live.read;
  const { cliff, vesting, softCap } = terms;
  const { decimals, symbol } = payment;
  const value = amount ?? undefined;
  return (
    <>
      <dl className="border-t border-line">
        <FigureLine label={t('pays')}>
          <AmountText value={value} decimals={decimals} locale={locale} maxDecimals={decimals} /> {symbol}
        </FigureLine>
        <FigureLine label={t('buys')}>
          <AmountText
            value={value === undefined ? undefined : tokensBought(terms, contributed, value)}
            decimals={sale.decimals}
            locale={locale}
            maxDecimals={sale.decimals}
          />{' '}
          {sale.symbol}
        </FigureLine>
        {cliff === vesting ? null : <FigureLine label={t('firstRelease')}>{date(end + cliff)}</FigureLine>}
        <FigureLine label={t(cliff === vesting ? 'release' : 'lastRelease')}>
          {date(end + vesting)}
        </FigureLine>
      </dl>
      <p className="text-sm text-muted">
        {t('condition', { amount: formatAmount(softCap, decimals, locale, decimals), symbol })}
      </p>
    </>
  );
}
