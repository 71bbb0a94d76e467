import { fiatParts } from '@/lib/format/fiat';

/** A price as money, where only text can stand. `decimals` are the operator's for the currency. */
export const priceString = (
  price: string,
  { currency, locale, decimals }: { currency: string; locale: string; decimals: number | undefined },
): string =>
  fiatParts(price, currency, locale, decimals)
    .map(({ value }) => value)
    .join('');
