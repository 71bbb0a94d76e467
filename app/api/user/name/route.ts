import { nameInput, user } from '@/lib/api/schemas/user';
import { renameUser } from '@/lib/server/auth/users';
import { handler } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: handler(
    { auth: true, summary: 'Changes the display name', input: nameInput, output: user, errors: [404] },
    ({ input, session }) => renameUser(session.address, input.name),
  ),
});
