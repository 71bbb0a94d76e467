import { pushInput, pushResult } from '@/lib/api/schemas/push';
import { handler } from '@/lib/server/http/handler';
import { requestLocale } from '@/lib/server/http/language';
import { methods } from '@/lib/server/http/methods';
import { subscribe } from '@/lib/server/push/subscriptions';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: handler(
    {
      summary:
        'Notifies a browser of the kinds of events that the account chooses, until the account signs out',
      auth: true,
      errors: [404],
      input: pushInput,
      output: pushResult,
    },
    ({ input, session, request }) => subscribe(session, input, requestLocale(request)),
  ),
});
