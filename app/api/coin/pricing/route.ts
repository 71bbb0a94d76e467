import { coinPrices } from '@/lib/api/schemas/price';
import { handler } from '@/lib/server/http/handler';
import { methods, PRICE_CACHE } from '@/lib/server/http/methods';
import { knownBoard } from '@/lib/server/prices/board';
import { listPrices } from '@/lib/server/prices/coin-prices';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: handler(
    {
      summary: 'Returns the price and past day of every coin in the requested currency',
      errors: [400],
      auth: false,
      shared: { version: knownBoard },
      input: null,
      output: coinPrices,
      caching: PRICE_CACHE,
      variesBy: 'Currency',
    },
    ({ request }) => listPrices(request.headers.get('currency')),
  ),
});
