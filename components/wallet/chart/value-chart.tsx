import { useLocale, useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { PriceChange } from '@/components/ui/fiat-text';
import type { HistoryPeriod } from '@/lib/api/types';
import { changePercent, changeText } from '@/lib/format/percent';
import type { ChartScale } from './draw-chart';
import { type ChartPoint, LineChart } from './line-chart';
import { PointTable } from './point-table';

/**
 * A value over a range of time: the value at the crosshair with its change since the start of the range, a chart, and
 * the same points as a table. Without a crosshair, the latest value is shown.
 */
export function ValueChart({
  label,
  points,
  range,
  what,
  summary,
  dateText,
  valueText,
  children,
  ...line
}: {
  /** Accessible name of the crosshair. */
  label: string;
  /** At least two points, sorted by time. */
  points: readonly [ChartPoint, ...ChartPoint[]];
  range: HistoryPeriod;
  /** Name of the values. */
  what: string;
  /** Text alternative of the chart. */
  summary: string;
  dateText: (at: number) => string;
  valueText: (value: bigint) => string;
  /** Renders a value. */
  children: (value: bigint) => ReactNode;
  decimals: number;
  hasTimes: boolean;
  scale: ChartScale;
}) {
  const t = useTranslations('wallet.chart');
  const locale = useLocale();
  const [marked, setMarked] = useState<number | null>(null);
  const [first] = points;
  const last = points.at(-1) ?? first;
  const isMarked = marked !== null && marked < points.length - 1;
  const point = isMarked ? (points[marked] ?? last) : last;
  const change = first.value === 0n ? null : changeText(point.value, first.value);
  const when = isMarked ? dateText(point.at) : t(`in.${range}`);
  return (
    <div className="grid gap-3">
      <div className="grid min-h-17 content-start">
        <div className="font-display text-2xl leading-tight">{children(point.value)}</div>
        <p className="flex flex-wrap items-baseline gap-x-2 text-sm text-muted">
          <PriceChange change={change} locale={locale} className="text-sm" />
          <span className="figures">{when}</span>
        </p>
      </div>
      <LineChart
        {...line}
        label={label}
        points={points}
        marked={marked}
        markedText={t(change === null ? 'point' : 'pointChange', {
          when: isMarked ? when : dateText(point.at),
          value: valueText(point.value),
          change: change === null ? '' : changePercent(change, locale),
        })}
        onMark={setMarked}
      />
      <p className="text-sm text-muted">{summary}</p>
      <PointTable points={points} what={what} dateText={dateText}>
        {children}
      </PointTable>
    </div>
  );
}
