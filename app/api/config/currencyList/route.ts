import { z } from 'zod';
import { currency } from '@/lib/api/schemas/config';
import { listCurrencies } from '@/lib/server/config/lists';
import { handler } from '@/lib/server/http/handler';
import { CONFIG_CACHE, methods } from '@/lib/server/http/methods';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: handler(
    {
      summary: 'Lists the display currencies with their rates',
      auth: false,
      shared: true,
      input: null,
      output: z.array(currency),
      caching: CONFIG_CACHE,
    },
    listCurrencies,
  ),
});
