import { z } from 'zod';
import { cardChange } from '@/lib/api/schemas/card';
import { openCardStream } from '@/lib/server/card/api/stream';
import { eventStream } from '@/lib/server/http/event-stream';
import { methods } from '@/lib/server/http/methods';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: eventStream(
    {
      summary: 'Streams an event whenever purchases, cards, or card money of the signed-in account change',
      auth: true,
      input: z.object({}),
      events: { card: cardChange },
    },
    ({ session, request }) => openCardStream(session, request),
  ),
});
