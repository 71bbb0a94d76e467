import { z } from 'zod';
import { userSession } from '@/lib/api/schemas/user';
import { listSessions } from '@/lib/server/auth/session';
import { handler } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: handler(
    {
      summary: 'Returns the account’s sessions that haven’t ended',
      auth: true,
      input: null,
      output: z.array(userSession),
    },
    ({ session }) => listSessions(session),
  ),
});
