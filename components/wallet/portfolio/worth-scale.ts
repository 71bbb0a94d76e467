import type { ChartScale } from '@/components/wallet/chart/draw-chart';

/** Round sums beside the grid, as short as they go. */
export function worthScale({ currency, locale }: { currency: string; locale: string }): ChartScale {
  // Hong Kong names every dollar, as on the rest of the page.
  const format = new Intl.NumberFormat(locale === 'zh-Hant' ? 'zh-Hant-HK' : locale, {
    style: 'currency',
    currency,
    notation: 'compact',
    maximumSignificantDigits: 4,
  });
  return { step: 0.01, text: (value) => format.format(value) };
}
