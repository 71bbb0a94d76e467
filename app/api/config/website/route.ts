import { website } from '@/lib/api/schemas/config';
import { describeWebsite } from '@/lib/server/config/lists';
import { handler } from '@/lib/server/http/handler';
import { CONFIG_CACHE, methods } from '@/lib/server/http/methods';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: handler(
    {
      summary: 'Returns this installation’s public settings',
      auth: false,
      shared: true,
      input: null,
      output: website,
      caching: CONFIG_CACHE,
    },
    describeWebsite,
  ),
});
