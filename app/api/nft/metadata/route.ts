import { nftInput, nftMetadata } from '@/lib/api/schemas/nft';
import { clientOf } from '@/lib/server/http/client-address';
import { handler } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { readMetadata } from '@/lib/server/nft/read-nft';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: handler(
    {
      summary: 'Returns an NFT’s metadata (ERC-721, ERC-1155) as plain text',
      auth: false,
      limit: 'media',
      input: nftInput,
      output: nftMetadata,
      cacheControl: 'private, max-age=60',
    },
    ({ input, request }) => readMetadata({ key: input, client: clientOf(request) }),
  ),
});
