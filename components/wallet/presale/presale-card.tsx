import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { RetryAlert } from '@/components/wallet/display/retry-alert';
import { PausedNote } from '@/components/wallet/shell/paused-note';
import type { LivePresale } from '@/lib/wallet/presale/presale-arithmetic';
import type { Presale } from '@/lib/wallet/presale/use-presales';
import { PresalePosition } from './presale-position';
import { PresaleTermsList } from './presale-terms-list';
import { RaisedMeter } from './raised-meter';
import { StageMark } from './stage-mark';
import { StageTime } from './stage-time';
import { VestingTimeline } from './vesting-timeline';

/** One network's presale: where it stands, the account's part, then what holds for everybody. */
export function PresaleCard({
  presale: { data, isFailed, refetch },
  live,
  chainName,
}: {
  presale: Presale;
  live: LivePresale | undefined;
  chainName: string;
}) {
  const t = useTranslations('wallet.presale');
  const id = useId();
  const { terms, sale, payment } = data ?? {};
  const figures = live && terms && sale && payment ? { live, terms, sale, payment } : null;
  const isRunning = live?.stage === 'open' || live?.stage === 'upcoming';
  // Who can take part is told beside the form.
  const isPaused = isRunning && live.read.isPaused && !live.read.position;
  const isLoading = !data && !isFailed;
  return (
    <section
      aria-labelledby={id}
      className={`grid content-start gap-6 rounded-soft border border-line bg-raised p-5 md:p-6 ${isLoading ? 'min-h-110' : ''}`}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={id} className="text-xl">
          {chainName}
        </h2>
        {figures ? <StageMark stage={figures.live.stage} /> : null}
      </div>
      {isFailed ? (
        <RetryAlert
          message={t(data ? 'stale' : 'unreachable')}
          retryLabel={t('retry')}
          onRetry={() => void refetch()}
        />
      ) : null}
      {data && (!sale || !payment) ? <p className="text-sm text-muted">{t('unlisted')}</p> : null}
      {figures ? (
        <>
          <RaisedMeter {...figures} />
          <StageTime {...figures} />
          {isPaused ? <PausedNote text={t('paused')} /> : null}
          <PresalePosition {...figures} />
          <VestingTimeline {...figures} />
          <PresaleTermsList {...figures} />
        </>
      ) : null}
      {isLoading ? (
        <>
          <p role="status" className="sr-only">
            {t('loading')}
          </p>
          <div aria-busy="true" className="busy-line" />
        </>
      ) : null}
    </section>
  );
}
