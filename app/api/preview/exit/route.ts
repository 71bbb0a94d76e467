import { previewPage } from '@/lib/api/schemas/config';
import { redirectHandler } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { leavePreview } from '@/lib/server/preview/preview';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: redirectHandler(
    {
      summary: 'Ends the preview and redirects to the page',
      errors: [404],
      input: previewPage,
    },
    leavePreview,
  ),
});
