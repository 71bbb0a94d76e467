import { useLocale, useTranslations } from 'next-intl';
import { AmountText } from '@/components/wallet/display/amount-text';
import { FigureLine } from '@/components/wallet/display/figure-line';
import { useChainDate } from '@/components/wallet/display/use-chain-time';
import { MINUS } from '@/lib/format/amount';
import { percentText } from '@/lib/format/percent';
import type { Pledge, PledgeTerm } from '@/lib/wallet/pledge/pledge-arithmetic';
import type { ListedToken } from '@/lib/wallet/tokens/listed-token';

/** Payout and cost of an early exit, for its review. */
export function ExitFigures({
  pledge: { amount, interest, penalty, maturesAt },
  term,
  token: { symbol, decimals },
}: {
  pledge: Pledge;
  term: PledgeTerm;
  token: ListedToken;
}) {
  const t = useTranslations('wallet.pledge.review');
  const locale = useLocale();
  const date = useChainDate();
  const figure = (value: bigint, sign = '') => (
    <>
      {sign}
      <AmountText value={value} decimals={decimals} /> {symbol}
    </>
  );
  return (
    <div className="grid gap-3 border-s-2 border-warning ps-3">
      <dl>
        <FigureLine label={t('returns')}>
          <span className="text-lg">{figure(amount - penalty)}</span>
        </FigureLine>
        <FigureLine label={t('penalty', { rate: percentText(term.penaltyBps, locale) })}>
          {figure(penalty, MINUS)}
        </FigureLine>
        <FigureLine label={t('interest')}>{figure(interest, MINUS)}</FigureLine>
        <FigureLine label={t('waiting', { date: date(maturesAt) })}>{figure(amount + interest)}</FigureLine>
      </dl>
      <p className="text-sm text-muted">{t('final')}</p>
    </div>
  );
}
