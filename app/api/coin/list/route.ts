import { coinPage, coinPageQuery } from '@/lib/api/schemas/coin';
import { pageOfCoins } from '@/lib/server/coins/coins';
import { handler } from '@/lib/server/http/handler';
import { CONFIG_CACHE, methods } from '@/lib/server/http/methods';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: handler(
    {
      summary: 'Lists or searches coins by page',
      auth: false,
      input: coinPageQuery,
      output: coinPage,
      caching: CONFIG_CACHE,
    },
    ({ input }) => pageOfCoins(input),
  ),
});
