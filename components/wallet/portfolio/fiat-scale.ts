import type { ChartScale } from '@/components/wallet/chart/draw-chart';

const STEP = 0.01;

/** Round sums beside the grid, as short as they go. */
export function fiatScale({ currency, locale }: { currency: string; locale: string }): ChartScale {
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    notation: 'compact',
    maximumSignificantDigits: 4,
  });
  // A line of the grid may stand a millionth beside nothing, and would be written with all its digits.
  const rounded = (value: number) => Math.round(value / STEP) * STEP + 0;
  return { step: STEP, text: (value) => format.format(rounded(value)) };
}
