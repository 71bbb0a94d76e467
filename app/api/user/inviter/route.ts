import { inviterInput, user } from '@/lib/api/schemas/user';
import { handler } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { setInviter } from '@/lib/server/profile/inviter';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: handler(
    {
      auth: true,
      summary: 'Sets, once, who invited the user, by that person’s invite code',
      errors: [404, 409],
      input: inviterInput,
      output: user,
    },
    ({ input, session }) => setInviter(session.address, input.code),
  ),
});
