import { nftInput } from '@/lib/api/schemas/nft';
import { clientOf } from '@/lib/server/http/client-address';
import { methods } from '@/lib/server/http/methods';
import { pictureHandler } from '@/lib/server/http/picture-handler';
import { readPicture } from '@/lib/server/nft/read-nft';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: pictureHandler(
    {
      summary:
        'An NFT’s picture, drawn anew as WebP: no program in it, and no address of a visitor to its host',
      errors: [404],
      limit: 'media',
      input: nftInput,
      cacheControl: 'private, max-age=3600, stale-while-revalidate=86400',
    },
    (input, request) => readPicture({ key: input, client: clientOf(request) }),
  ),
});
