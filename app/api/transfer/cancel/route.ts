import { transferId, transferJob } from '@/lib/api/schemas/transfer';
import { handler } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { cancelJob } from '@/lib/server/transfers/jobs';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: handler(
    {
      auth: true,
      summary: 'Takes a transfer from the queue, unless it was sent',
      errors: [404],
      input: transferId,
      output: transferJob,
    },
    ({ input, session }) => cancelJob(session.address, input.id),
  ),
});
