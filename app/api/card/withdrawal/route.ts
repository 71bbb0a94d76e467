import { withdrawal, withdrawalQuery } from '@/lib/api/schemas/card';
import { readWithdrawal } from '@/lib/server/card/api/money/withdrawals';
import { handler } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: handler(
    {
      auth: true,
      summary: 'Returns a withdrawal without a delay, with the operator’s signature once there is one',
      errors: [404],
      input: withdrawalQuery,
      output: withdrawal,
    },
    ({ input, session }) => readWithdrawal(session.address, input.id),
  ),
});
