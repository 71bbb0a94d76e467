import { commitInput, sendResult } from '@/lib/api/schemas/messages';
import { clientOf } from '@/lib/server/http/client-address';
import { handler } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { sendCommit } from '@/lib/server/messages/send-commit';
import { MESSAGE_BODY_BYTES } from '@/lib/server/messages/sender-checks';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: handler(
    {
      auth: true,
      onlyIf: 'MESSAGES_ENABLED',
      summary: 'Changes a conversation, if it is the first commit of its epoch',
      errors: [403, 404, 409],
      limit: 'message',
      bodyLimit: MESSAGE_BODY_BYTES,
      input: commitInput,
      output: sendResult,
    },
    ({ input, session, request }) => sendCommit(session.address, input, clientOf(request)),
  ),
});
