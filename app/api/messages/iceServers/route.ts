import { iceServers, iceServersQuery } from '@/lib/api/schemas/messages';
import { handler } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { readIceServers } from '@/lib/server/messages/ice-servers';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: handler(
    {
      auth: true,
      onlyIf: 'MESSAGES_ENABLED',
      summary: 'Lists STUN and TURN servers for calls, with credentials',
      errors: [403, 404],
      limit: 'iceServers',
      input: iceServersQuery,
      output: iceServers,
    },
    ({ input, session }) => readIceServers(session.address, input),
  ),
});
