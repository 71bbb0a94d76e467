import { priceHistory, priceHistoryQuery } from '@/lib/api/schemas/price';
import { handler } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { listHistory } from '@/lib/server/prices/history';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: handler(
    {
      summary: 'Returns every coin’s price history over a day, week or month in the requested currency',
      errors: [400],
      auth: false,
      input: priceHistoryQuery,
      output: priceHistory,
    },
    ({ input, request }) => listHistory(input.period, request.headers.get('currency')),
  ),
});
