import { descriptorFile, descriptorPath } from '@/lib/api/schemas/erc7730';
import { readDescriptor } from '@/lib/server/clear-signing/descriptors';
import { documentHandler } from '@/lib/server/http/document-handler';
import { CONFIG_CACHE, methods } from '@/lib/server/http/methods';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: documentHandler(
    {
      summary:
        'Describes the calls or messages of a contract, or the permits of a token, for wallets (ERC-7730)',
      errors: [404],
      input: descriptorPath,
      output: descriptorFile,
      caching: CONFIG_CACHE,
    },
    ({ chainId, file }) => readDescriptor(chainId, file),
  ),
});
