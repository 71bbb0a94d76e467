import { claimedPackages, claimInput } from '@/lib/api/schemas/messages';
import { handler } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { claimKeyPackages } from '@/lib/server/messages/key-packages';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: handler(
    {
      auth: true,
      onlyIf: 'MESSAGES_ENABLED',
      errors: [404],
      summary: 'Takes one key package of each device of an account',
      input: claimInput,
      output: claimedPackages,
    },
    ({ input, session }) => claimKeyPackages(session.address, input.address),
  ),
});
