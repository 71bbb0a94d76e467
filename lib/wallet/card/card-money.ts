import { formatUnits } from 'viem';
import { numberFormat } from '@/lib/format/amount';

/** Decimals of a currency's minor unit (ISO 4217), such as 2 for US dollars. */
export function minorDecimals(currency: string): number {
  const options = { style: 'currency', currency: currency.toUpperCase() } as const;
  return numberFormat('en', options).resolvedOptions().maximumFractionDigits ?? 2;
}

/** Formats an amount in the minor unit of its currency, such as `420` of `usd` as $4.20. */
export function minorText(amount: string, currency: string, locale: string): string {
  const decimal = formatUnits(BigInt(amount), minorDecimals(currency)) as `${number}`;
  const options = { style: 'currency', currency: currency.toUpperCase() } as const;
  return numberFormat(locale, options).format(decimal);
}

/**
 * Returns how many whole tokens are at least an amount in minor units, at `price` per token, as text for a form. A limit
 * counts tokens, so this only suggests one.
 */
export const tokensFor = (amount: string, currency: string, price: number): string =>
  String(Math.ceil(Number(formatUnits(BigInt(amount), minorDecimals(currency))) / price));
