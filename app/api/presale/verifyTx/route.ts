import { activity, verifyInput } from '@/lib/api/schemas/activity';
import { clientOf } from '@/lib/server/http/client';
import { handler } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { presaleRule } from '@/lib/server/verify/rules';
import { verifyTransaction } from '@/lib/server/verify/verify-transaction';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: handler(
    {
      summary: 'Verifies a presale contribution on the chain and records it once',
      errors: [422, 425],
      auth: true,
      limit: 'verify',
      input: verifyInput,
      output: activity,
    },
    ({ input, session, request }) =>
      verifyTransaction(
        presaleRule,
        { owner: session.address, client: clientOf(request), signal: request.signal },
        input,
      ),
  ),
});
