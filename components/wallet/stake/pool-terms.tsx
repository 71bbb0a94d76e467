import { useLocale, useTranslations } from 'next-intl';
import { AmountToggle } from '@/components/wallet/display/amount-toggle';
import { FigureLine } from '@/components/wallet/display/figure-line';
import { useChainDate } from '@/components/wallet/display/use-chain-time';
import { formatAmount } from '@/lib/format/amount';
import { percentText } from '@/lib/format/percent';
import { aprBps, type LivePool } from '@/lib/wallet/stake/staking-arithmetic';
import type { ListedToken } from '@/lib/wallet/tokens/listed-token';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;
/** Maximum APR to show, in basis points. Higher APRs occur only if almost nothing is staked. */
const MAX_SHOWN_BPS = 100_000_000n;

/** A pool's APR, total stake, and remaining reward period. */
export function PoolTerms({
  live,
  staking,
  reward,
}: {
  live: LivePool;
  staking: ListedToken;
  reward: ListedToken;
}) {
  const t = useTranslations('wallet.stake');
  const date = useChainDate();
  const locale = useLocale();
  const { totalStaked, rewardPerYear, endsAt } = live.read;
  const isDry = rewardPerYear === 0n;
  const isOneToken = staking.address === reward.address;
  const yearly = { amount: formatAmount(rewardPerYear, reward.decimals, locale), symbol: reward.symbol };

  const yieldText = () => {
    const apr = aprBps(live.read);
    if (isDry) return t('aprNone');
    if (apr === null) return '–';
    if (!isOneToken) return t('aYear', yearly);
    return apr > MAX_SHOWN_BPS ? `> ${percentText(MAX_SHOWN_BPS, locale)}` : percentText(apr, locale);
  };
  const yieldNote = () => {
    if (isDry) return t('dry');
    if (totalStaked === 0n) return t('nobody', yearly);
    return isOneToken ? undefined : t('shared');
  };
  const secondsLeft = endsAt > live.now ? Number(endsAt - live.now) : 0;
  const timeLeft = () => {
    if (secondsLeft >= 2 * DAY_S) return t('days', { count: Math.floor(secondsLeft / DAY_S) });
    if (secondsLeft >= 2 * HOUR_S) return t('hours', { count: Math.floor(secondsLeft / HOUR_S) });
    return t('minutes', { count: Math.floor(secondsLeft / MINUTE_S) });
  };
  const isEnded = isDry || secondsLeft === 0;
  return (
    <dl className="border-t border-line">
      <FigureLine label={t('apr')} note={yieldNote()}>
        {yieldText()}
      </FigureLine>
      <FigureLine label={t('total')}>
        <AmountToggle value={totalStaked} decimals={staking.decimals} /> {staking.symbol}
      </FigureLine>
      <FigureLine label={t('left')} note={isEnded ? undefined : t('until', { date: date(endsAt) })}>
        {isEnded ? t('none') : timeLeft()}
      </FigureLine>
    </dl>
  );
}
