import { transferJobs, transferStatusQuery } from '@/lib/api/schemas/transfer';
import { handler } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { readJobs } from '@/lib/server/transfers/jobs';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: handler(
    {
      auth: true,
      summary: 'Returns a transfer of the account, or its latest ones',
      errors: [404],
      input: transferStatusQuery,
      output: transferJobs,
    },
    ({ input, session }) => readJobs(session.address, input.id),
  ),
});
