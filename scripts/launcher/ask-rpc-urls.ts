import { z } from 'zod';
import { chainMapping } from '@/lib/api/schemas/config';

const TIMEOUT_MS = 10_000;
const answer = z.object({
  code: z.literal(200),
  data: z.array(chainMapping.pick({ rpcUrl: true, fallbackRpcUrls: true })),
});

/** The chains' endpoints as a back end lists them. Throws an Error with what to do where it does not. */
export async function askRpcUrls(apiOrigin: string): Promise<string[]> {
  try {
    const response = await fetch(`${apiOrigin}/api/config/chainMapping`, {
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const { data } = answer.parse(await response.json());
    return data.flatMap(({ rpcUrl, fallbackRpcUrls = [] }) => [rpcUrl, ...fallbackRpcUrls]);
  } catch (cause) {
    throw new Error(
      `API_ORIGIN ${apiOrigin} does not list its chains at /api/config/chainMapping: start it, or name the chains in CHAINS_FILE`,
      { cause },
    );
  }
}
