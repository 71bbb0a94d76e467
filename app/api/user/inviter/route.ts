import { inviterInput, user } from '@/lib/api/schemas/user';
import { handler } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { setInviter } from '@/lib/server/profile/inviter';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: handler(
    {
      auth: true,
      summary: 'Sets the user’s inviter once, by invite code',
      errors: [404, 409],
      input: inviterInput,
      output: user,
    },
    ({ input, session }) => setInviter(session.address, input.code),
  ),
});
