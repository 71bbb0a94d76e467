import { useFormatter, useTranslations } from 'next-intl';
import { useId } from 'react';
import type { Address } from 'viem';
import { ChartSkeleton } from '@/components/wallet/chart/chart-skeleton';
import type { ChartScale } from '@/components/wallet/chart/draw-chart';
import { RangeTabs, useRange } from '@/components/wallet/chart/range-tabs';
import { ValueChart } from '@/components/wallet/chart/value-chart';
import { FiatValueText, fiatValueText } from '@/components/wallet/display/amount-text';
import { EmptyState } from '@/components/wallet/display/empty-state';
import { useAmountsHidden, useOwnText } from '@/components/wallet/display/own-amounts';
import { ReadFailure } from '@/components/wallet/display/read-failure';
import { RetryAlert } from '@/components/wallet/display/retry-alert';
import { SampleLabel } from '@/components/wallet/display/sample-label';
import { useMoment } from '@/components/wallet/display/use-chain-time';
import type { Contract } from '@/lib/api/types';
import type { DisplayPrices } from '@/lib/prices/use-display-prices';
import type { ActivityToken } from '@/lib/wallet/activity/activity-row';
import { FIAT_VALUE_DECIMALS } from '@/lib/wallet/balances/fiat-value';
import { compareFiatValue } from '@/lib/wallet/portfolio/holdings';
import { historyHeight } from './portfolio-skeleton';
import { useValuePoints } from './use-value-points';

const STEP = 0.01;

/** Values of at least this much are abbreviated on the axis, because their labels would be too wide. */
const LONG_VALUE = 1_000_000;

/** Returns axis labels for fiat values, with four significant digits. */
export function fiatScale({ currency, locale }: { currency: string; locale: string }): ChartScale {
  const style = { style: 'currency', currency, maximumSignificantDigits: 4 } as const;
  const [whole, compact] = [
    new Intl.NumberFormat(locale, style),
    new Intl.NumberFormat(locale, { ...style, notation: 'compact' }),
  ];
  // Round the value, because the grid line at zero can be off by a millionth, and its label would show all digits.
  const rounded = (value: number) => Math.round(value / STEP) * STEP + 0;
  return {
    step: STEP,
    text: (value) => (Math.abs(value) < LONG_VALUE ? whole : compact).format(rounded(value)),
  };
}

/** History of the total fiat value, based on the holdings and prices at each point in time. */
export function ValueHistory({
  account,
  chainIds,
  tokensOf,
  contracts,
  total,
  prices: { priceOf, money },
  nameOf,
}: {
  account: Address;
  chainIds: readonly number[];
  tokensOf: (chainId: number) => ReadonlyMap<Address, ActivityToken>;
  contracts: readonly Contract[];
  /** Current total fiat value, or null unless all holdings and prices are known. */
  total: bigint | null;
  prices: DisplayPrices;
  nameOf: (chainId: number) => string;
}) {
  const t = useTranslations('wallet.portfolio');
  const coins = useTranslations('wallet.coins');
  const format = useFormatter();
  const moment = useMoment();
  const id = useId();
  const period = useRange();
  const past = useValuePoints({ account, chainIds, tokensOf, contracts, period, priceOf });
  const { points, failed, forgetful, isReading, before, isSample } = past;
  const isFailed = past.arePricesMissing || failed.length > 0;
  const now = total === null ? [] : [{ at: Date.now(), value: total }];
  const all = [...points, ...now];
  const [first, last] = [all[0], all.at(-1)];
  const byFiatValue = all.map(({ value }) => value).sort(compareFiatValue);
  const own = useOwnText();
  const isHidden = useAmountsHidden();
  const text = (value: bigint) => own(fiatValueText(value, money));
  const scale = fiatScale(money);
  const dateText = (at: number) =>
    period === 'day' ? moment(at) : format.dateTime(new Date(at), { dateStyle: 'medium' });
  const notes = [
    ...(points[0] && before !== null
      ? [t(before === 'empty' ? 'history.sinceHeld' : 'history.since', { date: dateText(points[0].at) })]
      : []),
    ...(forgetful.length > 0
      ? [t('history.forgetful', { networks: format.list(forgetful.map(({ chainId }) => nameOf(chainId))) })]
      : []),
    t('history.method'),
    ...(isSample ? [coins('sampleNote')] : []),
    ...(money.currency === 'USD' ? [] : [t('history.rate', { currency: money.currency })]),
  ];

  return (
    // Reserve the typical height of a chart with notes, so that the sections below don't move when the chart loads.
    <section aria-labelledby={id} className={`grid content-start gap-4 ${isFailed ? '' : historyHeight}`}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id={id} className="text-xl">
          {t('history.title')}
        </h2>
        {isSample ? <SampleLabel /> : null}
      </div>
      <RangeTabs
        label={t('history.period')}
        value={period}
        hasData={(history) => history.coins.some(({ prices }) => prices.some((price) => price !== null))}
      >
        {past.arePricesMissing ? (
          <RetryAlert
            message={t('history.pricesFailed')}
            retryLabel={t('retry')}
            onRetry={() => void past.retryPrices()}
          />
        ) : failed.length > 0 ? (
          <ReadFailure
            chainIds={failed.map(({ chainId }) => chainId)}
            shown="nothing"
            message={t('history.failed', {
              networks: format.list(failed.map(({ chainId }) => nameOf(chainId))),
            })}
            retryLabel={t('retry')}
            onRetry={() => void Promise.all(failed.map(({ refetch }) => refetch()))}
          />
        ) : isReading ? (
          <ChartSkeleton text={t('history.reading')} />
        ) : first && last && all.length > 1 ? (
          <ValueChart
            key={`${money.currency} ${period}`}
            label={t('history.crosshair')}
            points={[first, ...all.slice(1)]}
            range={period}
            what={t('history.fiatValue')}
            summary={t('history.summary', {
              from: dateText(first.at),
              first: text(first.value),
              last: text(last.value),
              low: text(byFiatValue[0] ?? first.value),
              high: text(byFiatValue.at(-1) ?? last.value),
            })}
            dateText={dateText}
            valueText={text}
            decimals={FIAT_VALUE_DECIMALS}
            hasTimes={period === 'day'}
            scale={isHidden ? { ...scale, text: () => '••••' } : scale}
          >
            {(value) => <FiatValueText value={value} money={money} />}
          </ValueChart>
        ) : (
          // In the frame of the chart, whose height is reserved.
          <div className="grid min-h-[30rem] content-center justify-items-center rounded-soft border border-line p-6">
            <EmptyState>{t(before === 'empty' ? 'history.new' : 'history.none')}</EmptyState>
          </div>
        )}
      </RangeTabs>
      {isReading
        ? null
        : notes.map((note) => (
            <p key={note} className="measure text-xs text-muted">
              {note}
            </p>
          ))}
    </section>
  );
}
