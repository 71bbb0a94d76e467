import { sendInput, sendResult } from '@/lib/api/schemas/messages';
import { clientOf } from '@/lib/server/http/client-address';
import { handler } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { sendMessage } from '@/lib/server/messages/send-message';
import { MESSAGE_BODY_BYTES } from '@/lib/server/messages/sender-checks';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: handler(
    {
      auth: true,
      onlyIf: 'MESSAGES_ENABLED',
      summary: 'Sends a message to devices',
      errors: [403, 404, 409],
      limit: 'message',
      bodyLimit: MESSAGE_BODY_BYTES,
      input: sendInput,
      output: sendResult,
    },
    ({ input, session, request }) => sendMessage(session.address, input, clientOf(request)),
  ),
});
