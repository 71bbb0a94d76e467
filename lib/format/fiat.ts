import { MINUS, numberFormat } from './amount';

/** Maximum decimals of prices below one unit, so that prices of cheap coins aren't all zeros. */
export const SMALL_DECIMALS = 6;

/** Returns an ISO 4217 currency's number of decimals. */
const isoDecimals = (currency: string, locale: string): number =>
  numberFormat(locale, { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 0;

export type FiatPart = { type: 'currency' | 'integer' | 'decimals'; value: string };

const partType = (type: Intl.NumberFormatPartTypes): FiatPart['type'] => {
  if (type === 'currency' || type === 'literal') return 'currency';
  return type === 'decimal' || type === 'fraction' ? 'decimals' : 'integer';
};

/**
 * Formats decimal text as an amount of money in an ISO 4217 currency, truncated, split into currency, integer, and
 * decimals in the locale's order. `decimals` defaults to the currency's ISO 4217 decimals. Amounts below one unit have
 * up to six decimals, or with `isRounded` as many as others. Anything smaller is shown as less than the smallest amount.
 * @throws RangeError if the currency code is malformed.
 */
export function fiatParts(
  value: string,
  currency: string,
  locale: string,
  decimals?: number,
  isRounded = false,
): FiatPart[] {
  const size = Math.abs(Number(value));
  const isSmall = size > 0 && size < 1 && !isRounded;
  const places = isRounded ? (decimals ?? isoDecimals(currency, locale)) : SMALL_DECIMALS;
  const smallest = (10 ** -places).toFixed(places);
  const isTiny = size > 0 && size < Number(smallest);
  const digits =
    decimals === undefined ? {} : { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const format = numberFormat(locale, {
    style: 'currency',
    currency,
    roundingMode: 'trunc',
    ...(isSmall ? { minimumFractionDigits: 2, maximumFractionDigits: SMALL_DECIMALS } : digits),
  });
  const parts: FiatPart[] = isTiny ? [{ type: 'currency', value: '< ' }] : [];
  // Formats the string, because a number would lose digits.
  const text = (isTiny ? smallest : value) as Intl.StringNumericLiteral;
  for (const part of format.formatToParts(text)) {
    const type = partType(part.type);
    const shown = part.type === 'minusSign' ? MINUS : part.value;
    const last = parts.at(-1);
    if (last?.type === type) last.value += shown;
    else parts.push({ type, value: shown });
  }
  return parts;
}
