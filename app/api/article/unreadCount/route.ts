import { unreadCount, unreadQuery } from '@/lib/api/schemas/article';
import { countUnread } from '@/lib/server/articles/reads';
import { handler } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: handler(
    {
      auth: 'optional',
      summary: 'Returns the number of unread announcements of the signed-in user, or else of this device',
      input: unreadQuery,
      output: unreadCount,
    },
    ({ input, session }) => countUnread(session?.address ?? null, input.ids),
  ),
});
