import { z } from 'zod';
import { chainMapping } from '@/lib/api/schemas/config';
import { listChains } from '@/lib/server/config/lists';
import { handler } from '@/lib/server/http/handler';
import { CONFIG_CACHE, methods } from '@/lib/server/http/methods';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: handler(
    {
      summary: 'Lists the supported chains',
      auth: false,
      shared: true,
      input: null,
      output: z.array(chainMapping),
      caching: CONFIG_CACHE,
    },
    listChains,
  ),
});
