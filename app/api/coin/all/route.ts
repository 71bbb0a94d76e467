import { z } from 'zod';
import { coin } from '@/lib/api/schemas/coin';
import { listCoins } from '@/lib/server/coins/coins';
import { handler } from '@/lib/server/http/handler';
import { CONFIG_CACHE, methods } from '@/lib/server/http/methods';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: handler(
    {
      summary: 'Lists all coins with their tokens on all chains',
      auth: false,
      shared: true,
      input: null,
      output: z.array(coin),
      caching: CONFIG_CACHE,
    },
    listCoins,
  ),
});
