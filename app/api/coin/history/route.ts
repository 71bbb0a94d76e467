import { priceHistory, priceHistoryQuery } from '@/lib/api/schemas/price';
import { handler } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { listHistory } from '@/lib/server/prices/history';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: handler(
    {
      summary: 'What every coin cost over a day, a week or a month, in the currency of the header',
      errors: [400],
      auth: false,
      input: priceHistoryQuery,
      output: priceHistory,
    },
    ({ input, request }) => listHistory(input.period, request.headers.get('currency')),
  ),
});
