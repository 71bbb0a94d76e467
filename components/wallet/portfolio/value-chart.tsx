import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { formatUnits } from 'viem';
import { ExternalLink } from '@/components/ui/external-link';
import type { HistoryPeriod } from '@/lib/api/types';
import { WORTH_DECIMALS } from '@/lib/chain/worth';
import type { DrawnChart } from './draw-chart';

const LIBRARY = 'https://www.tradingview.com/';

/** Round sums beside the grid, as short as they go. */
function axisText(currency: string, locale: string): (value: number) => string {
  // Hong Kong names every dollar, as on the rest of the page.
  const format = new Intl.NumberFormat(locale === 'zh-Hant' ? 'zh-Hant-HK' : locale, {
    style: 'currency',
    currency,
    notation: 'compact',
    maximumSignificantDigits: 4,
  });
  return (value) => format.format(value);
}

/** The worth as a line. Assistive technology has the summary and the table; the drawing's code comes when it is shown. */
export function ValueChart({
  points,
  period,
  money: { currency, locale },
}: {
  points: readonly { at: number; value: bigint }[];
  period: HistoryPeriod;
  money: { currency: string; locale: string };
}) {
  const t = useTranslations('wallet.portfolio.history');
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<DrawnChart>(null);
  const [isFailed, setFailed] = useState(false);
  // For drawing alone: a double is finer than any pixel.
  const drawn = points.map(({ at, value }) => ({
    time: Math.floor(at / 1_000),
    value: Number(formatUnits(value, WORTH_DECIMALS)),
  }));
  const draw = useEffectEvent(() => chart.current?.show(drawn));
  useEffect(() => {
    let isCurrent = true;
    import('./draw-chart').then(
      ({ drawChart }) => {
        if (!isCurrent || !box.current) return;
        try {
          chart.current = drawChart(box.current, {
            locale,
            hasTimes: period === 'day',
            priceText: axisText(currency, locale),
          });
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
  }, [locale, currency, period]);
  const key = `${points.length} ${points.at(-1)?.value}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn anew when the points have changed
  useEffect(() => draw(), [key]);

  if (isFailed) return <p className="text-sm text-muted">{t('chartFailed')}</p>;
  return (
    <figure className="grid gap-1">
      <div ref={box} aria-hidden="true" className="h-72 w-full" />
      <figcaption className="text-end text-xs text-muted">
        {t('drawnBy')} <ExternalLink href={LIBRARY}>TradingView Lightweight Charts™</ExternalLink>
      </figcaption>
    </figure>
  );
}
