import { user } from '@/lib/api/schemas/user';
import { findUser } from '@/lib/server/auth/users';
import { handler } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: handler(
    { summary: 'Returns the account of the token', auth: true, input: null, output: user },
    ({ session }) => findUser(session.address),
  ),
});
