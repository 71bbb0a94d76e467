import { deviceLog, logQuery } from '@/lib/api/schemas/messages';
import { handler } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { readLogAfter } from '@/lib/server/messages/devices';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: handler(
    {
      auth: true,
      onlyIf: 'MESSAGES_ENABLED',
      errors: [404],
      summary: 'Lists the bindings and revocations of an account’s devices',
      input: logQuery,
      output: deviceLog,
    },
    ({ input }) => readLogAfter(input.address, input.after),
  ),
});
