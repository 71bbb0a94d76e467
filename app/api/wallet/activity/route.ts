import { activityPage, activityQuery } from '@/lib/api/schemas/activity';
import { pageOfActivity } from '@/lib/server/activity/activity';
import { handler } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: handler(
    {
      summary: 'Lists the account’s verified transactions by page, newest first',
      auth: true,
      input: activityQuery,
      output: activityPage,
    },
    ({ input, session }) => pageOfActivity(session.address, input),
  ),
});
