import 'server-only';
import { setTimeout as delay } from 'node:timers/promises';
import { readLatestBlock, type ServerChain } from '@/lib/server/chain/node';
import { cached } from '../cached';
import { HEALTH_TIMEOUT_MS } from '../db/database';
import { describeError, log } from '../log';
import { checkedChains, readiness } from './ready';

type Head = { number: bigint; at: Date };
export type ChainState = { chainId: number; isUp: boolean; head: Head | undefined };

const heads = new Map<number, Head>();

async function refresh(chain: ServerChain): Promise<void> {
  try {
    heads.set(chain.id, await readLatestBlock(chain));
  } catch (error) {
    log.warn({ chainId: chain.id, err: describeError(error) }, 'the latest block could not be read');
  }
}

/**
 * Returns whether the node of each chain responds, and the chain's latest block. If the node doesn't respond in time,
 * this is the last block that was read, if any. Empty while the database isn't available or the instance is stopping.
 */
export const chainStates = cached(async (): Promise<ChainState[]> => {
  const state = await readiness();
  if (!('chains' in state)) return [];
  const checked = checkedChains().filter(({ id }) => id in state.chains);
  const reads = checked.filter(({ id }) => state.chains[id]).map(refresh);
  // The read of a slow node continues, so that the next call returns its block.
  await Promise.race([Promise.all(reads), delay(HEALTH_TIMEOUT_MS, undefined, { ref: false })]);
  return checked.map(({ id }) => ({ chainId: id, isUp: state.chains[id] ?? false, head: heads.get(id) }));
});
