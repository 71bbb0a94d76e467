import { useLocale, useTranslations } from 'next-intl';
import { TideMeter } from '@/components/ui/tide-meter';
import { AmountText } from '@/components/wallet/display/amount-text';
import { formatAmount } from '@/lib/format/amount';
import { shareOf } from '@/lib/format/number-format';
import type { PresaleFigures } from './presale-figures';

/** What has been raised, between nothing and the hard cap, with the soft cap marked. */
export function RaisedMeter({ live: { stage, read }, terms, payment }: PresaleFigures) {
  const t = useTranslations('wallet.presale');
  const locale = useLocale();
  const { decimals, symbol } = payment;
  const { softCap, hardCap } = terms;
  const { raised } = read;
  const amount = (value: bigint) => `${formatAmount(value, decimals, locale)} ${symbol}`;
  const softCapText = () => {
    if (raised >= softCap) return t('softCap.reached', { amount: amount(softCap) });
    if (stage === 'failed') return t('softCap.missed', { amount: amount(softCap) });
    return t('softCap.ahead', { amount: amount(softCap), missing: amount(softCap - raised) });
  };
  return (
    <div className="grid gap-3">
      <p>
        <span className="font-display text-2xl">
          <AmountText value={raised} decimals={decimals} locale={locale} />
        </span>{' '}
        <span className="text-muted">{symbol}</span>
        <span className="block text-sm text-muted">{t('raisedOf', { amount: amount(hardCap) })}</span>
      </p>
      <TideMeter
        label={t('raised')}
        valueText={t('raisedText', { raised: amount(raised), hardCap: amount(hardCap) })}
        value={shareOf(raised, hardCap)}
        marks={[shareOf(softCap, hardCap)]}
      />
      <p className="border-s-2 border-ink ps-2 text-sm">{softCapText()}</p>
    </div>
  );
}
