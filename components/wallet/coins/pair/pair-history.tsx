import { useFormatter, useTranslations } from 'next-intl';
import { formatUnits } from 'viem';
import { FiatText } from '@/components/ui/fiat-text';
import { ChartSkeleton } from '@/components/wallet/chart/chart-skeleton';
import type { ChartScale } from '@/components/wallet/chart/draw-chart';
import { ValueChart } from '@/components/wallet/chart/value-chart';
import { EmptyState } from '@/components/wallet/display/empty-state';
import { RetryAlert } from '@/components/wallet/display/retry-alert';
import { SampleLabel } from '@/components/wallet/display/sample-label';
import { TokenIcon } from '@/components/wallet/display/token-icon';
import { useMoment } from '@/components/wallet/display/use-chain-time';
import type { HistoryPeriod } from '@/lib/api/types';
import { fiatParts } from '@/lib/format/fiat';
import { type Pair, type PairPoint, pairText, RATIO_DECIMALS, ratioText } from '@/lib/prices/price-pair';
import { type DisplayPrices, useDisplayPrices } from '@/lib/prices/use-display-prices';
import { usePairPoints } from './use-pair-points';

/** Extra significant digits, so that no two axis labels look the same. */
const FURTHER_DIGITS = 2;
const MAX_DIGITS = 20;

/**
 * Returns axis labels that are precise enough for the range of values. Uses floating-point numbers, so the labels are
 * for display only.
 */
function pairScale(
  points: readonly PairPoint[],
  { quote }: Pair,
  { currency, locale }: { currency: string; locale: string },
): ChartScale {
  const values = points.map(({ value }) => Number(formatUnits(value, RATIO_DECIMALS)));
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const span = high - low || high / 100 || 1;
  const digits = Math.min(Math.max(FURTHER_DIGITS - Math.floor(Math.log10(span)), 0), MAX_DIGITS);
  const format = new Intl.NumberFormat(locale, {
    ...(quote ? {} : { style: 'currency', currency }),
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return { step: 10 ** -digits, text: (value) => format.format(value) };
}

/** Displays a pair's price (in units of 1e-36) in fiat or in the other coin. */
function PairValue({
  value,
  pair: { quote },
  money,
}: {
  value: bigint;
  pair: Pair;
  money: DisplayPrices['money'];
}) {
  if (!quote) return <FiatText value={formatUnits(value, RATIO_DECIMALS)} {...money} />;
  return (
    <span className="figures">
      {ratioText(value, money.locale)} <span className="text-[0.75em] text-muted">{quote.symbol}</span>
    </span>
  );
}

/** Formats a pair's price (in units of 1e-36) as plain text, in fiat or in the other coin. */
function pairString(
  value: bigint,
  { quote }: Pair,
  { currency, locale, decimals }: DisplayPrices['money'],
): string {
  if (quote) return `${ratioText(value, locale)} ${quote.symbol}`;
  return fiatParts(formatUnits(value, RATIO_DECIMALS), currency, locale, decimals)
    .map(({ value: part }) => part)
    .join('');
}

/** A pair's price over a period as a summary, a chart, and a table, with notes on missing data. */
export function PairHistory({ pair, period }: { pair: Pair; period: HistoryPeriod }) {
  const t = useTranslations('wallet.coins');
  const format = useFormatter();
  const moment = useMoment();
  const { money, ...prices } = useDisplayPrices();
  const past = usePairPoints(pair, period, prices);
  const { points, isLive } = past;
  const [first, last] = [points[0], points.at(-1)];
  const byValue = points.map(({ value }) => value).sort((one, other) => (one < other ? -1 : 1));
  const pairName = t('pair.one', { base: pair.base.symbol, quote: pair.quote?.symbol ?? money.currency });
  const text = (value: bigint) => pairString(value, pair, money);
  const dateText = (at: number) =>
    period === 'day' ? moment(at) : format.dateTime(new Date(at), { dateStyle: 'medium' });

  if (past.isFailed)
    return (
      <RetryAlert message={t('pair.failed')} retryLabel={t('retry')} onRetry={() => void past.retry()} />
    );
  if (past.isReading || prices.isWaiting)
    return (
      <div className="grid gap-3">
        <p className="text-sm text-muted">{pairName}</p>
        <ChartSkeleton text={t('pair.loading')} />
      </div>
    );
  const notes = [
    ...(past.isStale && first ? [t('pair.since', { date: dateText(first.at) })] : []),
    ...(past.missing > 0 ? [t('pair.missing', { count: past.missing })] : []),
    ...(isLive ? [] : [t('pair.stale')]),
    t('pair.method'),
    ...(past.isSample ? [t('sampleNote')] : []),
    ...(pair.quote ? [t('pair.ratio')] : []),
    ...(pair.quote || money.currency === 'USD' ? [] : [t('pair.rate', { currency: money.currency })]),
  ];
  return (
    <div className="grid gap-3">
      {first && last && points.length > 1 ? (
        <>
          <p className="flex min-h-6 flex-wrap items-center gap-x-3 text-sm text-muted">
            <TokenIcon icon={pair.base.icon} symbol={pair.base.symbol} size={24} />
            {pairName}
            {past.isSample ? <SampleLabel /> : null}
          </p>
          <ValueChart
            key={`${pairText(pair, money.currency)} ${period}`}
            label={t('pair.crosshair', { pair: pairName })}
            points={[first, ...points.slice(1)]}
            range={period}
            what={t('pair.price')}
            summary={t('pair.summary', {
              from: dateText(first.at),
              first: text(first.value),
              to: isLive ? t('pair.now') : dateText(last.at),
              last: text(last.value),
              low: text(byValue[0] ?? first.value),
              high: text(byValue.at(-1) ?? last.value),
            })}
            dateText={dateText}
            valueText={text}
            decimals={RATIO_DECIMALS}
            hasTimes={period === 'day'}
            scale={pairScale(points, pair, money)}
          >
            {(value) => <PairValue value={value} pair={pair} money={money} />}
          </ValueChart>
        </>
      ) : (
        <EmptyState>{t('pair.none')}</EmptyState>
      )}
      {notes.map((note) => (
        <p key={note} className="measure text-xs text-muted">
          {note}
        </p>
      ))}
    </div>
  );
}
