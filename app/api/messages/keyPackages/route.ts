import { keyPackageCount, keyPackagesInput } from '@/lib/api/schemas/messages';
import { clientOf } from '@/lib/server/http/client-address';
import { handler } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { storeKeyPackages } from '@/lib/server/messages/key-packages';

/** Maximum size of a call that stores key packages. */
const KEY_PACKAGES_BODY_BYTES = 512 * 1_024;

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: handler(
    {
      auth: true,
      onlyIf: 'MESSAGES_ENABLED',
      summary: 'Stores key packages of a device',
      errors: [403, 404],
      limit: 'message',
      bodyLimit: KEY_PACKAGES_BODY_BYTES,
      input: keyPackagesInput,
      output: keyPackageCount,
    },
    ({ input, session, request }) => storeKeyPackages(session.address, input, clientOf(request)),
  ),
});
