import { z } from 'zod';
import { contract } from '@/lib/api/schemas/config';
import { listContracts } from '@/lib/server/config/lists';
import { handler } from '@/lib/server/http/handler';
import { CONFIG_CACHE, methods } from '@/lib/server/http/methods';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: handler(
    {
      summary: 'Lists the platform’s contracts on all chains',
      auth: false,
      shared: true,
      input: null,
      output: z.array(contract),
      caching: CONFIG_CACHE,
    },
    listContracts,
  ),
});
