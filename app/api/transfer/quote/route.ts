import { transferQuote, transferQuoteInput } from '@/lib/api/schemas/transfer';
import { handler } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { quoteTransfer } from '@/lib/server/transfers/quote';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: handler(
    {
      auth: true,
      summary: 'Returns whether an amount can be sent without a fee',
      errors: [503],
      input: transferQuoteInput,
      output: transferQuote,
    },
    ({ input, session }) => quoteTransfer(session.address, input),
  ),
});
