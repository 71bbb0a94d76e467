import { coinPage } from '@/lib/api/schemas/coin';
import { pageQuery } from '@/lib/api/schemas/page';
import { pageOfCoins } from '@/lib/server/coins/coins';
import { CONFIG_CACHE } from '@/lib/server/http/cache';
import { handler } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: handler({ auth: false, input: pageQuery, output: coinPage, cacheControl: CONFIG_CACHE }, ({ input }) =>
    pageOfCoins(input),
  ),
});
