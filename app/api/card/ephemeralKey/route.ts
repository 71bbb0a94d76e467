import { cardRevealInput, cardRevealKey } from '@/lib/api/schemas/card';
import { revealKey } from '@/lib/server/card/api/cards/reveal-key';
import { handler } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: handler(
    {
      auth: true,
      limit: 'cardNumber',
      summary: 'Returns a key with which the issuer’s script can show the number of a card',
      errors: [404, 422, 503],
      input: cardRevealInput,
      output: cardRevealKey,
    },
    ({ input, session }) => revealKey(session.address, input),
  ),
});
