import { previewPage } from '@/lib/api/schemas/config';
import { redirectHandler } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { changeLanguage } from '@/lib/server/preview/preview';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: redirectHandler(
    { summary: 'Redirects to the previewed page in another language', errors: [404], input: previewPage },
    changeLanguage,
  ),
});
