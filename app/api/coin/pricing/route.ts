import { coinPrices } from '@/lib/api/schemas/price';
import { handler } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { listPrices } from '@/lib/server/prices/pricing';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: handler(
    {
      summary: 'The price of every coin in the currency of the header, with the past day',
      errors: [400],
      auth: false,
      input: null,
      output: coinPrices,
    },
    ({ request }) => listPrices(request.headers.get('currency')),
  ),
});
