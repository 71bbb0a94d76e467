import { z } from 'zod';
import { avatarResult } from '@/lib/api/schemas/user';
import { handler } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { changeAvatar } from '@/lib/server/profile/avatar';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: handler(
    {
      auth: true,
      limit: 'upload',
      summary: 'Sets the profile picture: a PNG, JPEG or WebP of at most 2 MiB',
      body: { mediaTypes: ['multipart/form-data'], schema: z.object({ file: z.file() }) },
      errors: [404],
      input: null,
      output: avatarResult,
    },
    ({ session, request }) => changeAvatar(session.address, request),
  ),
});
