import { registryFiles, registryQuery } from '@/lib/api/schemas/erc7730';
import { registryDescriptors } from '@/lib/server/clear-signing/registry';
import { handler } from '@/lib/server/http/handler';
import { CONFIG_CACHE, methods } from '@/lib/server/http/methods';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: handler(
    {
      summary:
        'Returns what the operator’s registry says about the calls and messages of a contract (ERC-7730)',
      errors: [400],
      auth: false,
      input: registryQuery,
      output: registryFiles,
      caching: CONFIG_CACHE,
    },
    ({ input: { chainId, address } }) => registryDescriptors(chainId, address),
  ),
});
