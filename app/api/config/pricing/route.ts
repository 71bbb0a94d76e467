import { pricing } from '@/lib/api/schemas/pricing';
import { handler } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { describePricing } from '@/lib/server/pricing/pricing';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: handler({ auth: false, input: null, output: pricing }, describePricing),
});
