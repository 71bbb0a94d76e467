import { useLocale, useTranslations } from 'next-intl';
import { TideMeter } from '@/components/ui/tide-meter';
import { AmountText } from '@/components/wallet/display/amount-text';
import { AmountToggle } from '@/components/wallet/display/amount-toggle';
import { OwnAmounts } from '@/components/wallet/display/own-amounts';
import { useChainTime, useDuration } from '@/components/wallet/display/use-chain-time';
import { PausedNote } from '@/components/wallet/frame/node-banner';
import { formatAmount } from '@/lib/format/amount';
import { shareOf } from '@/lib/format/percent';
import type { LiveStage } from '@/lib/wallet/presale/presale-arithmetic';
import type { PresaleFigures } from './presale-terms-list';
import { PresaleTermsList } from './presale-terms-list';
import { VestingTimeline } from './vesting-timeline';

/** Progress bar of the amount raised out of the hard cap, with the soft cap marked. */
function RaisedMeter({ live: { stage, read }, terms, payment }: PresaleFigures) {
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
          <AmountText value={raised} decimals={decimals} />
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

/** The account's contribution and the tokens it bought. */
function PresalePosition({ live: { stage, read }, sale, payment }: PresaleFigures) {
  const t = useTranslations('wallet.presale');
  const { position } = read;
  if (!position || stage === 'unscheduled' || stage === 'upcoming') return null;
  return (
    <dl className="grid gap-x-8 gap-y-4 border-t border-line pt-5 sm:grid-cols-2 md:grid-cols-1 lg:grid-cols-2">
      <div>
        <dt className="text-sm text-muted">{t('contributed')}</dt>
        <dd className="text-xl">
          <AmountToggle value={position.contributed} decimals={payment.decimals} />{' '}
          <span className="text-sm text-muted">{payment.symbol}</span>
        </dd>
      </div>
      {stage === 'failed' ? null : (
        <div>
          <dt className="text-sm text-muted">{t('bought')}</dt>
          <dd className="text-xl">
            <AmountToggle value={position.bought} decimals={sale.decimals} />{' '}
            <span className="text-sm text-muted">{sale.symbol}</span>
          </dd>
        </div>
      )}
    </dl>
  );
}

const looks: Record<LiveStage, string> = {
  unscheduled: 'border-edge text-muted',
  upcoming: 'border-edge',
  open: 'border-water text-water',
  closing: 'border-edge',
  succeeded: 'border-success text-success',
  failed: 'border-error text-error',
};

/** Label of a presale's stage. */
export function StageMark({ stage }: { stage: LiveStage }) {
  const t = useTranslations('wallet.presale');
  return (
    <p className={`rounded-sharp border px-2 text-xs leading-6 ${looks[stage]}`}>
      <span className="sr-only">{t('stageLabel')} </span>
      <span>{t(`stage.${stage}`)}</span>
    </p>
  );
}

/** Time left in the stage according to the chain's clock, or the outcome of the presale. */
function StageTime({ live: { stage, now, read } }: Pick<PresaleFigures, 'live'>) {
  const t = useTranslations('wallet.presale');
  const duration = useDuration();
  const date = useChainTime();
  const { start, end } = read;
  if (stage === 'unscheduled' || stage === 'closing') return <p>{t(`when.${stage}`)}</p>;
  if (stage === 'succeeded' || stage === 'failed') return <p>{t(`when.${stage}`, { date: date(end) })}</p>;
  const boundary = stage === 'upcoming' ? start : end;
  return (
    <p className="flex flex-wrap items-baseline gap-x-3">
      <span className="figures">{t(`when.${stage}`, { time: duration(boundary - now) })}</span>
      <span className="text-sm text-muted">{date(boundary)}</span>
    </p>
  );
}

/** A presale's progress, the account's position, and the terms. */
export function PresaleDetails(figures: PresaleFigures) {
  const t = useTranslations('wallet.presale');
  const { stage, read } = figures.live;
  // Signed-in users see this note in the form instead.
  const isPaused = (stage === 'open' || stage === 'upcoming') && read.isPaused && !read.position;
  return (
    <div className="grid gap-6">
      <RaisedMeter {...figures} />
      <StageTime {...figures} />
      {isPaused ? <PausedNote text={t('paused')} /> : null}
      <OwnAmounts>
        <PresalePosition {...figures} />
        <VestingTimeline {...figures} />
      </OwnAmounts>
      <PresaleTermsList {...figures} />
    </div>
  );
}
