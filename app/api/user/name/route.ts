import { nameInput, user } from '@/lib/api/schemas/user';
import { handler } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { renameUser } from '@/lib/server/profile/rename-user';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: handler(
    { auth: true, summary: 'Changes the display name', input: nameInput, output: user, errors: [404] },
    ({ input, session }) => renameUser(session.address, input.name),
  ),
});
