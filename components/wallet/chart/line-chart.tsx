import { useLocale, useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { formatUnits } from 'viem';
import { ExternalLink } from '@/components/ui/external-link';
import type { ChartScale, DrawnChart } from './draw-chart';

const LIBRARY = 'https://www.tradingview.com/';

/**
 * Line chart of values over time. Screen readers use the table next to it instead. The chart code is loaded on demand.
 */
export function LineChart({
  points,
  decimals,
  hasTimes,
  scale,
}: {
  /** Points sorted by time (ms since the epoch), at most one per second. */
  points: readonly { at: number; value: bigint }[];
  /** Number of decimals of the values. */
  decimals: number;
  /** Whether the axis shows times as well as days. */
  hasTimes: boolean;
  scale: ChartScale;
}) {
  const t = useTranslations('wallet.chart');
  const locale = useLocale();
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<DrawnChart>(null);
  const [isFailed, setFailed] = useState(false);
  const draw = useEffectEvent(() => {
    // Floating-point numbers are precise enough for a chart.
    const drawn = points.map(({ at, value }) => ({
      time: Math.floor(at / 1_000),
      value: Number(formatUnits(value, decimals)),
    }));
    chart.current?.show(drawn, scale);
  });
  useEffect(() => {
    let isCurrent = true;
    import('./draw-chart').then(
      ({ drawChart }) => {
        if (!isCurrent || !box.current) return;
        try {
          chart.current = drawChart(box.current, { locale, hasTimes });
          draw();
        } catch {
          setFailed(true);
        }
      },
      () => isCurrent && setFailed(true),
    );
    return () => {
      isCurrent = false;
      chart.current?.remove();
      chart.current = null;
    };
  }, [locale, hasTimes]);
  const key = points.map(({ at, value }) => `${at} ${value}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: redrawn when the points or the step have changed
  useEffect(() => draw(), [key, scale.step]);

  if (isFailed) return <p className="text-sm text-muted">{t('failed')}</p>;
  return (
    <figure className="grid gap-1">
      {/* The container sets the size of the chart, so that the chart can shrink with the window. */}
      <div className="relative h-72">
        <div ref={box} aria-hidden="true" className="absolute inset-0" />
      </div>
      <figcaption className="text-end text-xs text-muted">
        {t('drawnBy')} <ExternalLink href={LIBRARY}>TradingView Lightweight Charts™</ExternalLink>
      </figcaption>
    </figure>
  );
}

/** The chart's points as a table, in a collapsed section. */
export function PointTable({
  points,
  what,
  dateText,
  children,
}: {
  points: readonly { at: number; value: bigint }[];
  /** Column heading for the values. */
  what: string;
  dateText: (at: number) => string;
  /** Renders a value. */
  children: (value: bigint) => ReactNode;
}) {
  const t = useTranslations('wallet.chart');
  return (
    <details className="border-y border-line">
      <summary className="min-h-11 cursor-pointer py-2.5 text-sm">{t('table')}</summary>
      <table className="mb-4 w-full text-sm">
        <thead>
          <tr className="border-b border-line text-muted">
            <th scope="col" className="py-2 text-start font-normal">
              {t('time')}
            </th>
            <th scope="col" className="py-2 text-end font-normal">
              {what}
            </th>
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map(({ at, value }) => (
            <tr key={at} className="border-b border-line last:border-b-0">
              <th scope="row" className="figures py-1.5 text-start font-normal">
                {dateText(at)}
              </th>
              <td className="py-1.5 text-end">{children(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
