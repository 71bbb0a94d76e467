import 'server-only';
import pLimit, { type LimitFunction } from 'p-limit';
import { ApiError } from '../http/api-error';
import type { Client } from '../http/client-address';
import { countRefusal } from '../metrics/count';

/** Keys for counting tasks: a client, and its IPv6 /48 network. */
type ClientKeys = Pick<Client, 'id' | 'network'>;
type Turn = { limit: LimitFunction; count: number; most: number };
type TurnLimits = { concurrent: number; waiting: number };

/**
 * Creates a function that limits the concurrent tasks of each client, so tasks that never end block only the client that
 * requested them. The clients of an IPv6 /48 network also share a limit. `limit` is the name under which refusals are
 * counted, and `retryAfter` is in seconds.
 */
export function createClientTurns({
  limit: limitName,
  perClient,
  perNetwork,
  retryAfter,
}: {
  limit: string;
  perClient: TurnLimits;
  perNetwork: TurnLimits;
  retryAfter: number;
}) {
  const turns = new Map<string, Turn>();
  const turnOf = (key: string, { concurrent, waiting }: TurnLimits): [string, Turn] => [
    key,
    turns.get(key) ?? { limit: pLimit(concurrent), count: 0, most: concurrent + waiting },
  ];

  /** Runs a client's task in its turn. @throws ApiError 429 if too many of the client or its network are waiting. */
  return async <Result>({ id, network }: ClientKeys, task: () => Promise<Result>): Promise<Result> => {
    const own = turnOf(id, perClient);
    const shared = network === null ? [] : [turnOf(network, perNetwork)];
    const taken = [own, ...shared];
    if (taken.some(([, { count, most }]) => count >= most)) {
      countRefusal(limitName);
      throw new ApiError(429, 'tooMany', { retryAfter });
    }
    for (const [key, turn] of taken) {
      turns.set(key, turn);
      turn.count += 1;
    }
    try {
      // Acquire the network's slot last: a task that waits for its client's slot must not hold one.
      return await own[1].limit(() => shared[0]?.[1].limit(task) ?? task());
    } finally {
      for (const [key, turn] of taken) {
        turn.count -= 1;
        if (turn.count === 0) turns.delete(key);
      }
    }
  };
}
