import { useLocale } from 'next-intl';
import { formatUnits } from 'viem';
import { FiatText } from '@/components/ui/fiat-text';
import { HiddenAmount, useAmountsHidden } from '@/components/wallet/display/own-amounts';
import { DEFAULT_DECIMALS, formatAmount } from '@/lib/format/amount';
import { fiatParts } from '@/lib/format/fiat';
import { FIAT_VALUE_DECIMALS } from '@/lib/wallet/balances/fiat-value';

/**
 * An amount with muted decimals, unless they are all that it has, or a dash if the amount is unknown. If decimals are left out, the title is the exact
 * amount.
 */
export function AmountText({
  value,
  decimals,
  maxDecimals = DEFAULT_DECIMALS,
  isSteady = false,
}: {
  value: bigint | undefined;
  decimals: number;
  maxDecimals?: number;
  /** Whether to pad the decimals, so that a changing amount keeps its width. */
  isSteady?: boolean;
}) {
  const locale = useLocale();
  const isHidden = useAmountsHidden();
  if (value === undefined) return <span className="figures text-muted">–</span>;
  if (isHidden) return <HiddenAmount />;
  const places = Math.min(decimals, maxDecimals);
  const text = formatAmount(value, decimals, locale, maxDecimals);
  const exact = formatAmount(value, decimals, locale, decimals);
  const [integer, shown = ''] = text.split('.');
  const fraction = isSteady ? shown.padEnd(places, '0') : shown;
  return (
    // The title of a changing amount would be outdated while it is read.
    <span className="figures" title={isSteady || text === exact ? undefined : exact}>
      {integer}
      {fraction ? <span className={integer === '0' ? undefined : 'amount-decimals'}>.{fraction}</span> : null}
    </span>
  );
}

/** Decimal places of amounts that update every second. */
const LIVE_DECIMALS = 9;

/** An amount that updates every second. It has the same decimals on each page. */
export function LiveAmount({ value, decimals }: { value: bigint; decimals: number }) {
  return <AmountText value={value} decimals={decimals} maxDecimals={LIVE_DECIMALS} isSteady={value > 0n} />;
}

/** Displays a fiat value, in units of 1e-18 of the display currency. */
export function FiatValueText({
  value,
  money,
  isRounded = false,
  className = '',
}: {
  value: bigint;
  money: { currency: string; locale: string; decimals: number | undefined };
  /** Whether amounts below one unit have as few decimals as others. */
  isRounded?: boolean;
  className?: string;
}) {
  if (useAmountsHidden()) return <HiddenAmount className={className} />;
  return (
    <FiatText
      value={formatUnits(value, FIAT_VALUE_DECIMALS)}
      {...money}
      isRounded={isRounded}
      className={className}
    />
  );
}

/** Formats a fiat value, in units of 1e-18 of the display currency, as plain text. */
export const fiatValueText = (
  value: bigint,
  { currency, locale, decimals }: { currency: string; locale: string; decimals: number | undefined },
): string =>
  fiatParts(formatUnits(value, FIAT_VALUE_DECIMALS), currency, locale, decimals)
    .map(({ value: part }) => part)
    .join('');
