import { z } from 'zod';
import { langEntry } from '@/lib/api/schemas/config';
import { listLanguages } from '@/lib/server/config/lists';
import { handler } from '@/lib/server/http/handler';
import { CONFIG_CACHE, methods } from '@/lib/server/http/methods';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: handler(
    {
      summary: 'Lists the site’s languages',
      auth: false,
      shared: true,
      input: null,
      output: z.array(langEntry),
      caching: CONFIG_CACHE,
    },
    listLanguages,
  ),
});
