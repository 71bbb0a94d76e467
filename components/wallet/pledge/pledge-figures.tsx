import { useLocale, useTranslations } from 'next-intl';
import { ProgressBar } from '@/components/ui/progress-ring';
import { AmountToggle } from '@/components/wallet/display/amount-toggle';
import { FigureLine } from '@/components/wallet/display/figure-line';
import { useOwnText } from '@/components/wallet/display/own-amounts';
import {
  useChainDate,
  useChainTime,
  useDuration,
  useFixedDuration,
} from '@/components/wallet/display/use-chain-time';
import { formatAmount } from '@/lib/format/amount';
import { percentText } from '@/lib/format/percent';
import {
  isMatured,
  type Pledge,
  type PledgeTerm,
  pledgeProgress,
} from '@/lib/wallet/pledge/pledge-arithmetic';
import type { ListedToken } from '@/lib/wallet/tokens/listed-token';

/** Details of a pledge: amount, term, progress, rate, and payout at maturity. */
export function PledgeFigures({
  pledge,
  term,
  token: { symbol, decimals },
  now,
}: {
  pledge: Pledge;
  term: PledgeTerm;
  token: ListedToken;
  /** Chain time in seconds since the epoch. */
  now: bigint;
}) {
  const t = useTranslations('wallet.pledge');
  const locale = useLocale();
  const duration = useFixedDuration();
  const countdown = useDuration();
  const date = useChainDate();
  const time = useChainTime();
  const own = useOwnText();
  const amount = own(formatAmount(pledge.amount, decimals, locale, decimals));
  return (
    <>
      <p className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4">
        <span className="text-xl wrap-anywhere">
          <AmountToggle value={pledge.amount} decimals={decimals} />{' '}
          <span className="text-sm text-muted">{symbol}</span>
        </span>
        <span className="text-sm text-muted">{duration(BigInt(term.duration))}</span>
      </p>
      <ProgressBar label={t('progress', { amount, symbol })} value={pledgeProgress(pledge, now)} />
      <dl>
        {isMatured(pledge, now) ? (
          <FigureLine label={t('maturedOn')}>{date(pledge.maturesAt)}</FigureLine>
        ) : (
          <FigureLine label={t('maturesIn')} note={time(pledge.maturesAt)}>
            {countdown(pledge.maturesAt - now)}
          </FigureLine>
        )}
        <FigureLine label={t('rate')}>{percentText(term.rateBps, locale)}</FigureLine>
        <FigureLine label={t('atMaturity')}>
          <AmountToggle value={pledge.amount + pledge.interest} decimals={decimals} /> {symbol}
        </FigureLine>
      </dl>
    </>
  );
}
