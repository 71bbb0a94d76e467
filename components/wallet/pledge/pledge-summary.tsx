import { useLocale, useTranslations } from 'next-intl';
import { AmountText } from '@/components/wallet/display/amount-text';
import { FigureLine } from '@/components/wallet/display/figure-line';
import { percentText } from '@/components/wallet/display/percent-text';
import { type PledgeTerm, pledgeFigures } from '@/lib/wallet/pledge/pledge-arithmetic';
import type { ListedToken } from '@/lib/wallet/tokens/listed-token';
import { useMomentText } from './use-moment-text';

/** What leaves the wallet by a pledge, what comes back and when, and what leaving early would cost. */
export function PledgeSummary({
  term,
  token: { symbol, decimals },
  amount,
  freeReserve,
  now,
}: {
  term: PledgeTerm;
  token: ListedToken;
  /** Base units; null while none is typed. */
  amount: bigint | null;
  /** Base units. */
  freeReserve: bigint;
  /** The chain's time. */
  now: bigint;
}) {
  const t = useTranslations('wallet.pledge');
  const locale = useLocale();
  const momentText = useMomentText();
  const figures = amount === null ? null : pledgeFigures(amount, term);
  const written = (value: bigint | undefined) => (
    <span className="wrap-anywhere">
      <AmountText value={value} decimals={decimals} locale={locale} maxDecimals={decimals} /> {symbol}
    </span>
  );
  return (
    <dl className="border-t border-line">
      <FigureLine label={t('leaves')}>{written(amount ?? undefined)}</FigureLine>
      <FigureLine
        label={t('comesBack')}
        note={t('comesBackNote', { date: momentText(now + BigInt(term.duration), 'full') })}
      >
        {written(amount !== null && figures ? amount + figures.interest : undefined)}
      </FigureLine>
      <FigureLine label={t('early')} note={t('earlyNote', { rate: percentText(term.penaltyBps, locale) })}>
        {written(amount !== null && figures ? amount - figures.penalty : undefined)}
      </FigureLine>
      <FigureLine label={t('freeReserve')}>{written(freeReserve)}</FigureLine>
    </dl>
  );
}
