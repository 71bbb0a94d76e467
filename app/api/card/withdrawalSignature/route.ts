import { withdrawal, withdrawalInput } from '@/lib/api/schemas/card';
import { requestWithdrawal } from '@/lib/server/card/api/money/withdrawals';
import { handler } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: handler(
    {
      auth: true,
      limit: 'cardWithdrawal',
      summary: 'Requests the operator’s signature for a withdrawal without a delay',
      errors: [422],
      input: withdrawalInput,
      output: withdrawal,
    },
    ({ input, session }) => requestWithdrawal(session.address, input),
  ),
});
