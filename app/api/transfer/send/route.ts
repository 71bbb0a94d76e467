import { transferInput, transferJob } from '@/lib/api/schemas/transfer';
import { handler } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { queueTransfer } from '@/lib/server/transfers/queue-transfer';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: handler(
    {
      auth: true,
      summary: 'Queues a signed transfer, once, for the operator to send',
      errors: [422, 503],
      input: transferInput,
      output: transferJob,
    },
    ({ input, session }) => queueTransfer(session.address, input),
  ),
});
