import { dailyPrices, dailyPricesQuery } from '@/lib/api/schemas/price';
import { handler } from '@/lib/server/http/handler';
import { CONFIG_CACHE, methods } from '@/lib/server/http/methods';
import { listDailyPrices } from '@/lib/server/prices/daily-prices';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: handler(
    {
      summary: 'Returns coins’ last price of each UTC day of a year, in US dollars',
      errors: [400],
      auth: false,
      input: dailyPricesQuery,
      output: dailyPrices,
      caching: CONFIG_CACHE,
    },
    ({ input }) => listDailyPrices(input),
  ),
});
