import { articlePage } from '@/lib/api/schemas/article';
import { pageQuery } from '@/lib/api/schemas/values';
import { pageOfArticles } from '@/lib/server/articles/articles';
import { handler } from '@/lib/server/http/handler';
import { requestLocale } from '@/lib/server/http/language';
import { methods } from '@/lib/server/http/methods';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: handler(
    {
      auth: 'optional',
      summary: 'Lists the announcements by page, newest first, with the user’s read marks',
      input: pageQuery,
      output: articlePage,
    },
    ({ input, session, request }) => pageOfArticles(input, requestLocale(request), session?.address ?? null),
  ),
});
