import { bindDeviceInput, logHead } from '@/lib/api/schemas/messages';
import { handler } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { bindDevice } from '@/lib/server/messages/devices';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: handler(
    {
      auth: true,
      onlyIf: 'MESSAGES_ENABLED',
      summary: 'Binds a messaging device to the account',
      errors: [404, 409, 503],
      input: bindDeviceInput,
      output: logHead,
    },
    ({ input, session }) => bindDevice(session.address, input),
  ),
});
