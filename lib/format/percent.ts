import { MINUS, numberFormat } from './amount';

/**
 * Returns the change from `before` to `value` in percent as signed decimal text with two decimals, truncated, such as
 * '+1.23'. The API states changes in this format.
 */
export function changeText(value: bigint, before: bigint): string {
  const hundredths = ((value - before) * 10_000n) / before;
  const size = hundredths < 0n ? -hundredths : hundredths;
  const sign = hundredths === 0n ? '' : hundredths < 0n ? '-' : '+';
  return `${sign}${size / 100n}.${String(size % 100n).padStart(2, '0')}`;
}

/** Formats basis points as a percentage, such as 30 as "0.3%". */
export function percentText(bps: number | bigint, locale: string): string {
  // A decimal string instead of a number, so that a bigint loses no precision.
  const share = `${bps}E-4` as `${number}`;
  return numberFormat(locale, { style: 'percent', maximumFractionDigits: 2 })
    .format(share)
    .replace('-', MINUS);
}

/** Formats basis points as a percentage with two decimals, for columns: 780 as "7.80%". */
export function sharePercent(bps: number | bigint, locale: string): string {
  const format = numberFormat(locale, {
    style: 'percent',
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  return format.format(`${bps}E-4` as `${number}`);
}

/** Formats a change in percent, such as '-1.2', with its sign and two decimals, truncated: "−1.20%". */
export function changePercent(change: string, locale: string): string {
  const format = numberFormat(locale, {
    style: 'percent',
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    roundingMode: 'trunc',
    signDisplay: 'exceptZero',
  });
  return format.format(`${change}E-2` as `${number}`).replace('-', MINUS);
}

const STEPS = 1_000_000n;

/** Returns a part's fraction of a whole, from 0 to 1, truncated. For charts only: amounts must stay bigint. */
export function shareOf(part: bigint, whole: bigint): number {
  if (whole <= 0n || part <= 0n) return 0;
  return part >= whole ? 1 : Number((part * STEPS) / whole) / Number(STEPS);
}
