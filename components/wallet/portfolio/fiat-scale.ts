import type { ChartScale } from '@/components/wallet/chart/draw-chart';

const STEP = 0.01;

/** Returns compact axis labels of fiat values. */
export function fiatScale({ currency, locale }: { currency: string; locale: string }): ChartScale {
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    notation: 'compact',
    maximumSignificantDigits: 4,
  });
  // A grid line can be a millionth off zero, and would show all its digits.
  const rounded = (value: number) => Math.round(value / STEP) * STEP + 0;
  return { step: STEP, text: (value) => format.format(rounded(value)) };
}
