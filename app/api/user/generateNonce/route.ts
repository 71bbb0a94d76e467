import { nonceInput, nonceResult } from '@/lib/api/schemas/user';
import { issueNonce } from '@/lib/server/auth/nonce';
import { siteOrigin } from '@/lib/server/auth/site-origin';
import { handler } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: handler(
    {
      summary: 'Returns the fields of the EIP-4361 message to sign',
      auth: false,
      limit: 'nonce',
      isCountedByQuery: true,
      input: nonceInput,
      output: nonceResult,
    },
    async ({ input, request, countBy }) => issueNonce(input, siteOrigin(request), countBy),
  ),
});
