import { article, articleId } from '@/lib/api/schemas/article';
import { readArticle } from '@/lib/server/articles/articles';
import { sanitizeForwarded } from '@/lib/server/articles/sanitize-article';
import { handler } from '@/lib/server/http/handler';
import { requestLocale } from '@/lib/server/http/language';
import { methods } from '@/lib/server/http/methods';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: handler(
    {
      auth: 'optional',
      summary: 'Returns an announcement and marks it as read for the signed-in user',
      input: articleId,
      output: article,
      errors: [404],
      cleanForwarded: sanitizeForwarded,
    },
    ({ input, session, request }) => readArticle(input.id, requestLocale(request), session?.address ?? null),
  ),
});
