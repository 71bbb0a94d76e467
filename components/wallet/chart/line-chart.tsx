import { useLocale, useTimeZone, useTranslations } from 'next-intl';
import { type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { formatUnits } from 'viem';
import { ExternalLink } from '@/components/ui/external-link';
import type { ChartScale, DrawnChart } from './draw-chart';

const LIBRARY = 'https://www.tradingview.com/';

/** A value at a time (ms since the epoch). */
export type ChartPoint = { at: number; value: bigint };

/**
 * Line chart of values over time with a crosshair that follows the pointer, a finger, or the arrow keys. The chart code
 * is loaded on demand.
 */
export function LineChart({
  label,
  points,
  decimals,
  hasTimes,
  scale,
  marked,
  markedText,
  onMark,
}: {
  /** Accessible name of the crosshair. */
  label: string;
  /** Points sorted by time, at most one per second. */
  points: readonly ChartPoint[];
  /** Number of decimals of the values. */
  decimals: number;
  /** Whether the axis shows times as well as days. */
  hasTimes: boolean;
  scale: ChartScale;
  /** Index of the point at the crosshair, or null if there is no crosshair. */
  marked: number | null;
  /** Description of the point at the crosshair or, without a crosshair, of the last point. */
  markedText: string;
  onMark: (index: number | null) => void;
}) {
  const t = useTranslations('wallet.chart');
  const locale = useLocale();
  const timeZone = useTimeZone();
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
    chart.current?.mark(marked);
  });
  useEffect(() => {
    let isCurrent = true;
    import('./draw-chart').then(
      ({ drawChart }) => {
        if (!isCurrent || !box.current) return;
        try {
          chart.current = drawChart(box.current, { locale, timeZone, hasTimes });
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
  }, [locale, timeZone, hasTimes]);
  const key = points.map(({ at, value }) => `${at} ${value}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: redrawn when the points or the step have changed
  useEffect(() => draw(), [key, scale.step]);
  useEffect(() => chart.current?.mark(marked), [marked]);

  const follow = ({ clientX, currentTarget }: PointerEvent) => {
    if (chart.current) onMark(chart.current.indexAt(clientX - currentTarget.getBoundingClientRect().left));
  };
  const clear = () => onMark(null);
  if (isFailed) return <p className="min-h-72 text-sm text-muted">{t('failed')}</p>;
  return (
    <figure className="grid gap-1">
      {/* The container sets the size of the chart, so that the chart can shrink with the window. */}
      <div className="relative h-72">
        {/* Isolated, because the canvases have a z-index of their own and would cover the next element. */}
        <div ref={box} aria-hidden="true" className="absolute inset-0 isolate" />
        {/* A finger that moves sideways moves the crosshair. One that moves up or down scrolls the page. */}
        <div
          className="absolute inset-0 touch-pan-y"
          onPointerDown={follow}
          onPointerMove={follow}
          onPointerLeave={clear}
          onPointerCancel={clear}
        >
          {/* A native range input, because screen readers announce its value text and support its gestures. */}
          <input
            type="range"
            aria-label={label}
            aria-valuetext={markedText}
            min={0}
            max={points.length - 1}
            value={marked ?? points.length - 1}
            onChange={(event) => onMark(Number(event.target.value))}
            onBlur={clear}
            onKeyDown={(event) => event.key === 'Escape' && clear()}
            className="peer pointer-events-none absolute inset-0 size-full opacity-0"
          />
          <span className="pointer-events-none absolute inset-0 rounded-sharp outline-focus peer-focus-visible:outline-2" />
        </div>
      </div>
      <figcaption className="text-end text-xs text-muted">
        {t('drawnBy')} <ExternalLink href={LIBRARY}>TradingView Lightweight Charts™</ExternalLink>
      </figcaption>
    </figure>
  );
}
