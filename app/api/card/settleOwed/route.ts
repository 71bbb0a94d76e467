import { settleOwedInput, settleOwedResult } from '@/lib/api/schemas/card';
import { settleOwed } from '@/lib/server/card/api/money/settle-owed';
import { handler } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: handler(
    {
      auth: true,
      limit: 'verify',
      summary: 'Verifies a payment of what is owed on the chain, and counts it once',
      errors: [422, 425, 503],
      input: settleOwedInput,
      output: settleOwedResult,
    },
    ({ input, session }) => settleOwed(session.address, input),
  ),
});
