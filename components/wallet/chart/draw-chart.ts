import {
  ColorType,
  CrosshairMode,
  createChart,
  LineSeries,
  LineStyle,
  TickMarkType,
  type UTCTimestamp,
} from 'lightweight-charts';
import { wallClock } from '@/lib/format/zoned-time';

/** A time in seconds since the epoch, and the value at that time. */
type Drawn = { time: number; value: number };

/** The smallest difference that axis labels must show, and the function that formats the labels. */
export type ChartScale = { step: number; text: (value: number) => string };

export type DrawnChart = {
  show: (points: readonly Drawn[], scale: ChartScale) => void;
  /** Returns the index of the point nearest to a distance from the left edge, in CSS pixels. */
  indexAt: (x: number) => number;
  /** Moves the crosshair to a point. Null hides it. */
  mark: (index: number | null) => void;
  remove: () => void;
};

const token = (name: string) =>
  getComputedStyle(document.documentElement).getPropertyValue(`--color-${name}`).trim();

/** Returns the chart colors for the current theme. */
function colours() {
  const [tide, ink, muted, line, raised] = ['tide', 'ink', 'muted', 'line', 'raised'].map(token) as [
    string,
    string,
    string,
    string,
    string,
  ];
  return {
    chart: {
      layout: { background: { type: ColorType.Solid as const, color: 'transparent' }, textColor: muted },
      grid: { vertLines: { visible: false }, horzLines: { color: line } },
      // The values are shown above the chart, so the crosshair is one line without labels.
      crosshair: {
        mode: CrosshairMode.Magnet,
        vertLine: { color: muted, style: LineStyle.Solid, width: 1 as const, labelVisible: false },
        horzLine: { visible: false, labelVisible: false },
      },
    },
    series: { color: tide, crosshairMarkerBackgroundColor: ink, crosshairMarkerBorderColor: raised },
  };
}

const DAY_S = 86_400;

/** Returns the time of the first point of each day. Days are in UTC, as the chart's labels are. */
function firstTimesOfDays(points: readonly Drawn[]): ReadonlySet<number> {
  const dayOf = (time: number) => Math.floor(time / DAY_S);
  const isFirst = ({ time }: Drawn, index: number) => dayOf(time) !== dayOf(points[index - 1]?.time ?? -1);
  return new Set(points.filter(isFirst).map(({ time }) => time));
}

/**
 * Moves points to the wall-clock times of a time zone, because the library labels times in UTC. Times stay ascending,
 * which the library requires, where clocks are set back.
 */
function wallClockPoints(points: readonly Drawn[], timeZone: string | undefined): Drawn[] {
  let latest = Number.NEGATIVE_INFINITY;
  return points.map(({ time, value }) => {
    latest = Math.max(wallClock(time * 1_000, timeZone).getTime() / 1_000, latest + 1);
    return { time: latest, value };
  });
}

/** Calls `change` when the theme changes. Returns a function that removes the listeners. */
function onThemeChange(change: () => void): () => void {
  const watch = new MutationObserver(change);
  watch.observe(document.documentElement, { attributes: true, attributeFilter: ['class'] });
  const system = window.matchMedia('(prefers-color-scheme: dark)');
  system.addEventListener('change', change);
  return () => {
    watch.disconnect();
    system.removeEventListener('change', change);
  };
}

/**
 * Draws a chart in the site's style. The library's logo is disabled, because it would add a style element that the CSP
 * forbids. The page credits the library next to the chart instead.
 */
export function drawChart(
  box: HTMLElement,
  { locale, timeZone, hasTimes }: { locale: string; timeZone: string | undefined; hasTimes: boolean },
): DrawnChart {
  const { chart: look, series: lineLook } = colours();
  let dayStarts: ReadonlySet<number> = new Set();
  let shown: readonly Drawn[] = [];
  const chart = createChart(box, {
    ...look,
    autoSize: true,
    handleScroll: false,
    handleScale: false,
    layout: {
      ...look.layout,
      attributionLogo: false,
      fontFamily: getComputedStyle(document.body).fontFamily,
      fontSize: 12,
    },
    localization: { locale },
    rightPriceScale: {
      borderVisible: false,
      scaleMargins: { top: 0.12, bottom: 0.08 },
      entireTextOnly: true,
    },
    timeScale: {
      borderVisible: false,
      timeVisible: hasTimes,
      // If the axis shows only days, label only the first point of each day. Null keeps the library's default label.
      tickMarkFormatter: (time: unknown, type: TickMarkType) =>
        !hasTimes && type === TickMarkType.DayOfMonth && !dayStarts.has(Number(time)) ? '' : null,
      secondsVisible: false,
      fixLeftEdge: true,
      fixRightEdge: true,
    },
  });
  const line = chart.addSeries(LineSeries, {
    ...lineLook,
    lineWidth: 2,
    priceLineVisible: false,
    lastValueVisible: false,
  });
  // Without this, a resize (such as rotating a phone) would keep the point spacing and cut off part of the data.
  chart.timeScale().subscribeSizeChange(() => chart.timeScale().fitContent());
  const stopThemeWatch = onThemeChange(() => {
    const { chart: next, series } = colours();
    chart.applyOptions(next);
    line.applyOptions(series);
  });
  return {
    show: (points, { step, text }) => {
      line.applyOptions({ priceFormat: { type: 'custom', minMove: step, formatter: text } });
      shown = wallClockPoints(points, timeZone);
      dayStarts = firstTimesOfDays(shown);
      line.setData(shown.map(({ time, value }) => ({ time: time as UTCTimestamp, value })));
      chart.timeScale().fitContent();
    },
    indexAt: (x) => {
      const logical = chart.timeScale().coordinateToLogical(x) ?? 0;
      return Math.min(Math.max(Math.round(logical), 0), shown.length - 1);
    },
    mark: (index) => {
      const point = index === null ? undefined : shown[index];
      if (point) chart.setCrosshairPosition(point.value, point.time as UTCTimestamp, line);
      else chart.clearCrosshairPosition();
    },
    remove: () => {
      stopThemeWatch();
      chart.remove();
    },
  };
}
