import { pricing } from '@/lib/api/schemas/pricing';
import { handler } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { describePricing } from '@/lib/server/pricing/pricing';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: handler(
    {
      summary: 'Returns the platform’s prices and fees',
      auth: false,
      shared: true,
      input: null,
      output: pricing,
    },
    describePricing,
  ),
});
