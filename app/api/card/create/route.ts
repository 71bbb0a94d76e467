import { card, cardCreateInput } from '@/lib/api/schemas/card';
import { createCard } from '@/lib/server/card/api/cards/create';
import { clientAddress } from '@/lib/server/http/client-address';
import { handler } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';

/** Stands for an address that no proxy reports. */
const UNKNOWN_IP = '0.0.0.0';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: handler(
    {
      auth: true,
      limit: 'card',
      summary: 'Creates a card at the issuer, once, for a card that the account opened in the contract',
      errors: [404, 409, 422, 503],
      input: cardCreateInput,
      output: card,
    },
    ({ input, session, request }) => createCard(session.address, input, clientAddress(request) ?? UNKNOWN_IP),
  ),
});
