import { disputeInput, disputeResult } from '@/lib/api/schemas/card';
import { disputeTransaction } from '@/lib/server/card/api/purchases/dispute';
import { handler } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: handler(
    {
      auth: true,
      limit: 'card',
      summary: 'Disputes a captured transaction of one of the account’s cards',
      errors: [404, 409, 422, 503],
      input: disputeInput,
      output: disputeResult,
    },
    ({ input, session }) => disputeTransaction(session.address, input),
  ),
});
