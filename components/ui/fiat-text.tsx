import { fiatParts } from '@/lib/format/fiat';
import { changePercent } from '@/lib/format/percent';

/** An amount in the display currency. Its integer part is emphasized, unless that is zero. */
export function FiatText({
  value,
  currency,
  locale,
  decimals,
  isRounded = false,
  className = '',
}: {
  value: string;
  currency: string;
  locale: string;
  /** Number of decimals that the operator has set for the currency. */
  decimals: number | undefined;
  /** Whether amounts below one unit have as few decimals as others. */
  isRounded?: boolean;
  className?: string;
}) {
  const parts = fiatParts(value, currency, locale, decimals, isRounded);
  const isBelowOne = parts.some(({ type, value: text }) => type === 'integer' && !/[1-9]/.test(text));
  return (
    <span className={`figures whitespace-nowrap ${className}`}>
      {parts.map(({ type, value: text }) => (
        <span
          key={type}
          className={
            type === 'decimals' && !isBelowOne
              ? 'text-muted'
              : type === 'currency'
                ? 'text-[0.75em] text-muted'
                : undefined
          }
        >
          {text}
        </span>
      ))}
    </span>
  );
}

/**
 * Triangle that points up for a gain and down for a loss. An SVG, because the height of arrow characters varies by
 * font.
 */
export function ChangeArrow({ isGain }: { isGain: boolean }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 8 8"
      fill="currentColor"
      className="me-[0.3em] inline-block size-[0.65em]"
    >
      <path d={isGain ? 'M4 1 8 7H0Z' : 'M4 7 0 1h8Z'} />
    </svg>
  );
}

/** A price change as a signed percentage with an arrow. */
export function PriceChange({
  change,
  locale,
  day,
  className = 'text-xs',
}: {
  /** In percent, as `changeText` returns it. Null if unknown. */
  change: string | null;
  locale: string;
  /** Name of the period for screen readers, unless it's written next to the change. */
  day?: string;
  className?: string;
}) {
  if (change === null) return null;
  const isLoss = change.startsWith('-');
  const isZero = !/[1-9]/.test(change);
  const tone = isZero ? 'text-muted' : isLoss ? 'text-loss' : 'text-gain';
  return (
    <span className={`figures block ${className} ${tone}`}>
      {isZero ? null : <ChangeArrow isGain={!isLoss} />}
      {changePercent(change, locale)}
      {day === undefined ? null : <span className="sr-only"> {day}</span>}
    </span>
  );
}
