import 'server-only';
import { z } from 'zod';

const TIMEOUT_MS = 5_000;
const success = z.object({ code: z.literal(200) });

/** Whether a back end answers its cheapest call, that for the languages. Throws where it is out of reach. */
export async function answersCalls(apiOrigin: string): Promise<boolean> {
  const response = await fetch(`${apiOrigin}/api/config/getLangList`, {
    cache: 'no-store',
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return success.safeParse(await response.json()).success;
}
