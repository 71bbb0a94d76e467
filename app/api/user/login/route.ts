import { loginInput, loginResult } from '@/lib/api/schemas/user';
import { signIn } from '@/lib/server/auth/sign-in';
import { handler } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: handler(
    {
      summary: 'Signs in with a signed EIP-4361 message',
      auth: false,
      limit: 'login',
      isCountedByQuery: true,
      input: loginInput,
      output: loginResult,
    },
    signIn,
  ),
});
