import {
  ColorType,
  CrosshairMode,
  createChart,
  LineSeries,
  TickMarkType,
  type UTCTimestamp,
} from 'lightweight-charts';

/** A time (s since the epoch) and what was so then. */
type Drawn = { time: number; value: number };

/** The least step that the figures beside the grid tell apart, and how they are written. */
export type ChartScale = { step: number; text: (value: number) => string };

export type DrawnChart = {
  show: (points: readonly Drawn[], scale: ChartScale) => void;
  remove: () => void;
};

const token = (name: string) =>
  getComputedStyle(document.documentElement).getPropertyValue(`--color-${name}`).trim();

/** Colours of the theme that shows. */
function colours() {
  const [tide, ink, muted, line, raised] = ['tide', 'ink', 'muted', 'line', 'raised'].map(token) as [
    string,
    string,
    string,
    string,
    string,
  ];
  const cross = { color: muted, labelBackgroundColor: ink };
  return {
    chart: {
      layout: { background: { type: ColorType.Solid as const, color: 'transparent' }, textColor: muted },
      grid: { vertLines: { visible: false }, horzLines: { color: line } },
      crosshair: { mode: CrosshairMode.Magnet, vertLine: cross, horzLine: cross },
    },
    series: { color: tide, crosshairMarkerBackgroundColor: tide, crosshairMarkerBorderColor: raised },
  };
}

const DAY_S = 86_400;

/** The first time of each day, in UTC as the chart counts. */
function firstOfDays(points: readonly Drawn[]): ReadonlySet<number> {
  const dayOf = (time: number) => Math.floor(time / DAY_S);
  const isFirst = ({ time }: Drawn, index: number) => dayOf(time) !== dayOf(points[index - 1]?.time ?? -1);
  return new Set(points.filter(isFirst).map(({ time }) => time));
}

/** Tells of each change of the theme. Gives back the way to stop. */
function onTheme(change: () => void): () => void {
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
 * Draws a chart into a box, in the strokes and colours of the house. Its maker's logo would bring a style element that
 * the site's policy forbids: the maker is named beside the chart instead.
 */
export function drawChart(
  box: HTMLElement,
  { locale, hasTimes }: { locale: string; hasTimes: boolean },
): DrawnChart {
  const { chart: look, series: lineLook } = colours();
  let dayStarts: ReadonlySet<number> = new Set();
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
      // A time within a day would bear its day's name a second time. Null leaves the words to the library.
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
  // Another width, as of a phone that is turned, would keep the distance of the points and show some of them.
  chart.timeScale().subscribeSizeChange(() => chart.timeScale().fitContent());
  const stopTheme = onTheme(() => {
    const { chart: next, series } = colours();
    chart.applyOptions(next);
    line.applyOptions(series);
  });
  return {
    show: (points, { step, text }) => {
      line.applyOptions({ priceFormat: { type: 'custom', minMove: step, formatter: text } });
      dayStarts = firstOfDays(points);
      line.setData(points.map(({ time, value }) => ({ time: time as UTCTimestamp, value })));
      chart.timeScale().fitContent();
    },
    remove: () => {
      stopTheme();
      chart.remove();
    },
  };
}
