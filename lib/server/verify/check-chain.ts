import 'server-only';
import type { ServerChain } from '@/lib/server/chain/node';
import { restore } from './restore';
import { type ChainView, rewind } from './rewind';

async function check(chain: ServerChain): Promise<ChainView> {
  const view = await rewind(chain);
  return (await restore(chain)) ? rewind(chain) : view;
}

const inFlight = new Map<number, Promise<ChainView>>();

/**
 * Brings the rows of a chain in line with it before they are served: what it lost counts no more, what came back counts
 * again. Requests at the same time share one check. Throws ApiError 503 where nothing is known.
 */
export function checkChain(chain: ServerChain): Promise<ChainView> {
  const known = inFlight.get(chain.id);
  if (known) return known;
  const started = check(chain).finally(() => inFlight.delete(chain.id));
  inFlight.set(chain.id, started);
  return started;
}
