import { formatUnits, maxUint256, parseUnits } from 'viem';
import { readNumber } from './read-number';

export const DEFAULT_DECIMALS = 6;

/** Minus sign (U+2212) of amounts and percentages. It is as wide as a plus sign, and screen readers say "minus". */
export const MINUS = '\u2212';

const formats = new Map<string, Intl.NumberFormat>();

/** Returns a cached number format, because creating one is slow. */
export function numberFormat(locale: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const key = JSON.stringify([locale, options]);
  const known = formats.get(key) ?? new Intl.NumberFormat(locale, options);
  formats.set(key, known);
  return known;
}

/** Returns a number as plain decimal text without an exponent: 1e21 → '1000000000000000000000'. */
function plainDecimal(value: bigint | string | number): string {
  const text = typeof value === 'string' ? value.trim() : String(value);
  const match = /^(-?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i.exec(text);
  if (!match || (!match[2] && !match[3])) throw new RangeError(`not a decimal number: ${text}`);
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const point = whole.length + Number(exponent);
  const digits = (whole + fraction)
    .padEnd(point, '0')
    .padStart(whole.length + fraction.length - Math.min(point, 0), '0');
  const cut = Math.max(point, 0);
  const integer = digits.slice(0, cut).replace(/^0+(?=\d)/, '') || '0';
  const rest = digits.slice(cut);
  return sign + integer + (rest ? `.${rest}` : '');
}

/**
 * Truncates a number to at most `decimals` places, without exponent notation (NUM-1).
 * @throws RangeError if the input is not a decimal number.
 */
export function truncate(value: bigint | string | number, decimals = DEFAULT_DECIMALS): string {
  const [integer = '0', fraction = ''] = plainDecimal(value).split('.');
  const kept = fraction.slice(0, decimals).replace(/0+$/, '');
  const text = kept ? `${integer}.${kept}` : integer;
  return text === '-0' ? '0' : text;
}

const grouped = (integer: string, locale: string) => numberFormat(locale).format(BigInt(integer));

export type AmountProblem = 'empty' | 'notNumber' | 'ambiguous' | 'tooManyDecimals' | 'tooLarge' | 'zero';

/**
 * Parses user input (see `readNumber`) to base units. Rejects extra decimals, which viem's parseUnits would round, and
 * amounts that no uint256 holds, which can't be encoded.
 */
export function parseAmount(text: string, decimals: number): { value: bigint } | { problem: AmountProblem } {
  const read = readNumber(text);
  if ('problem' in read) return { problem: read.problem };
  if ((read.number.split('.')[1] ?? '').length > decimals) return { problem: 'tooManyDecimals' };
  const value = parseUnits(read.number, decimals);
  if (value > maxUint256) return { problem: 'tooLarge' };
  return value === 0n ? { problem: 'zero' } : { value };
}

/** Formats base units with digit grouping, truncated to `maxDecimals` places. */
export function formatAmount(
  value: bigint,
  decimals: number,
  locale: string,
  maxDecimals = DEFAULT_DECIMALS,
): string {
  const text = truncate(formatUnits(value, decimals), maxDecimals);
  if (text === '0' && value > 0n) return `< ${formatUnits(1n, maxDecimals)}`;
  const [integer = '0', fraction] = text.split('.');
  const whole = grouped(integer, locale);
  return fraction ? `${whole}.${fraction}` : whole;
}

/**
 * Formats base units as balances are shown, for amounts that the user didn't enter. An amount that is too small for that
 * is exact.
 */
export function shortAmount(value: bigint, decimals: number, locale: string): string {
  const text = formatAmount(value, decimals, locale);
  return text.startsWith('<') ? formatAmount(value, decimals, locale, decimals) : text;
}

/** Formats a decimal from the API with digit grouping and all its digits. */
export function decimalText(text: string, locale: string): string {
  const [integer = '0', fraction] = plainDecimal(text).split('.');
  const whole = grouped(integer, locale);
  return fraction ? `${whole}.${fraction}` : whole;
}

/** Returns `percent` of an amount in base units, truncated. */
export function percentOf(value: bigint, percent: number): bigint {
  return percent >= 100 ? value : (value * BigInt(Math.trunc(percent))) / 100n;
}
