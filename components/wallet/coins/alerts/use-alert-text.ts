import { useLocale } from 'next-intl';
import { useCurrencies } from '@/lib/api/hooks';
import { fiatParts } from '@/lib/format/fiat';
import type { PriceAlert } from '@/lib/prices/price-alerts';

/** Formats a price as plain text. `decimals` is the operator's setting for the currency. */
export const priceString = (
  price: string,
  { currency, locale, decimals }: { currency: string; locale: string; decimals: number | undefined },
): string =>
  fiatParts(price, currency, locale, decimals)
    .map(({ value }) => value)
    .join('');

/** React hook that returns a function to format a price in an alert's currency. */
export function useAlertText(): (price: string, alert: Pick<PriceAlert, 'currency'>) => string {
  const locale = useLocale();
  const { data: currencies } = useCurrencies();
  return (price, { currency }) =>
    priceString(price, {
      currency,
      locale,
      decimals: currencies?.find(({ name }) => name === currency)?.decimals,
    });
}
