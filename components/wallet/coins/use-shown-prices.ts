import { useLocale } from 'next-intl';
import { useCoinPrices, useCurrencies } from '@/lib/api/hooks';
import type { CoinPrice } from '@/lib/api/types';
import { useSilence } from '@/lib/api/use-silence';
import { useCurrency } from '@/lib/currency';

export interface ShownPrices {
  priceOf: (coinId: number) => CoinPrice | undefined;
  /** Whether a price is too old to be relied on, by its own word or by the server's silence. */
  isLate: (price: CoinPrice) => boolean;
  /** Whether the prices are still awaited. */
  isWaiting: boolean;
  /** How money is written. */
  money: { currency: string; locale: string; decimals: number | undefined };
}

/** The live prices in the display currency. */
export function useShownPrices(): ShownPrices {
  const locale = useLocale();
  const currency = useCurrency((state) => state.currency);
  const prices = useCoinPrices();
  const decimals = useCurrencies().data?.find(({ name }) => name === currency)?.decimals;
  const isSilent = useSilence(prices.data);
  return {
    priceOf: (id) => prices.data?.find(({ coinId }) => coinId === id),
    isLate: ({ stale }) => stale || isSilent,
    isWaiting: prices.isLoading,
    money: { currency, locale, decimals },
  };
}
