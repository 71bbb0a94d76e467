import { DEFAULT_DECIMALS } from '@/lib/constants';
import { formatAmount } from '@/lib/format/amount';

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
