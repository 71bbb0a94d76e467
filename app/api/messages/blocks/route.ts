import { blockList } from '@/lib/api/schemas/messages';
import { handler } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { readBlocks } from '@/lib/server/messages/blocks-and-reports';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: handler(
    {
      auth: true,
      onlyIf: 'MESSAGES_ENABLED',
      errors: [404],
      summary: 'Lists the accounts that the account has blocked',
      input: null,
      output: blockList,
    },
    ({ session }) => readBlocks(session.address),
  ),
});
