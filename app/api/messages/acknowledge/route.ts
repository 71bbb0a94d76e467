import { z } from 'zod';
import { acknowledgeInput } from '@/lib/api/schemas/messages';
import { handler } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { acknowledge } from '@/lib/server/messages/inbox';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: handler(
    {
      auth: true,
      onlyIf: 'MESSAGES_ENABLED',
      summary: 'Deletes what a device has stored',
      errors: [403, 404],
      limit: 'message',
      input: acknowledgeInput,
      output: z.null(),
    },
    ({ input, session }) => acknowledge(session.address, input),
  ),
});
