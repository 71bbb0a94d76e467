import { formatUnits } from 'viem';
import type { ChartScale } from '@/components/wallet/chart/draw-chart';
import { type Pair, type PairPoint, RATIO_DECIMALS } from '@/lib/prices/price-pair';

/** Digits beyond the first in which the drawn figures differ, so that no two lines of the grid read alike. */
const FURTHER_DIGITS = 2;
const MOST_DIGITS = 20;

/** Figures beside the grid, as fine as what they tell apart. For drawing alone. */
export function pairScale(
  points: readonly PairPoint[],
  { quote }: Pair,
  { currency, locale }: { currency: string; locale: string },
): ChartScale {
  const values = points.map(({ value }) => Number(formatUnits(value, RATIO_DECIMALS)));
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const span = high - low || high / 100 || 1;
  const digits = Math.min(Math.max(FURTHER_DIGITS - Math.floor(Math.log10(span)), 0), MOST_DIGITS);
  const format = new Intl.NumberFormat(locale, {
    ...(quote ? {} : { style: 'currency', currency }),
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return { step: 10 ** -digits, text: (value) => format.format(value) };
}
