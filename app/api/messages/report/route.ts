import { z } from 'zod';
import { reportInput } from '@/lib/api/schemas/messages';
import { handler } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { reportAccount } from '@/lib/server/messages/blocks-and-reports';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: handler(
    {
      auth: true,
      onlyIf: 'MESSAGES_ENABLED',
      errors: [404],
      summary: 'Reports an account to the operator',
      input: reportInput,
      output: z.null(),
    },
    ({ input, session }) => reportAccount(session.address, input),
  ),
});
