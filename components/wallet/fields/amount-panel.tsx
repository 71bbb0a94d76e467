import type { CSSProperties, ReactNode } from 'react';
import './amount-panel.css';

/** Amounts up to this many characters long are shown at full size. */
const FULL_SIZE = 6;
/** Amounts longer than this many characters get a separate line, because they would be too small next to the token. */
const BESIDE_TOKEN = 15;

/** Frame for an amount: the label, the amount next to its token, the fiat value, and details. */
export function AmountPanel({
  label,
  figure,
  characters,
  token,
  value,
  isInvalid = false,
  children,
}: {
  label: ReactNode;
  /** Element with the class `amount-input`. */
  figure: ReactNode;
  /** Length of the amount's text. The font size shrinks so that the text fits on one line. */
  characters: number;
  token: ReactNode;
  /** Fiat value of the amount. */
  value?: ReactNode;
  isInvalid?: boolean;
  /** Details below a dividing line. */
  children?: ReactNode;
}) {
  const size = { '--characters': Math.max(characters, FULL_SIZE) } as CSSProperties;
  return (
    <div className="amount-panel" data-invalid={isInvalid ? '' : undefined}>
      <div className="amount-entry" data-long={characters > BESIDE_TOKEN ? '' : undefined}>
        <div className="amount-label">{label}</div>
        <div className="amount-figure" style={size}>
          {figure}
        </div>
        <div className="amount-token">{token}</div>
        <div className="amount-value">{value}</div>
      </div>
      {children ? <div className="border-t border-line px-4 pt-2 pb-3">{children}</div> : null}
    </div>
  );
}
