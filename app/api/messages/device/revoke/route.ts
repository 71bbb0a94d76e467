import { logHead, revokeDeviceInput } from '@/lib/api/schemas/messages';
import { handler } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { revokeDevice } from '@/lib/server/messages/devices';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: handler(
    {
      auth: true,
      onlyIf: 'MESSAGES_ENABLED',
      summary: 'Revokes a messaging device for good',
      errors: [404, 409, 503],
      input: revokeDeviceInput,
      output: logHead,
    },
    ({ input, session }) => revokeDevice(session.address, input),
  ),
});
