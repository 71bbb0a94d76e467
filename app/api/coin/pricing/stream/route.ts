import { priceStreamQuery } from '@/lib/api/schemas/price';
import { PRICE_STREAM_RETRY_MS } from '@/lib/constants';
import { eventStream } from '@/lib/server/http/event-stream';
import { methods } from '@/lib/server/http/methods';
import { openPriceStream } from '@/lib/server/prices/stream/open-stream';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: eventStream({ input: priceStreamQuery, retryMs: PRICE_STREAM_RETRY_MS }, ({ input, request }) =>
    openPriceStream(input.currency ?? request.headers.get('currency')),
  ),
});
