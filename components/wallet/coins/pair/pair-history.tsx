import { useFormatter, useTranslations } from 'next-intl';
import { formatUnits } from 'viem';
import { FiatText, PriceChange } from '@/components/ui/fiat-text';
import type { ChartScale } from '@/components/wallet/chart/draw-chart';
import { LineChart, PointTable } from '@/components/wallet/chart/line-chart';
import { SampleLabel } from '@/components/wallet/coins/sample-label';
import { type DisplayPrices, useDisplayPrices } from '@/components/wallet/coins/use-display-prices';
import { RetryAlert } from '@/components/wallet/display/retry-alert';
import type { HistoryPeriod } from '@/lib/api/types';
import { fiatParts } from '@/lib/format/fiat';
import { changeText } from '@/lib/format/percent';
import { type Pair, type PairPoint, pairText, RATIO_DECIMALS, ratioText } from '@/lib/prices/price-pair';
import { usePairPoints } from './use-pair-points';

/** Extra significant digits, so that no two axis labels look the same. */
const FURTHER_DIGITS = 2;
const MOST_DIGITS = 20;

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
  const digits = Math.min(Math.max(FURTHER_DIGITS - Math.floor(Math.log10(span)), 0), MOST_DIGITS);
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
  className = '',
}: {
  value: bigint;
  pair: Pair;
  money: DisplayPrices['money'];
  className?: string;
}) {
  if (!quote) return <FiatText value={formatUnits(value, RATIO_DECIMALS)} {...money} className={className} />;
  return (
    <span className={`figures ${className}`}>
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
export function PairHistory({
  pair,
  period,
  hasPrice,
}: {
  pair: Pair;
  period: HistoryPeriod;
  /** Whether to show the current price. Set if the price isn't shown elsewhere on the page. */
  hasPrice: boolean;
}) {
  const t = useTranslations('wallet.coins');
  const format = useFormatter();
  const { money, ...prices } = useDisplayPrices();
  const past = usePairPoints(pair, period, prices);
  const { points, isLive } = past;
  const [first, last] = [points[0], points.at(-1)];
  const byValue = points.map(({ value }) => value).sort((one, other) => (one < other ? -1 : 1));
  const text = (value: bigint) => pairString(value, pair, money);
  const dateText = (at: number) =>
    format.dateTime(new Date(at), {
      dateStyle: 'medium',
      ...(period === 'day' ? { timeStyle: 'short' } : {}),
    });

  if (past.isFailed)
    return (
      <RetryAlert message={t('pair.failed')} retryLabel={t('retry')} onRetry={() => void past.retry()} />
    );
  if (past.isReading || prices.isWaiting)
    return (
      <div className="grid min-h-72 content-center">
        <p role="status" className="pb-3 text-sm text-muted">
          {t('pair.loading')}
        </p>
        <div aria-busy="true" className="busy-line" />
      </div>
    );
  const notes = [
    ...(past.isLate && first ? [t('pair.since', { date: dateText(first.at) })] : []),
    ...(past.missing > 0 ? [t('pair.missing', { count: past.missing })] : []),
    ...(isLive ? [] : [t('pair.late')]),
    t('pair.method'),
    ...(past.isSample ? [t('sampleNote')] : []),
    ...(pair.quote ? [t('pair.ratio')] : []),
    ...(pair.quote || money.currency === 'USD' ? [] : [t('pair.rate', { currency: money.currency })]),
  ];
  return (
    <div className="grid gap-3">
      {first && last && points.length > 1 ? (
        <>
          <div>
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
              {t('pair.one', { base: pair.base.symbol, quote: pair.quote?.symbol ?? money.currency })}
              {past.isSample ? <SampleLabel /> : null}
            </p>
            {hasPrice ? (
              <PairValue value={last.value} pair={pair} money={money} className="font-display text-3xl" />
            ) : null}
            <PriceChange
              change={first.value === 0n ? null : changeText(last.value, first.value)}
              day={t(`pair.in.${period}`)}
            />
          </div>
          <p className="text-sm">
            {t('pair.summary', {
              from: dateText(first.at),
              first: text(first.value),
              to: isLive ? t('pair.now') : dateText(last.at),
              last: text(last.value),
              low: text(byValue[0] ?? first.value),
              high: text(byValue.at(-1) ?? last.value),
            })}
          </p>
          <LineChart
            key={pairText(pair, money.currency)}
            points={points}
            decimals={RATIO_DECIMALS}
            hasTimes={period === 'day'}
            scale={pairScale(points, pair, money)}
          />
          <PointTable points={points} what={t('pair.price')} dateText={dateText}>
            {(value) => <PairValue value={value} pair={pair} money={money} />}
          </PointTable>
        </>
      ) : (
        <p className="measure text-muted">{t('pair.none')}</p>
      )}
      {notes.map((note) => (
        <p key={note} className="measure text-xs text-muted">
          {note}
        </p>
      ))}
    </div>
  );
}
