import { useLocale, useTranslations } from 'next-intl';
import { TideMeter } from '@/components/ui/tide-meter';
import { LiveAmount } from '@/components/wallet/display/amount-text';
import { AmountToggle } from '@/components/wallet/display/amount-toggle';
import { FigureLine } from '@/components/wallet/display/figure-line';
import { OwnText } from '@/components/wallet/display/own-amounts';
import { useChainTime, useDuration } from '@/components/wallet/display/use-chain-time';
import { formatAmount } from '@/lib/format/amount';
import { shareOf } from '@/lib/format/percent';
import { nextRelease } from '@/lib/wallet/presale/presale-arithmetic';
import type { PresaleFigures } from './presale-terms-list';

/** Vesting of the account's tokens after a successful sale: the cliff, followed by linear vesting every second. */
export function VestingTimeline({ live, terms, sale }: PresaleFigures) {
  const t = useTranslations('wallet.presale');
  const locale = useLocale();
  const date = useChainTime();
  const duration = useDuration();
  const { stage, now, claimable, read } = live;
  const { position, end } = read;
  if (stage !== 'succeeded' || !position || position.bought === 0n) return null;
  const { decimals, symbol } = sale;
  const { cliff, vesting } = terms;
  const next = nextRelease({ bought: position.bought, end, terms }, now);
  return (
    <div className="grid gap-3">
      <h3 className="text-base">{t('vesting.title')}</h3>
      <TideMeter
        label={t('vesting.title')}
        valueText={
          now < end + vesting
            ? t('vesting.ahead', { time: duration(end + vesting - now) })
            : t('vesting.allReleased')
        }
        value={vesting === 0n ? 1 : shareOf(now - end, vesting)}
        marks={cliff === 0n ? [] : [shareOf(cliff, vesting)]}
      />
      <dl className="border-t border-line">
        <FigureLine label={t('vesting.claimable')}>
          <LiveAmount value={claimable} decimals={decimals} /> {symbol}
        </FigureLine>
        <FigureLine label={t('vesting.claimed')}>
          <AmountToggle value={position.claimed} decimals={decimals} /> {symbol}
        </FigureLine>
        <FigureLine
          label={t('vesting.next')}
          note={
            next
              ? t(now < end + cliff ? 'vesting.atOnce' : 'vesting.flows', { date: date(next.at) })
              : undefined
          }
        >
          {next ? (
            <>
              <OwnText>{formatAmount(next.amount, decimals, locale)}</OwnText> {symbol}
            </>
          ) : (
            t('vesting.allReleased')
          )}
        </FigureLine>
        {cliff > 0n ? <FigureLine label={t('vesting.first')}>{date(end + cliff)}</FigureLine> : null}
        <FigureLine label={t('vesting.last')}>{date(end + vesting)}</FigureLine>
      </dl>
    </div>
  );
}
