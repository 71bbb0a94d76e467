import 'server-only';
import { CACHE_MS } from '@/lib/server/cached';
import type { ServerChain } from '@/lib/server/chain/node';
import { cachedByKey } from '../cached';
import { restore } from './restore';
import { type ChainView, rewind } from './rewind';

async function rewindAndRestore(chain: ServerChain): Promise<ChainView> {
  const view = await rewind(chain);
  return (await restore(chain)) ? rewind(chain) : view;
}

const inFlight = new Map<number, Promise<ChainView>>();

/**
 * Syncs a chain's stored rows with the chain before they are served: orphaned rows no longer count, and rows whose
 * block returned count again. Concurrent requests share one check.
 * @throws ApiError 503 if the state of the chain is unknown.
 */
export function checkChain(chain: ServerChain): Promise<ChainView> {
  const known = inFlight.get(chain.id);
  if (known) return known;
  const started = rewindAndRestore(chain).finally(() => inFlight.delete(chain.id));
  inFlight.set(chain.id, started);
  return started;
}

const recent = cachedByKey<ChainView>(CACHE_MS);

/**
 * Like `checkChain`, but reuses a result for up to a second, which bounds the requests to the RPC endpoint. For lists
 * only: crediting requires a new check.
 * @throws ApiError 503 if the state of the chain is unknown.
 */
export const checkChainRecently = (chain: ServerChain): Promise<ChainView> =>
  recent.read(String(chain.id), () => checkChain(chain));

/** Returns the result of the latest check for a list or a stored credit, if it succeeded within the last second. */
export const recentView = ({ id }: ServerChain): ChainView | undefined => recent.known(String(id));

/**
 * Like `checkChain`, and also makes the result the one that lists and stored credits reuse.
 * @throws ApiError 503 if the state of the chain is unknown.
 */
export const renewView = (chain: ServerChain): Promise<ChainView> =>
  recent.renew(String(chain.id), () => checkChain(chain));
