import { ColorType, CrosshairMode, createChart, LineSeries, type UTCTimestamp } from 'lightweight-charts';

/** A time (s since the epoch) and a worth in whole units of the currency. */
type Drawn = { time: number; value: number };

export type DrawnChart = { show: (points: readonly Drawn[]) => void; remove: () => void };

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
  {
    locale,
    hasTimes,
    priceText,
  }: { locale: string; hasTimes: boolean; priceText: (value: number) => string },
): DrawnChart {
  const { chart: look, series: lineLook } = colours();
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
    localization: { locale, priceFormatter: priceText },
    rightPriceScale: { borderVisible: false, scaleMargins: { top: 0.12, bottom: 0.08 } },
    timeScale: {
      borderVisible: false,
      timeVisible: hasTimes,
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
  const stopTheme = onTheme(() => {
    const { chart: next, series } = colours();
    chart.applyOptions(next);
    line.applyOptions(series);
  });
  return {
    show: (points) => {
      line.setData(points.map(({ time, value }) => ({ time: time as UTCTimestamp, value })));
      chart.timeScale().fitContent();
    },
    remove: () => {
      stopTheme();
      chart.remove();
    },
  };
}
