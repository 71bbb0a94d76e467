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

/** What loads are counted by: a client, or the IPv6 /48 network of several. */
type Who = Pick<Client, 'id' | 'network'>;
type Turn = { limit: LimitFunction; count: number; most: number };

const turns = new Map<string, Turn>();

const turnOf = (key: string, concurrent: number, waiting: number): [string, Turn] => [
  key,
  turns.get(key) ?? { limit: pLimit(concurrent), count: 0, most: concurrent + waiting },
];

/**
 * Loads something for a client, a few at a time, so that hosts that never answer use up only the places of the client
 * that requested them. All clients of an IPv6 /48 network have a limit together, too.
 * @throws ApiError 429 if too many requests of the client or its network are waiting.
 */
export async function inClientTurn<Result>(
  { id, network }: Who,
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
    // What waits for the client's own turn takes no place of its network.
    return await own[1].limit(() => shared[0]?.[1].limit(load) ?? load());
  } finally {
    for (const [key, turn] of taken) {
      turn.count -= 1;
      if (turn.count === 0) turns.delete(key);
    }
  }
}
