import useSWR from 'swr';
import { useCurrency } from '@/lib/preferences/currency';
import { call } from './client';
import type { HistoryPeriod, PriceHistory } from './types';

const REFRESH_MS = 600_000;

/** What the coins cost over a period, in the display currency. Its own place says what went wrong. */
export function usePriceHistory(period: HistoryPeriod) {
  const currency = useCurrency((state) => state.currency);
  return useSWR(
    ['/coin/history', currency, period] as const,
    ([path]) => call<PriceHistory>(path, { params: { period }, silent: true }),
    { refreshInterval: REFRESH_MS, revalidateOnFocus: false },
  );
}
