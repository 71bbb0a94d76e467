import { z } from 'zod';
import { blockInput } from '@/lib/api/schemas/messages';
import { handler } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { setBlock } from '@/lib/server/messages/blocks-and-reports';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: handler(
    {
      auth: true,
      onlyIf: 'MESSAGES_ENABLED',
      errors: [404, 409],
      summary: 'Blocks an account’s messages and invitations, or ends that',
      input: blockInput,
      output: z.null(),
    },
    ({ input, session }) => setBlock(session.address, input),
  ),
});
