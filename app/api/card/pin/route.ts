import { z } from 'zod';
import { cardPinInput } from '@/lib/api/schemas/card';
import { setPin } from '@/lib/server/card/api/cards/set-pin';
import { handler } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: handler(
    {
      auth: true,
      limit: 'card',
      summary: 'Sets the PIN of a physical card, which is encrypted for the issuer',
      errors: [404, 422, 503],
      input: cardPinInput,
      output: z.null(),
    },
    ({ input, session }) => setPin(session.address, input),
  ),
});
