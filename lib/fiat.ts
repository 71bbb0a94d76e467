/** Prices under one unit keep this many decimals, so that cheap coins show more than zeros. */
const SMALL_PRICE_DECIMALS = 6;

export type FiatPart = { type: 'currency' | 'integer' | 'decimals'; value: string };

/**
 * A decimal text as money of an ISO 4217 currency in a locale, cut and never rounded, in up to three parts in the order
 * of the locale. Throws a RangeError where the currency code is malformed.
 */
export function fiatParts(value: string, currency: string, locale: string): FiatPart[] {
  const isSmall = Math.abs(Number(value)) < 1 && Number(value) !== 0;
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    roundingMode: 'trunc',
    ...(isSmall ? { maximumFractionDigits: SMALL_PRICE_DECIMALS } : {}),
  });
  const parts: FiatPart[] = [];
  // A text is formatted digit by digit; as a number it would lose some.
  for (const part of format.formatToParts(value as Intl.StringNumericLiteral)) {
    const type =
      part.type === 'currency' || part.type === 'literal'
        ? 'currency'
        : part.type === 'decimal' || part.type === 'fraction'
          ? 'decimals'
          : 'integer';
    const last = parts.at(-1);
    if (last?.type === type) last.value += part.value;
    else parts.push({ type, value: part.value });
  }
  return parts;
}
