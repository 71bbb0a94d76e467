import { dailyPrices, dailyPricesQuery } from '@/lib/api/schemas/price';
import { handler } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { listDailyPrices } from '@/lib/server/prices/daily-prices';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: handler(
    {
      summary: 'Returns coins’ last price of each UTC day of a year, in US dollars',
      errors: [400],
      auth: false,
      limit: 'dailyPrices',
      input: dailyPricesQuery,
      output: dailyPrices,
      // Answers are large, and anyone can ask for any coins, so the server keeps none.
      cacheControl: 'private, max-age=60',
    },
    ({ input }) => listDailyPrices(input),
  ),
});
