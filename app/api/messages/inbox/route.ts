import { inbox, inboxQuery } from '@/lib/api/schemas/messages';
import { handler } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { readInbox } from '@/lib/server/messages/inbox';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: handler(
    {
      auth: true,
      onlyIf: 'MESSAGES_ENABLED',
      summary: 'Lists what waits for a device',
      errors: [403, 404],
      limit: 'message',
      input: inboxQuery,
      output: inbox,
    },
    ({ input, session }) => readInbox(session, input),
  ),
});
