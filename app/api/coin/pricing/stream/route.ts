import { coinPrices, priceStreamQuery } from '@/lib/api/schemas/price';
import { clientOf } from '@/lib/server/http/client-address';
import { eventStream } from '@/lib/server/http/event-stream';
import { methods } from '@/lib/server/http/methods';
import { openPriceStream } from '@/lib/server/prices/stream/open-stream';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: eventStream(
    {
      summary: 'Streams prices: first all, then changes',
      auth: false,
      input: priceStreamQuery,
      events: { prices: coinPrices },
    },
    ({ input, request }) =>
      openPriceStream(input.currency ?? request.headers.get('currency'), clientOf(request)),
  ),
});
