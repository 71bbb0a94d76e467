import { MAX_DAILY_COINS } from '@/lib/constants';
import { call } from './client';
import type { DailyPrices } from './types';

/** Fetches coins' prices in US dollars by UTC day, with a call for each year. @throws ApiError */
export async function fetchDailyPrices({
  years,
  coinIds,
}: {
  years: readonly number[];
  coinIds: readonly number[];
}): Promise<DailyPrices> {
  const groups = Array.from({ length: Math.ceil(coinIds.length / MAX_DAILY_COINS) }, (_, index) =>
    coinIds.slice(index * MAX_DAILY_COINS, (index + 1) * MAX_DAILY_COINS).join(),
  );
  const answers = await Promise.all(
    years.flatMap((year) =>
      groups.map((coins) =>
        call<DailyPrices>('/coin/dailyPrices', { params: { year, coins }, silent: true }),
      ),
    ),
  );
  return answers.flat();
}
