import { z } from 'zod';
import { withdrawTerms } from '@/lib/api/schemas/pricing';
import { handler } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { listWithdrawTerms } from '@/lib/server/pricing/withdraw-terms';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: handler(
    {
      summary: 'Returns each vault’s withdrawal fees and limits',
      auth: false,
      shared: true,
      input: null,
      output: z.array(withdrawTerms),
    },
    listWithdrawTerms,
  ),
});
