import type { CSSProperties, ReactNode } from 'react';
import './amount-panel.css';

/** Longest amount, in characters, that is shown at full size. */
const FULL_SIZE = 6;

/** Style that shrinks a figure of this length until it fits its line. */
export const figureStyle = (characters: number): CSSProperties =>
  ({ '--characters': Math.max(characters, FULL_SIZE) }) as CSSProperties;

/** Frame of an amount: its label and figure next to its token, then its fiat value, then details. */
export function AmountPanel({
  label,
  figure,
  token,
  value,
  isInvalid = false,
  children,
}: {
  label: ReactNode;
  figure: ReactNode;
  token: ReactNode;
  /** Fiat value of the amount. */
  value?: ReactNode;
  isInvalid?: boolean;
  /** Details below a hairline. */
  children?: ReactNode;
}) {
  return (
    <div className="amount-panel" data-invalid={isInvalid ? '' : undefined}>
      <div className="amount-entry">
        <div className="amount-label">{label}</div>
        <div className="amount-figure">{figure}</div>
        <div className="amount-token">{token}</div>
        <div className="amount-value">{value}</div>
      </div>
      {children ? <div className="border-t border-line px-4 pt-2 pb-3">{children}</div> : null}
    </div>
  );
}
