import { z } from 'zod';
import { imageForm, imageQuery } from '@/lib/api/schemas/messages';
import { ciphertextHandler } from '@/lib/server/http/ciphertext-handler';
import { handler } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { readImage, storeImage } from '@/lib/server/messages/images';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: ciphertextHandler(
    {
      onlyIf: 'MESSAGES_ENABLED',
      summary: 'Returns an encrypted image of a message',
      errors: [403, 404],
      limit: 'image',
      input: imageQuery,
    },
    ({ input, session }) => readImage(session.address, input),
  ),
  POST: handler(
    {
      auth: true,
      onlyIf: 'MESSAGES_ENABLED',
      summary: 'Stores an encrypted image of at most 1 MiB for a message',
      body: { mediaTypes: ['multipart/form-data'], schema: imageForm },
      errors: [403, 404, 409],
      limit: 'imageUpload',
      input: null,
      output: z.null(),
    },
    ({ session, request }) => storeImage(session.address, request),
  ),
});
