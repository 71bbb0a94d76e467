import { MINUS, numberFormat } from './amount';

/** Maximum decimals of prices below one unit, so that prices of cheap coins aren't all zeros. */
const SMALL_DECIMALS = 6;
const SMALLEST = '0.000001';

export type FiatPart = { type: 'currency' | 'integer' | 'decimals'; value: string };

const partType = (type: Intl.NumberFormatPartTypes): FiatPart['type'] => {
  if (type === 'currency' || type === 'literal') return 'currency';
  return type === 'decimal' || type === 'fraction' ? 'decimals' : 'integer';
};

/**
 * Formats decimal text as an amount of money in an ISO 4217 currency, truncated, split into currency, integer, and
 * decimals in the locale's order. `decimals` defaults to the currency's ISO 4217 decimals. Amounts below one unit have
 * up to six decimals; anything smaller is shown as less than 0.000001.
 * @throws RangeError if the currency code is malformed.
 */
export function fiatParts(value: string, currency: string, locale: string, decimals?: number): FiatPart[] {
  const size = Math.abs(Number(value));
  const isSmall = size > 0 && size < 1;
  const isTiny = size > 0 && size < Number(SMALLEST);
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
  const text = (isTiny ? SMALLEST : value) as Intl.StringNumericLiteral;
  for (const part of format.formatToParts(text)) {
    const type = partType(part.type);
    const shown = part.type === 'minusSign' ? MINUS : part.value;
    const last = parts.at(-1);
    if (last?.type === type) last.value += shown;
    else parts.push({ type, value: shown });
  }
  return parts;
}
