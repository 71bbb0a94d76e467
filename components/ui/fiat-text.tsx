import { fiatParts } from '@/lib/format/fiat';

/** Money in the display currency: the integer part strongest, its symbol quiet. */
export function FiatText({
  value,
  currency,
  locale,
  decimals,
  className = '',
}: {
  value: string;
  currency: string;
  locale: string;
  /** The operator's for the currency. */
  decimals: number | undefined;
  className?: string;
}) {
  return (
    <span className={`figures whitespace-nowrap ${className}`}>
      {fiatParts(value, currency, locale, decimals).map(({ type, value: text }) => (
        <span
          key={type}
          className={
            type === 'decimals' ? 'text-muted' : type === 'currency' ? 'text-[0.75em] text-muted' : undefined
          }
        >
          {text}
        </span>
      ))}
    </span>
  );
}
