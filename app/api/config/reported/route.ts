import { reportedLists } from '@/lib/api/schemas/reported';
import { handler } from '@/lib/server/http/handler';
import { CONFIG_CACHE, methods } from '@/lib/server/http/methods';
import { readReported } from '@/lib/server/reported/mirror';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: handler(
    {
      summary: 'Returns the addresses and DApps on the operator’s lists of known scams',
      auth: false,
      shared: true,
      input: null,
      output: reportedLists,
      caching: CONFIG_CACHE,
    },
    readReported,
  ),
});
