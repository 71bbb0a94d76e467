import { formatUnits } from 'viem';
import { FiatText } from '@/components/ui/fiat-text';
import { DEFAULT_DECIMALS } from '@/lib/constants';
import { formatAmount } from '@/lib/format/amount';
import { fiatParts } from '@/lib/format/fiat';
import { numberFormat } from '@/lib/format/number-format';
import { WORTH_DECIMALS } from '@/lib/wallet/balances/fiat-value';

/** An amount with its integer part stronger than its decimals; a dash keeps the place of an unknown one. */
export function AmountText({
  value,
  decimals,
  locale,
  maxDecimals = DEFAULT_DECIMALS,
  isSteady = false,
}: {
  value: bigint | undefined;
  decimals: number;
  locale: string;
  maxDecimals?: number;
  /** Keeps every place, so that an amount that grows does not change its width. */
  isSteady?: boolean;
}) {
  if (value === undefined) return <span className="figures text-muted">–</span>;
  const places = Math.min(decimals, maxDecimals);
  const [integer, shown = ''] = formatAmount(value, decimals, locale, maxDecimals).split('.');
  const fraction = isSteady ? shown.padEnd(places, '0') : shown;
  return (
    <span className="figures">
      {integer}
      {fraction ? <span className="amount-decimals">.{fraction}</span> : null}
    </span>
  );
}

/** Hundredths of a percent as a percentage of a locale: 30 → 0.3%. */
export const percentText = (bps: number | bigint, locale: string): string => {
  const percent = numberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
  // As decimal text, so that no digit of a bigint is lost.
  return percent.format(`${bps}E-4` as `${number}`);
};

/** A worth in 1e-18 of the display currency, as money. */
export function FiatValueText({
  value,
  money,
  className,
}: {
  value: bigint;
  money: { currency: string; locale: string; decimals: number | undefined };
  className?: string;
}) {
  return <FiatText value={formatUnits(value, WORTH_DECIMALS)} {...money} className={className} />;
}

/** A worth in 1e-18 of the display currency as money, where only text can stand. */
export const fiatValueText = (
  value: bigint,
  { currency, locale, decimals }: { currency: string; locale: string; decimals: number | undefined },
): string =>
  fiatParts(formatUnits(value, WORTH_DECIMALS), currency, locale, decimals)
    .map(({ value: part }) => part)
    .join('');
