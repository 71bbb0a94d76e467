import { inbox, streamQuery } from '@/lib/api/schemas/messages';
import { eventStream } from '@/lib/server/http/event-stream';
import { methods } from '@/lib/server/http/methods';
import { openMessageStream } from '@/lib/server/messages/stream';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: eventStream(
    {
      summary: 'Streams what waits for a device, and what is queued for it later',
      auth: true,
      onlyIf: 'MESSAGES_ENABLED',
      errors: [403, 404],
      input: streamQuery,
      events: { inbox },
    },
    ({ input, session, request }) => openMessageStream(session, input.deviceKey, request),
  ),
});
