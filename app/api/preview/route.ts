import { previewLink } from '@/lib/api/schemas/config';
import { redirectHandler } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { openPreview } from '@/lib/server/preview/preview';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: redirectHandler(
    {
      summary: 'Opens a preview of unpublished wording, by its secret',
      errors: [403, 404],
      input: previewLink,
    },
    openPreview,
  ),
});
