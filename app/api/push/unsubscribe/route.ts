import { z } from 'zod';
import { pushEndInput } from '@/lib/api/schemas/push';
import { handler } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { unsubscribe } from '@/lib/server/push/subscriptions';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: handler(
    {
      summary: 'Ends a browser’s notifications for the account',
      auth: true,
      input: pushEndInput,
      output: z.null(),
    },
    ({ input, session }) => unsubscribe(session, input.endpoint),
  ),
});
