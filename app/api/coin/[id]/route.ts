import { coin, coinId } from '@/lib/api/schemas/coin';
import { findCoin } from '@/lib/server/coins/coins';
import { handler } from '@/lib/server/http/handler';
import { CONFIG_CACHE, methods } from '@/lib/server/http/methods';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: handler(
    {
      summary: 'Returns a coin with its tokens on all chains',
      errors: [404],
      auth: false,
      input: coinId,
      output: coin,
      caching: CONFIG_CACHE,
    },
    ({ input }) => findCoin(input.id),
  ),
});
