import { cardList } from '@/lib/api/schemas/card';
import { listCards } from '@/lib/server/card/api/cards/list';
import { handler } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: handler(
    {
      auth: true,
      summary: 'Returns the card terms, and the accounts and cards of the signed-in account',
      input: null,
      output: cardList,
    },
    ({ session }) => listCards(session.address),
  ),
});
