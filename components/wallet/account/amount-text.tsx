import { formatAmount } from '@/lib/amount';

/** An amount with its integer part stronger than its decimals; a dash keeps the place of an unknown one. */
export function AmountText({
  value,
  decimals,
  locale,
}: {
  value: bigint | undefined;
  decimals: number;
  locale: string;
}) {
  if (value === undefined) return <span className="figures text-muted">–</span>;
  const [integer, fraction] = formatAmount(value, decimals, locale).split('.');
  return (
    <span className="figures">
      {integer}
      {fraction ? <span className="amount-decimals">.{fraction}</span> : null}
    </span>
  );
}
