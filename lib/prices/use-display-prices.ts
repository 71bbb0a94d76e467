import { useLocale } from 'next-intl';
import { useMemo } from 'react';
import { useCoinPrices, useCurrencies } from '@/lib/api/hooks';
import { useSilence } from '@/lib/api/price-stream';
import type { CoinPrice } from '@/lib/api/types';
import { useCurrency } from '@/lib/preferences/currency';

export interface DisplayPrices {
  priceOf: (coinId: number) => CoinPrice | undefined;
  /** Returns whether a price is stale: the server marked it as stale or stopped sending updates. */
  isStale: (price: CoinPrice) => boolean;
  /** Whether the prices are still loading. */
  isWaiting: boolean;
  /** Formatting options for fiat amounts. */
  money: { currency: string; locale: string; decimals: number | undefined };
}

const byCoin = new WeakMap<readonly CoinPrice[], ReadonlyMap<number, CoinPrice>>();

/** Returns the prices by coin ID. Cached, because every row reads them. */
function pricesByCoin(prices: readonly CoinPrice[]): ReadonlyMap<number, CoinPrice> {
  const known = byCoin.get(prices) ?? new Map(prices.map((price) => [price.coinId, price]));
  byCoin.set(prices, known);
  return known;
}

/** React hook that returns the live prices in the display currency. */
export function useDisplayPrices(): DisplayPrices {
  const locale = useLocale();
  const currency = useCurrency((state) => state.currency);
  const prices = useCoinPrices();
  const decimals = useCurrencies().data?.find(({ name }) => name === currency)?.decimals;
  const isSilent = useSilence(prices.data);
  const { data, isLoading } = prices;
  // Memoized, because long lists are recalculated whenever this object changes.
  return useMemo(
    () => ({
      priceOf: (id) => (data ? pricesByCoin(data).get(id) : undefined),
      isStale: ({ stale }) => stale || isSilent,
      isWaiting: isLoading,
      money: { currency, locale, decimals },
    }),
    [data, isSilent, isLoading, currency, locale, decimals],
  );
}
