import 'server-only';
import pLimit, { type LimitFunction } from 'p-limit';
import { ApiError } from '../http/api-error';
import type { Client } from '../http/client';
import { countRefusal } from '../metrics/count';
import {
  CLIENT_CONCURRENT,
  CLIENT_WAITING,
  FETCH_TIMEOUT_MS,
  NETWORK_CONCURRENT,
  NETWORK_WAITING,
} from './limits';

/** Keys for counting loads: a client, and its IPv6 /48 network. */
type LoadKeys = Pick<Client, 'id' | 'network'>;
type Turn = { limit: LimitFunction; count: number; most: number };

const turns = new Map<string, Turn>();

const turnOf = (key: string, concurrent: number, waiting: number): [string, Turn] => [
  key,
  turns.get(key) ?? { limit: pLimit(concurrent), count: 0, most: concurrent + waiting },
];

/**
 * Limits the concurrent loads of each client, so hosts that never respond block only the client that requested them.
 * The clients of an IPv6 /48 network also share a limit.
 * @throws ApiError 429 if too many requests of the client or its network are waiting.
 */
export async function inClientTurn<Result>(
  { id, network }: LoadKeys,
  load: () => Promise<Result>,
): Promise<Result> {
  const own = turnOf(id, CLIENT_CONCURRENT, CLIENT_WAITING);
  const shared = network === null ? [] : [turnOf(network, NETWORK_CONCURRENT, NETWORK_WAITING)];
  const taken = [own, ...shared];
  if (taken.some(([, { count, most }]) => count >= most)) {
    countRefusal('media');
    throw new ApiError(429, 'tooMany', { retryAfter: FETCH_TIMEOUT_MS / 1_000 });
  }
  for (const [key, turn] of taken) {
    turns.set(key, turn);
    turn.count += 1;
  }
  try {
    // Acquire the network's slot last: a load that waits for its client's slot must not hold one.
    return await own[1].limit(() => shared[0]?.[1].limit(load) ?? load());
  } finally {
    for (const [key, turn] of taken) {
      turn.count -= 1;
      if (turn.count === 0) turns.delete(key);
    }
  }
}
