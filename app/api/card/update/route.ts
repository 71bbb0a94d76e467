import { card, cardUpdateInput } from '@/lib/api/schemas/card';
import { updateCard } from '@/lib/server/card/api/cards/update';
import { handler } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: handler(
    {
      auth: true,
      summary: 'Freezes a card at once, or changes which merchants it blocks',
      errors: [404, 422],
      input: cardUpdateInput,
      output: card,
    },
    ({ input, session }) => updateCard(session.address, input),
  ),
});
