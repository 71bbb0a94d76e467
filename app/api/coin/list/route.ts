import { coinPage, coinPageQuery } from '@/lib/api/schemas/coin';
import { pageOfCoins } from '@/lib/server/coins/coins';
import { handler } from '@/lib/server/http/handler';
import { CONFIG_CACHE, methods } from '@/lib/server/http/methods';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: handler(
    {
      summary: 'One page of the coins, or of those that are looked for',
      auth: false,
      input: coinPageQuery,
      output: coinPage,
      cacheControl: CONFIG_CACHE,
    },
    ({ input }) => pageOfCoins(input),
  ),
});
