import { useTranslations } from 'next-intl';
import { useChainTime } from '@/components/wallet/display/use-chain-time';
import { useDuration } from '@/components/wallet/display/use-duration';
import type { PresaleFigures } from './presale-figures';

/** How long a stage lasts by the chain's time, or how the sale ended. */
export function StageTime({ live: { stage, now, read } }: Pick<PresaleFigures, 'live'>) {
  const t = useTranslations('wallet.presale');
  const duration = useDuration();
  const date = useChainTime();
  const { start, end } = read;
  if (stage === 'unscheduled' || stage === 'closing') return <p>{t(`when.${stage}`)}</p>;
  if (stage === 'succeeded' || stage === 'failed') return <p>{t(`when.${stage}`, { date: date(end) })}</p>;
  const border = stage === 'upcoming' ? start : end;
  return (
    <p className="flex flex-wrap items-baseline gap-x-3">
      <span className="figures">{t(`when.${stage}`, { time: duration(border - now) })}</span>
      <span className="text-sm text-muted">{date(border)}</span>
    </p>
  );
}
