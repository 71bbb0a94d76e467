import { z } from 'zod';
import { closeSession } from '@/lib/server/auth/session';
import { handler } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: handler(
    {
      summary: 'Revokes the request’s bearer token, if any',
      auth: false,
      security: [{}, { bearer: [] }],
      input: null,
      output: z.null(),
    },
    async ({ request }) => {
      await closeSession(request);
      return null;
    },
  ),
});
