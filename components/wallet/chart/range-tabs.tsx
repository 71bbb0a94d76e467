import { useTranslations } from 'next-intl';
import { type ReactNode, useId } from 'react';
import { Tabs } from '@/components/ui/tabs';
import { usePriceHistory } from '@/lib/api/hooks';
import type { HistoryPeriod, PriceHistory } from '@/lib/api/types';
import { updatePageParams, usePageParams } from '@/lib/browser/page-params';

const ranges: readonly HistoryPeriod[] = ['day', 'week', 'month'];
const START: HistoryPeriod = 'week';

/** React hook that returns the range in the URL. Defaults to a week. */
export function useRange(): HistoryPeriod {
  const params = usePageParams();
  return ranges.find((range) => range === params.get('range')) ?? START;
}

/** A chart's ranges as a segmented control above the chart. The choice is in the URL. */
export function RangeTabs({
  label,
  value,
  hasData,
  children,
}: {
  label: string;
  value: HistoryPeriod;
  /** Returns whether a price history has anything to draw. Other ranges can't be selected. */
  hasData: (history: PriceHistory) => boolean;
  children: ReactNode;
}) {
  const t = useTranslations('wallet.chart');
  const id = useId();
  const histories: Record<HistoryPeriod, PriceHistory | undefined> = {
    day: usePriceHistory('day').data,
    week: usePriceHistory('week').data,
    month: usePriceHistory('month').data,
  };
  const isEmpty = (range: HistoryPeriod) => {
    const history = histories[range];
    return range !== value && history !== undefined && !hasData(history);
  };
  const empty = ranges.filter(isEmpty);
  return (
    <Tabs
      look="segments"
      label={label}
      tabs={ranges.map((range) => ({
        value: range,
        label: t(`range.${range}`),
        ...(isEmpty(range) ? { disabled: true, describedBy: id } : {}),
      }))}
      value={value}
      onChange={(range) => updatePageParams({ range: range === START ? null : range })}
    >
      {children}
      {empty.length > 0 ? (
        <p id={id} className="measure pt-3 text-xs text-muted">
          {t('noRange', { ranges: empty.map((range) => t(`range.${range}`)).join(', ') })}
        </p>
      ) : null}
    </Tabs>
  );
}
