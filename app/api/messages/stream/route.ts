import { somethingWaits, streamQuery } from '@/lib/api/schemas/messages';
import { eventStream } from '@/lib/server/http/event-stream';
import { methods } from '@/lib/server/http/methods';
import { openMessageStream } from '@/lib/server/messages/stream';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: eventStream(
    {
      summary: 'Streams an event each time that something is queued for a device',
      auth: true,
      onlyIf: 'MESSAGES_ENABLED',
      errors: [403, 404],
      input: streamQuery,
      events: { waiting: somethingWaits },
    },
    ({ input, session, request }) => openMessageStream(session.address, input.deviceKey, request),
  ),
});
