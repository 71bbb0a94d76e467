import { useLocale } from 'next-intl';
import { useCurrencies } from '@/lib/api/hooks';
import type { PriceAlert } from '@/lib/prices/price-alerts';
import { priceString } from './price-string';

/** A price in an alert's own currency, as text. */
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
