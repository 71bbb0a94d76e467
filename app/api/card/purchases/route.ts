import { purchases, purchasesQuery } from '@/lib/api/schemas/card';
import { pagePurchases } from '@/lib/server/card/api/purchases/purchases';
import { handler } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: handler(
    {
      auth: true,
      summary: 'Returns purchases of the account’s cards, with their steps, newest first',
      input: purchasesQuery,
      output: purchases,
    },
    ({ input, session }) => pagePurchases(session.address, input),
  ),
});
