import { endedSessions } from '@/lib/api/schemas/user';
import { endOtherSessions } from '@/lib/server/auth/session';
import { handler } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: handler(
    {
      summary: 'Ends the account’s sessions, except the token’s',
      auth: true,
      input: null,
      output: endedSessions,
    },
    ({ session }) => endOtherSessions(session),
  ),
});
