import { numberFormat } from '@/lib/format/number-format';

/** Hundredths of a percent as a percentage of a locale: 30 → 0.3%. */
export const percentText = (bps: number | bigint, locale: string): string => {
  const percent = numberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
  // As decimal text, so that no digit of a bigint is lost.
  return percent.format(`${bps}E-4` as `${number}`);
};
