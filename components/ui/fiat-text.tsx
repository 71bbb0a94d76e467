import { fiatParts } from '@/lib/format/fiat';

/** An amount in the display currency with an emphasized integer part. */
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
  /** Number of decimals that the operator has set for the currency. */
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

/** A price change as a signed percentage. `day` is the label for the period. */
export function PriceChange({ change, day }: { change: string | null; day: string }) {
  if (change === null) return null;
  const [sign, tone] = change.startsWith('-')
    ? ['▼', 'text-loss']
    : /[1-9]/.test(change)
      ? ['▲', 'text-gain']
      : ['', 'text-muted'];
  return (
    <span className={`figures block text-xs ${tone}`}>
      <span aria-hidden="true">{sign} </span>
      {change} %<span className="sr-only"> {day}</span>
    </span>
  );
}
